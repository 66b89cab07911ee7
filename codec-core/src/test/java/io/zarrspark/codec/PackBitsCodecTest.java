package io.zarrspark.codec;

import static io.zarrspark.codec.Chains.assertRefused;
import static io.zarrspark.codec.Chains.assertUndecodable;
import static io.zarrspark.codec.Chains.chain;
import static io.zarrspark.codec.Chains.decode;
import static io.zarrspark.codec.Chains.encode;
import static io.zarrspark.codec.Chains.hex;
import static io.zarrspark.codec.Chains.ofPatterns;
import static io.zarrspark.codec.Chains.patterns;
import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.type.NumberType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PackBitsCodecTest {
  private static final int[] LENGTHS = {1, 2, 3, 7, 8, 9, 63, 64, 1023, 1024, 1025, 2100};

  @ParameterizedTest
  @EnumSource
  void everyRangeOfBitsIsPackedAsTheModelSays(NumberType type) {
    Random random = new Random(type.ordinal());
    int step = type.bits() <= 16 ? 1 : 7;
    for (int first = 0; first < type.bits(); first += step) {
      for (int last = first; last < type.bits(); last += step) {
        check(type, first, last, LENGTHS[random.nextInt(LENGTHS.length)], random);
      }
    }
    for (int length : LENGTHS) {
      check(type, 0, type.bits() - 1, length, random);
      check(type, 0, Math.max(0, type.bits() - 2), length, random);
    }
  }

  private static void check(NumberType type, int first, int last, int length, Random random) {
    List<Long> elements = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      elements.add(random.nextLong() & type.mask());
    }
    int width = last - first + 1;
    BigInteger sequence = BigInteger.ZERO;
    List<Long> decoded = new ArrayList<>();
    for (int i = length - 1; i >= 0; i--) {
      long field = elements.get(i) >>> first & -1L >>> (64 - width);
      sequence = sequence.shiftLeft(width).or(new BigInteger(Long.toUnsignedString(field)));
      boolean negative = type.isInteger() && type.isSigned() && (field >>> (width - 1)) == 1;
      long above = negative && last < 63 ? -1L << (last + 1) : 0;
      decoded.add(0, (field << first | above) & type.mask());
    }
    byte[] packed = littleEndian(sequence, (length * width + 7) / 8);
    byte padding = (byte) (packed.length * 8 - length * width);
    String range = "'first_bit': " + first + ", 'last_bit': " + last;
    int[] shape = {length};

    CodecPipeline plain = chain(type, shape, codec(range));
    assertThat(encode(plain, ofPatterns(type, elements))).as(range).isEqualTo(packed);
    assertThat(patterns(type, decode(plain, packed))).as(range).isEqualTo(decoded);
    assertThat(plain.encodedSize()).isEqualTo(SizeBound.exactly(packed.length));

    byte[] before = new byte[packed.length + 1];
    System.arraycopy(packed, 0, before, 1, packed.length);
    before[0] = padding;
    CodecPipeline first1 = chain(type, shape, codec(range + ", 'padding_encoding': 'first_byte'"));
    assertThat(encode(first1, ofPatterns(type, elements))).as(range).isEqualTo(before);
    assertThat(patterns(type, decode(first1, before))).as(range).isEqualTo(decoded);

    byte[] after = new byte[packed.length + 1];
    System.arraycopy(packed, 0, after, 0, packed.length);
    after[packed.length] = padding;
    CodecPipeline last1 = chain(type, shape, codec(range + ", 'padding_encoding': 'last_byte'"));
    assertThat(encode(last1, ofPatterns(type, elements))).as(range).isEqualTo(after);
    assertThat(patterns(type, decode(last1, after))).as(range).isEqualTo(decoded);
  }

  private static String codec(String configuration) {
    return "{'name': 'packbits', 'configuration': {" + configuration + "}}";
  }

  private static byte[] littleEndian(BigInteger value, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = value.shiftRight(8 * i).byteValue();
    }
    return bytes;
  }

  @Test
  void nothingIsPackedMoreTightlyByDefault() {
    CodecPipeline chain = chain(NumberType.INT4, new int[] {3}, "'packbits'");
    assertThat(encode(chain, ofPatterns(NumberType.INT4, List.of(1L, 0xfL, 7L))))
        .isEqualTo(hex("f1 07"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'start_bit': 2, 'end_bit': 5, 'padding_encoding': 'end_byte'",
        "'first_bit': 2, 'last_bit': 5, 'padding_encoding': 'last_byte'",
        "'first_bit': 2, 'start_bit': null, 'end_bit': 5, 'padding_encoding': 'last_byte'"
      })
  void theSpellingsOfTheSchemaAreRead(String configuration) {
    CodecPipeline chain = chain(NumberType.UINT8, new int[] {3}, codec(configuration));
    assertThat(encode(chain, ofPatterns(NumberType.UINT8, List.of(0xffL, 0x04L, 0x20L))))
        .isEqualTo(hex("1f 08 04"));
  }

  @Test
  void paddingBitsOtherThanZeroAreIgnored() {
    CodecPipeline chain = chain(NumberType.UINT4, new int[] {1}, "'packbits'");
    assertThat(patterns(NumberType.UINT4, decode(chain, hex("a3")))).containsExactly(3L);
  }

  @Test
  void aWrongNumberOfBytesIsRefused() {
    CodecPipeline chain = chain(NumberType.INT4, new int[] {3}, "'packbits'");
    assertUndecodable(chain, hex("f1"))
        .hasMessage("packbits: there are 1 bytes, but 3 elements of 4 bits have 2");
  }

  @Test
  void aWrongNumberOfPaddingBitsIsRefused() {
    CodecPipeline chain =
        chain(NumberType.INT4, new int[] {3}, codec("'padding_encoding': 'first_byte'"));
    assertUndecodable(chain, hex("fc f1 07"))
        .hasMessage(
            "packbits: the data says that 252 bits are padding, but 3 elements of 4 bits leave 4");
  }

  @Test
  void invalidConfigurationsAreRefused() {
    int[] shape = {3};
    assertRefused(NumberType.INT16, shape, codec("'first_bit': 9, 'last_bit': 8"))
        .hasMessage("codecs[0]: packbits: last_bit is 8, which is before first_bit, 9");
    assertRefused(NumberType.INT16, shape, codec("'last_bit': 16"))
        .hasMessage(
            "codecs[0]: the configuration of packbits: \"last_bit\" is 16 but must be an integer"
                + " from 0 to 15");
    assertRefused(NumberType.INT16, shape, codec("'first_bit': 1, 'start_bit': 1"))
        .hasMessage("codecs[0]: packbits: first_bit and start_bit are the same; leave one out");
    assertRefused(NumberType.INT16, shape, codec("'padding_encoding': 'byte'"))
        .hasMessage(
            "codecs[0]: packbits: padding_encoding is \"byte\" but must be \"none\","
                + " \"first_byte\" or \"last_byte\"");
    assertRefused(NumberType.INT16, shape, codec("'bits': 3"))
        .hasMessage(
            "codecs[0]: the configuration of packbits has unknown members [bits]; known are"
                + " [first_bit, start_bit, last_bit, end_bit, padding_encoding]");
  }
}
