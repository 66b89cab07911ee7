package io.zarrspark.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.codec.PackingChoice.Range;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

class PackingChoiceTest {
  private static final Pattern REMEDY = Pattern.compile("maxAbsError of at least ([0-9.]+)$");
  private static final NumberType[] CODES = {
    NumberType.INT4,
    NumberType.INT8,
    NumberType.UINT8,
    NumberType.INT16,
    NumberType.UINT16,
    NumberType.INT32,
    NumberType.UINT32
  };

  /** The bound holds to the bit, by what the codecs really do. */
  @Property(tries = 6000, seed = "20261130")
  void noNumberOfTheRangeComesBackWithALargerError(@ForAll long seed) {
    Random random = new Random(seed);
    NumberType type = random.nextBoolean() ? NumberType.FLOAT32 : NumberType.FLOAT64;
    Range range = range(random, type, CODES[random.nextInt(CODES.length)]);
    BigDecimal bound = bound(random, range);
    PackingChoice choice;
    try {
      choice = PackingChoice.within(range, bound);
    } catch (PackingException e) {
      Statistics.collect("refused");
      Matcher remedy = REMEDY.matcher(e.getMessage());
      if (remedy.find()) {
        BigDecimal least = new BigDecimal(remedy.group(1));
        assertThat(least).isGreaterThan(bound);
        check(range, PackingChoice.within(range, least), least, random, seed);
      }
      return;
    }
    Statistics.collect("packed");
    check(range, choice, bound, random, seed);
  }

  private static Range range(Random random, NumberType type, NumberType codes) {
    int exponents = type == NumberType.FLOAT32 ? 100 : 800;
    int exponent = random.nextInt(4) == 0 ? random.nextInt(2 * exponents) - exponents : 8;
    double one = typed(type, Math.scalb(random.nextDouble() * 2 - 1, exponent));
    double other =
        switch (random.nextInt(5)) {
          case 0 -> one;
          case 1 -> typed(type, one * (1 + Math.scalb(random.nextDouble(), -random.nextInt(22))));
          case 2 -> 0;
          default -> typed(type, Math.scalb(random.nextDouble() * 2 - 1, exponent));
        };
    return new Range(type, codes, Math.min(one, other), Math.max(one, other), random.nextBoolean());
  }

  private static double typed(NumberType type, double number) {
    return type == NumberType.FLOAT32 ? (float) number : number;
  }

  private static BigDecimal bound(Random random, Range range) {
    if (random.nextInt(4) == 0) {
      return BigDecimal.ONE.scaleByPowerOfTen(random.nextInt(9) - 6);
    }
    double width = range.max() - range.min();
    double codes = Math.scalb(1.0, range.codes().bits());
    double bound = width / codes * Math.scalb(0.5 + random.nextDouble(), random.nextInt(6) - 2);
    return bound > 0 && bound < Double.MAX_VALUE ? new BigDecimal(bound) : new BigDecimal("0.01");
  }

  private static void check(
      Range range, PackingChoice choice, BigDecimal bound, Random random, long seed) {
    NumberType type = range.type();
    List<Double> numbers = new ArrayList<>(List.of(range.min(), range.max()));
    for (int i = 0; i < 60; i++) {
      double drawn = typed(type, range.min() + (range.max() - range.min()) * random.nextDouble());
      numbers.add(drawn);
    }
    // The worst lie where one code ends and the next begins.
    double[] steps = steps(choice);
    for (int i = 0; i < 60; i++) {
      double code = Math.rint((numbers.get(i) - steps[1]) * steps[0]);
      double edge = typed(type, (code + 0.5) / steps[0] + steps[1]);
      for (int ulps = -2; ulps <= 2; ulps++) {
        numbers.add(
            type == NumberType.FLOAT32
                ? edge + ulps * Math.ulp((float) edge)
                : edge + ulps * Math.ulp(edge));
      }
    }
    numbers.removeIf(number -> !(number >= range.min() && number <= range.max()));
    if (range.hasMissing()) {
      numbers.add(Double.NaN);
    }
    ChunkData elements = ChunkData.allocate(type, numbers.size());
    for (int i = 0; i < numbers.size(); i++) {
      elements.setStored(i, stored(type, numbers.get(i)));
    }
    ChunkData decoded = roundTrip(range, choice, elements);
    for (int i = 0; i < numbers.size(); i++) {
      NumberScalar back = decoded.scalar(type, i);
      if (Double.isNaN(numbers.get(i))) {
        assertThat(back.isNaN()).isTrue();
        continue;
      }
      BigDecimal error = back.exactValue().subtract(new BigDecimal(numbers.get(i))).abs();
      assertThat(error)
          .as("%s of %s by %s, seed %d", numbers.get(i), range, choice, seed)
          .isLessThanOrEqualTo(bound);
      if (range.min() == range.max()) {
        assertThat(error).isZero();
      }
    }
  }

  private static long stored(NumberType type, double number) {
    return type == NumberType.FLOAT32
        ? Float.floatToRawIntBits((float) number)
        : Double.doubleToRawLongBits(number);
  }

  private static double[] steps(PackingChoice choice) {
    CodecConfig first = choice.codecs().get(0);
    boolean isScaled = first.name().equals("scale_offset");
    return new double[] {
      isScaled ? first.configuration().path("scale").asDouble(1) : 1,
      isScaled ? first.configuration().path("offset").asDouble(0) : 0
    };
  }

