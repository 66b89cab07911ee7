package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.metadata.CodecConfig;

/** How codecs of one name are bound, by kind. */
public sealed interface CodecFactory {

  /** Binds codecs from elements to elements. */
  @FunctionalInterface
  non-sealed interface ArrayToArray extends CodecFactory {
    ArrayToArrayCodec bind(CodecConfig config, ChunkRepresentation decoded);
  }

  /** Binds codecs from elements to bytes; the registry is for codecs that hold chains. */
  @FunctionalInterface
  non-sealed interface ArrayToBytes extends CodecFactory {
    ArrayToBytesCodec bind(CodecConfig config, ChunkRepresentation decoded, CodecRegistry registry);
  }

  /** Binds codecs from bytes to bytes. */
  @FunctionalInterface
  non-sealed interface BytesToBytes extends CodecFactory {
    BytesToBytesCodec bind(CodecConfig config, SizeBound decodedSize);
  }
}
