package io.zarrspark.codec;

/** A codec from bytes to bytes. Results may lie in the scratch and live until its next use. */
public non-sealed interface BytesToBytesCodec extends Codec {
  /** Size of what {@link #encode} returns. */
  SizeBound encodedSize();

  ByteSlice encode(ByteSlice decoded, CodecScratch scratch);

  ByteSlice decode(ByteSlice encoded, CodecScratch scratch);
}
