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
          arrayToArray(ReshapeCodec.NAME, ReshapeCodec::bind),
          arrayToArray(BitRoundCodec.NAME, BitRoundCodec::bind),
          arrayToArray(BitRoundCodec.NUMCODECS_NAME, BitRoundCodec::bind),
          arrayToArray(AsTypeCodec.NAME, AsTypeCodec::bind),
          arrayToArray(DeltaCodec.NAME, DeltaCodec::bind),
          arrayToArray(QuantizeCodec.NAME, QuantizeCodec::bind),
          arrayToArray(CategorizeCodec.NAME, CategorizeCodec::bind),
          arrayToArray(NumcodecsPackBitsCodec.NAME, NumcodecsPackBitsCodec::bind),
          arrayToBytes(BytesCodec.NAME, BytesCodec::bind),
          arrayToBytes(VariableLengthCodec.UTF8, VariableLengthCodec::bindUtf8),
          arrayToBytes(VariableLengthCodec.BYTES, VariableLengthCodec::bindBytes),
          arrayToBytes(PackBitsCodec.NAME, PackBitsCodec::bind),
          arrayToBytes(ShardingCodec.NAME, ShardingCodec::bind),
          bytesToBytes(BloscCodec.NAME, BloscCodec::bind),
          bytesToBytes(BloscCodec.NUMCODECS_NAME, BloscCodec::bindNumcodecs),
          bytesToBytes(GzipCodec.NAME, GzipCodec::bind),
          bytesToBytes(GzipCodec.NUMCODECS_NAME, GzipCodec::bindNumcodecs),
          bytesToBytes(ZlibCodec.NAME, ZlibCodec::bind),
          bytesToBytes(ZstdCodec.NAME, ZstdCodec::bind),
          bytesToBytes(ZstdCodec.NUMCODECS_NAME, ZstdCodec::bindNumcodecs),
          bytesToBytes(Lz4Codec.NAME, Lz4Codec::bind),
          bytesToBytes(Bzip2Codec.NAME, Bzip2Codec::bind),
          bytesToBytes(LzmaCodec.NAME, LzmaCodec::bind),
          bytesToBytes(ShuffleCodec.NAME, ShuffleCodec::bind),
          bytesToBytes(Crc32cCodec.NAME, Crc32cCodec::bind),
          bytesToBytes(ChecksumCodec.CRC32_NAME, ChecksumCodec::bindCrc32),
          bytesToBytes(ChecksumCodec.CRC32C_NAME, ChecksumCodec::bindCrc32c),
          bytesToBytes(ChecksumCodec.ADLER32_NAME, ChecksumCodec::bindAdler32),
          bytesToBytes(ChecksumCodec.FLETCHER32_NAME, ChecksumCodec::bindFletcher32),
          bytesToBytes(ChecksumCodec.JENKINS_LOOKUP3_NAME, ChecksumCodec::bindJenkinsLookup3));

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
