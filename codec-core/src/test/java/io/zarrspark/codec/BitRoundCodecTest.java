package io.zarrspark.codec;

import static io.zarrspark.codec.Chains.assertRefused;
import static io.zarrspark.codec.Chains.chain;
import static io.zarrspark.codec.Chains.encode;
import static io.zarrspark.codec.Chains.ofPatterns;
import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.List;
import org.junit.jupiter.api.Test;

class BitRoundCodecTest {
  private static String codec(String name, int keepBits) {
    return "{'name': '" + name + "', 'configuration': {'keepbits': " + keepBits + "}}";
  }

  private static ChunkData rounded(NumberType type, int keepBits, ChunkData elements) {
    CodecPipeline chain =
        chain(type, new int[] {elements.length()}, codec("bitround", keepBits), "'bytes'");
    byte[] encoded = encode(chain, elements);
    return Chains.decode(chain, encoded);
  }

  /** The table of the codec's sample data. */
  @Test
  void floatsAreRoundedAsTheSampleDataOfTheText() {
    float[] original = {
      0, .1f, 1.2f, 12.3f, 123.4f, 1234.5f, Float.NaN, Float.POSITIVE_INFINITY, -1 / 0f
    };
    float[] expected = {
      0, .1015625f, 1.25f, 12, 120, 1280, Float.NaN, Float.POSITIVE_INFINITY, -1 / 0f
    };
    assertThat(rounded(NumberType.FLOAT32, 3, new ChunkData.Floats(original)).array())
        .isEqualTo(expected);
  }

  @Test
  void integersAreRoundedAsTheSampleDataOfTheText() {
    byte[] original = {0, 1, 10, 11, 100, 123, (byte) 200, (byte) 208, (byte) 209, (byte) 255};
    byte[] expected = {
      0, 1, 10, 12, 96, (byte) 128, (byte) 192, (byte) 192, (byte) 224, (byte) 224
    };
    assertThat(rounded(NumberType.UINT8, 3, new ChunkData.Bytes(original)).array())
        .isEqualTo(expected);
  }

  @Test
  void signedIntegersAreRoundedByMagnitudeAndStayInTheType() {
    assertThat(
            rounded(NumberType.INT8, 3, new ChunkData.Bytes(new byte[] {-1, -11, 127, -127, -128}))
                .array())
        .isEqualTo(new byte[] {-1, -12, 112, -128, -128});
    assertThat(
            rounded(
                    NumberType.INT64,
                    1,
                    new ChunkData.Longs(new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -3, 5, 6}))
                .array())
        .isEqualTo(new long[] {1L << 62, Long.MIN_VALUE, -4, 4, 8});
    assertThat(
            rounded(
                    NumberType.UINT64,
                    2,
                    new ChunkData.Longs(new long[] {-1, Long.MIN_VALUE, 0xaL << 60, 11}))
                .array())
        .isEqualTo(new long[] {3L << 62, Long.MIN_VALUE, 2L << 62, 12});
  }

  @Test
  void everyNanStaysAsItIs() {
    List<Long> nans = List.of(0x7f800001L, 0x7fffffffL, 0xffffffffL, 0x7fc00000L);
    CodecPipeline chain =
        chain(NumberType.FLOAT32, new int[] {4}, codec("numcodecs.bitround", 0), "'bytes'");
    byte[] encoded = encode(chain, ofPatterns(NumberType.FLOAT32, nans));
    assertThat(Chains.patterns(NumberType.FLOAT32, Chains.decode(chain, encoded))).isEqualTo(nans);
  }

  @Test
  void bfloat16AndHalfAreRoundedOnTheirOwnMantissa() {
    List<Long> before = List.of(0x3f81L, 0x3f83L, 0xbf83L, 0x0001L, 0x7f7fL, 0x7f81L);
    assertThat(
            Chains.patterns(
                NumberType.BFLOAT16,
                rounded(NumberType.BFLOAT16, 6, ofPatterns(NumberType.BFLOAT16, before))))
        .containsExactly(0x3f80L, 0x3f84L, 0xbf84L, 0x0000L, 0x7f80L, 0x7f81L);
    assertThat(
            Chains.patterns(
                NumberType.FLOAT16,
                rounded(
                    NumberType.FLOAT16,
                    8,
                    ofPatterns(NumberType.FLOAT16, List.of(0x3c02L, 0x3c06L, 0x0003L)))))
        .containsExactly(0x3c00L, 0x3c08L, 0x0004L);
  }

  @Test
  void moreBitsThanThereAreChangeNothing() {
    float[] values = {.1f, -7.7f};
    assertThat(rounded(NumberType.FLOAT32, 99, new ChunkData.Floats(values)).array())
        .isEqualTo(values);
  }

  @Test
  void theFillValueIsRoundedToo() {
    NumberScalar fill = new NumberScalar(NumberType.FLOAT32, Float.floatToRawIntBits(.1f));
    ArrayToArrayCodec codec =
        BitRoundCodec.bind(
            CodecConfig.parse(Chains.json(codec("bitround", 3))),
            new ChunkRepresentation(NumberType.FLOAT32, new int[] {2}, FillValue.of(fill)));
    assertThat(codec.encoded().fillValue()).hasToString("0.1015625");
  }

  @Test
  void invalidConfigurationsAreRefused() {
    int[] shape = {1};
    assertRefused(NumberType.FLOAT32, shape, codec("bitround", 0), "'bytes'")
        .hasMessage(
            "codecs[0]: the configuration of bitround: \"keepbits\" is 0 but must be an integer"
                + " from 1 to 2147483647");
    assertRefused(NumberType.INT32, shape, codec("numcodecs.bitround", 3), "'bytes'")
        .hasMessage(
            "codecs[0]: numcodecs.bitround: works on float16, float32 and float64, not on int32");
    assertRefused(NumberType.FLOAT8_E4M3, shape, codec("bitround", 3), "'bytes'")
        .hasMessage(
            "codecs[0]: bitround: works on floats of at least 16 bits and integers of at least 8,"
                + " not on float8_e4m3");
    assertRefused(NumberType.FLOAT32, shape, "'bitround'", "'bytes'")
        .hasMessage("codecs[0]: the configuration of bitround lacks the member \"keepbits\"");
  }
}
