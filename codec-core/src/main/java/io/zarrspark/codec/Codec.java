package io.zarrspark.codec;

/**
 * A codec bound to the chunks it will see: immutable, its configuration checked, safe for use by
 * several threads. Anything reused between calls lives in a {@link CodecScratch}.
 */
public sealed interface Codec permits ArrayToArrayCodec, ArrayToBytesCodec, BytesToBytesCodec {
  /** The name in the metadata. */
  String name();

  /** Whether chunks can only be read: what its name promises cannot be kept by an encoder. */
  default boolean isDecodeOnly() {
    return false;
  }
}
