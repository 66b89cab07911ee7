package io.zarrspark.codec;

import static io.zarrspark.codec.Chains.assertRefused;
import static io.zarrspark.codec.Chains.assertUndecodable;
import static io.zarrspark.codec.Chains.chain;
import static io.zarrspark.codec.Chains.decode;
import static io.zarrspark.codec.Chains.encode;
import static io.zarrspark.codec.Chains.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.kernel.ElementException;
import io.zarrspark.type.NumberType;
import org.junit.jupiter.api.Test;

/** The array -> array codecs of numcodecs; what numcodecs wrote is in NumcodecsStoresTest. */
class NumcodecsFiltersTest {
  private static String delta(String dtype, String astype) {
    return ("{'name': 'numcodecs.delta', 'configuration': {'dtype': '%s', 'astype': '%s'}}")
        .formatted(dtype, astype);
  }

  private static String astype(String encoded, String decoded) {
    return ("{'name': 'numcodecs.astype', 'configuration': {'encode_dtype': '%s',"
            + " 'decode_dtype': '%s'}}")
        .formatted(encoded, decoded);
  }

  private static String quantize(int digits, String dtype) {
    return ("{'name': 'numcodecs.quantize', 'configuration': {'digits': %d, 'dtype': '%s'}}")
        .formatted(digits, dtype);
  }

  private static CodecPipeline of(NumberType type, int length, String codec) {
    return chain(type, new int[] {length}, codec, "'bytes'");
  }

  @Test
  void integerDifferencesWrapAndComeBack() {
    CodecPipeline chain = of(NumberType.UINT8, 4, delta("|u1", "|i1"));
    ChunkData elements = new ChunkData.Bytes(new byte[] {(byte) 200, 3, (byte) 255, 0});
    byte[] encoded = encode(chain, elements);
    assertThat(encoded).isEqualTo(hex("c8 3b fc 01"));
    assertThat(decode(chain, encoded).array()).isEqualTo(elements.array());
  }

  @Test
  void aDifferenceThatWouldNotComeBackIsRefused() {
    CodecPipeline chain = of(NumberType.INT32, 3, delta("<i4", "<i2"));
    assertThatThrownBy(() -> encode(chain, new ChunkData.Ints(new int[] {1, 5, 40_000})))
        .isInstanceOf(CodingException.class)
        .hasMessage(
            "numcodecs.delta: the difference 39995 at element 2 does not fit int16. Set \"astype\""
                + " to a wider type");
  }

  @Test
  void halfSumsAreRoundedAtEveryStep() {
    CodecPipeline chain = of(NumberType.FLOAT16, 4, delta("f2", "f4"));
    // 2048 + 1 is halfway between two halves, and 65504 + 16 between the largest and infinity.
    byte[] floats = hex("00000045 0000803f 00004040 00007f47");
    assertThat(Chains.patterns(NumberType.FLOAT16, decode(chain, floats)))
        .containsExactly(0x6800L, 0x6800L, 0x6802L, 0x7c00L);
  }

  @Test
  void theFillValueOfDifferencesIsUnknown() {
    ArrayToArrayCodec codec =
        (ArrayToArrayCodec) of(NumberType.INT16, 2, delta("i2", "i2")).codecs().get(0);
    assertThat(codec.encoded().fillValue().reasonMissing())
        .isEqualTo(
            "numcodecs.delta encodes differences, so no one value stands for the fill value");
    assertThat(codec.blockwiseOrder()).isNull();
  }

  @Test
  void castsWrapTruncateAndOverflowAsInNumpy() {
    CodecPipeline wraps = of(NumberType.INT32, 3, astype("|u1", "<i4"));
    assertThat(encode(wraps, new ChunkData.Ints(new int[] {-1, 256, 300})))
        .isEqualTo(hex("ff 00 2c"));
    CodecPipeline truncates = of(NumberType.FLOAT32, 3, astype("i1", "f4"));
    assertThat(encode(truncates, new ChunkData.Floats(new float[] {-1.9f, .99f, -.5f})))
        .isEqualTo(hex("ff 00 00"));
    CodecPipeline overflows = of(NumberType.FLOAT64, 2, astype("f2", "f8"));
    assertThat(encode(overflows, new ChunkData.Doubles(new double[] {65519.99, -65520})))
        .isEqualTo(hex("ff7b 00fc"));
    // Rounded once: by way of float this would be a tie and go to 0x3c00.
    assertThat(encode(overflows, new ChunkData.Doubles(new double[] {1.0004882812501, 70000})))
        .isEqualTo(hex("013c 007c"));
  }