  private static ChunkData roundTrip(Range range, PackingChoice choice, ChunkData elements) {
    List<CodecConfig> chain = new ArrayList<>(choice.codecs());
    chain.add(CodecConfig.of("bytes", Json.nodes().objectNode().put("endian", "little")));
    CodecPipeline pipeline =
        CodecPipeline.bind(
            chain,
            new ChunkRepresentation(
                range.type(), new int[] {elements.length()}, FillValue.of(choice.fillValue())),
            CodecRegistry.standard());
    try (CodecScratch scratch = new CodecScratch()) {
      ByteSlice encoded = pipeline.encode(elements, scratch);
      assertThat(encoded.length()).isEqualTo(elements.length() * range.codes().storage().bytes());
      return pipeline.decode(encoded, null, scratch);
    }
  }

  private static String show(PackingChoice choice) {
    StringBuilder text = new StringBuilder();
    choice.codecs().forEach(codec -> text.append(Json.write(codec.toJson())).append(' '));
    return text + choice.fillValue().toString();
  }

  private static Range kelvin(NumberType codes, boolean hasMissing) {
    return new Range(NumberType.FLOAT64, codes, 183.4, 330.1, hasMissing);
  }

  @Test
  void readableScalesComeFirst() {
    assertThat(show(PackingChoice.within(kelvin(NumberType.INT16, true), new BigDecimal("0.01"))))
        .isEqualTo(
            "{\"name\":\"scale_offset\",\"configuration\":{\"scale\":64.0}}"
                + " {\"name\":\"cast_value\",\"configuration\":{\"data_type\":\"int16\","
                + "\"rounding\":\"nearest-even\",\"scalar_map\":{\"encode\":[[\"NaN\",-32768]],"
                + "\"decode\":[[-32768,\"NaN\"]]}}} NaN");
    assertThat(show(PackingChoice.within(kelvin(NumberType.INT16, false), new BigDecimal("0.003"))))
        .isEqualTo(
            "{\"name\":\"scale_offset\",\"configuration\":{\"offset\":256.0,\"scale\":200.0}}"
                + " {\"name\":\"cast_value\",\"configuration\":{\"data_type\":\"int16\","
                + "\"rounding\":\"nearest-even\"}} 256.0");
  }

  @Test
  void aConstantComesBackExactly() {
    assertThat(
            show(
                PackingChoice.within(
                    new Range(NumberType.FLOAT32, NumberType.INT8, 0.1f, 0.1f, false),
                    new BigDecimal("1e-9"))))
        .isEqualTo(
            "{\"name\":\"scale_offset\",\"configuration\":{\"offset\":0.10000000149011612}}"
                + " {\"name\":\"cast_value\",\"configuration\":{\"data_type\":\"int8\","
                + "\"rounding\":\"nearest-even\"}} 0.1");
  }

  @Test
  void scaleAndOffsetAreTakenAsGiven() {
    PackingChoice choice = PackingChoice.of(kelvin(NumberType.INT16, true), 200, 256);
    assertThat(steps(choice)).containsExactly(200, 256);
    assertThatThrownBy(() -> PackingChoice.of(kelvin(NumberType.INT16, true), 500, 256))
        .isInstanceOf(PackingException.class)
        .hasMessage(
            "the range 183.4 to 330.1 has the codes -36300 to 37050 with scale 500.0 and offset"
                + " 256.0, but int16 has -32767 to 32767 beside the one for missing values. Use"
                + " another scale and offset, or a wider type");
  }

  @Test
  void whatCannotBeKeptIsRefusedWithFigures() {
    assertThatThrownBy(
            () -> PackingChoice.within(kelvin(NumberType.INT16, true), new BigDecimal("0.001")))
        .isInstanceOf(PackingException.class)
        .hasMessage(
            "the range 183.4 to 330.1 in steps of 2 * 0.001 needs 73351 codes; int16 has 65535"
                + " beside the one for missing values. Use int32 or maxAbsError of at least"
                + " 0.00112");
    assertThatThrownBy(
            () ->
                PackingChoice.within(
                    new Range(NumberType.FLOAT32, NumberType.INT16, 16384, 16385, false),
                    new BigDecimal("0.0001")))
        .isInstanceOf(PackingException.class)
        .hasMessageStartingWith(
            "the range 16384.0 to 16385.0 in steps of 2 * 0.0001 needs 5000 codes; int16 has 65536,"
                + " but the rounding of float32 arithmetic alone errs by up to 0.0");
    assertThatThrownBy(
            () ->
                PackingChoice.within(
                    new Range(NumberType.FLOAT16, NumberType.INT8, 0, 1, false), BigDecimal.ONE))
        .hasMessage("only float32 and float64 can be packed, not float16. Leave the packing out");
    assertThatThrownBy(
            () ->
                PackingChoice.within(
                    new Range(NumberType.FLOAT32, NumberType.INT8, 0, Double.NaN, false),
                    BigDecimal.ONE))
        .hasMessage("the range 0.0 to NaN is not finite, so it cannot be packed");
    assertThatThrownBy(() -> PackingChoice.within(kelvin(NumberType.INT16, true), BigDecimal.ZERO))
        .hasMessage("the maximal absolute error is 0 but must be above 0");
  }
}
