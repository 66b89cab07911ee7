package io.zarrspark.codec;

import java.util.Map;

/** The codecs of this library. */
final class BuiltinCodecs {
  static final Map<String, CodecFactory> ALL =
      Map.ofEntries(
          arrayToArray(ScaleOffsetCodec.NAME, ScaleOffsetCodec::bind),
          arrayToArray(CastValueCodec.NAME, CastValueCodec::bind),
          arrayToArray(FixedScaleOffsetCodec.NAME, FixedScaleOffsetCodec::bind),
          arrayToArray(TransposeCodec.NAME, TransposeCodec::bind),
          arrayToBytes(BytesCodec.NAME, BytesCodec::bind),
          arrayToBytes(ShardingCodec.NAME, ShardingCodec::bind),
          bytesToBytes(BloscCodec.NAME, BloscCodec::bind),
          bytesToBytes(GzipCodec.NAME, GzipCodec::bind),
          bytesToBytes(ZstdCodec.NAME, ZstdCodec::bind),
          bytesToBytes(Crc32cCodec.NAME, Crc32cCodec::bind));

  private BuiltinCodecs() {}

  private static Map.Entry<String, CodecFactory> arrayToArray(
      String name, CodecFactory.ArrayToArray factory) {
    return Map.entry(name, factory);
  }

  private static Map.Entry<String, CodecFactory> arrayToBytes(
      String name, CodecFactory.ArrayToBytes factory) {
    return Map.entry(name, factory);
  }

  private static Map.Entry<String, CodecFactory> bytesToBytes(
      String name, CodecFactory.BytesToBytes factory) {
    return Map.entry(name, factory);
  }
}
