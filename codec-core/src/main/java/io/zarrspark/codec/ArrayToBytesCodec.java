package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;

/** A codec from elements to bytes. */
public non-sealed interface ArrayToBytesCodec extends Codec {
  /** What it is bound to. */
  ChunkRepresentation decoded();

  /** Size of what {@link #encode} returns. */
  SizeBound encodedSize();

  ByteSlice encode(ChunkData decoded, CodecScratch scratch);

  /** New elements, or those of the scratch; nothing of the bytes is kept. */
  ChunkData decode(ByteSlice encoded, CodecScratch scratch);
}