  @Test
  void aCastThatNumpyLeavesUndefinedIsRefused() {
    CodecPipeline chain = of(NumberType.UINT8, 1, astype("<f4", "|u1"));
    assertThatThrownBy(() -> decode(chain, hex("0000c07f")))
        .isInstanceOf(ElementException.class)
        .hasMessage(
            "numcodecs.astype: NaN at element 0 has no counterpart in uint8, and NumPy leaves such"
                + " a cast undefined. Repair the data.");
    assertThatThrownBy(() -> decode(chain, hex("00008043"))).isInstanceOf(ElementException.class);
    assertThat(decode(chain, hex("00007f43")).array()).isEqualTo(new byte[] {(byte) 255});
  }

  @Test
  void quantizingBeyondTheTypeIsRefused() {
    CodecPipeline chain = of(NumberType.FLOAT32, 2, quantize(30, "f4"));
    assertThatThrownBy(() -> encode(chain, new ChunkData.Floats(new float[] {1, 1e9f})))
        .isInstanceOf(ElementException.class)
        .hasMessage(
            "numcodecs.quantize: 1.0E9 at element 1 times 2^100 is not representable in float32."
                + " Use fewer digits, or repair the data.");
    CodecPipeline scale = of(NumberType.FLOAT16, 1, quantize(5, "f2"));
    assertThatThrownBy(() -> encode(scale, new ChunkData.Shorts(new short[1])))
        .isInstanceOf(ElementException.class);
    assertThat(decode(scale, hex("013c")).array()).isEqualTo(new short[] {0x3c01});
  }

  @Test
  void quantizedFloatsMayBeStoredNarrower() {
    CodecPipeline chain =
        of(
            NumberType.FLOAT64,
            2,
            "{'name': 'numcodecs.quantize', 'configuration': {'digits': 1, 'dtype': '<f8',"
                + " 'astype': '<f4'}}");
    byte[] encoded = encode(chain, new ChunkData.Doubles(new double[] {.3, -7.77}));
    assertThat(encoded).isEqualTo(hex("0000a03e 0000f8c0"));
    assertThat(decode(chain, encoded).array()).isEqualTo(new double[] {.3125, -7.75});
  }

  /** The bytes are those of numcodecs 0.17 for a bool array. */
  @Test
  void packedBitsAreThoseOfNumcodecs() {
    CodecPipeline chain = of(NumberType.UINT8, 11, "'numcodecs.packbits'");
    ChunkData elements = new ChunkData.Bytes(new byte[] {1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1});
    byte[] encoded = encode(chain, elements);
    assertThat(encoded).isEqualTo(hex("05 b3 a0"));
    assertThat(decode(chain, encoded).array()).isEqualTo(elements.array());
    assertUndecodable(chain, hex("04 b3 a0"))
        .hasMessage(
            "numcodecs.packbits: the data says that 4 bits are padding, but 11 elements leave 5");
    assertUndecodable(chain, hex("05 b3"))
        .hasMessage("bytes: there are 2 bytes, but 3 elements of uint8 have 3");
    assertThatThrownBy(
            () -> encode(chain, new ChunkData.Bytes(new byte[] {0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0})))
        .isInstanceOf(CodingException.class)
        .hasMessage("numcodecs.packbits: there are elements other than 0 and 1");
  }

  private static void refused(NumberType type, String codec, String message) {
    assertRefused(type, new int[] {2}, codec, "'bytes'").hasMessage("codecs[0]: " + message);
  }

  @Test
  void invalidConfigurationsAreRefused() {
    refused(
        NumberType.INT16,
        delta("i4", "i4"),
        "numcodecs.delta: dtype is int32 but int16 reaches the codec");
    refused(
        NumberType.INT16,
        delta("i2", "bool"),
        "numcodecs.delta: astype is \"bool\" but must be a NumPy integer or float type such as"
            + " \"<f4\" or \"int16\"");
    refused(
        NumberType.INT16,
        "'numcodecs.delta'",
        "the configuration of numcodecs.delta lacks the member \"dtype\"");
    refused(
        NumberType.INT16,
        astype("i4", "f4"),
        "numcodecs.astype: decode_dtype is float32 but int16 reaches the codec");
    refused(
        NumberType.BFLOAT16,
        "{'name': 'numcodecs.astype', 'configuration': {'encode_dtype': 'f4'}}",
        "numcodecs.astype: decode_dtype is \"bfloat16\" but must be a NumPy integer or float type"
            + " such as \"<f4\" or \"int16\"");
    refused(
        NumberType.INT16,
        quantize(1, "i2"),
        "numcodecs.quantize: works on floats only, not from int16 to int16");
    refused(
        NumberType.FLOAT32,
        quantize(301, "f4"),
        "the configuration of numcodecs.quantize: \"digits\" is 301 but must be an integer from"
            + " -300 to 300");
    refused(
        NumberType.INT16,
        "'numcodecs.packbits'",
        "numcodecs.packbits: works on elements of one byte, 0 or 1, not on int16");
  }
}
