package io.zarrspark.type;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.zarrspark.model.EdgePatterns;
import io.zarrspark.model.Exact;
import io.zarrspark.model.ModelCast;
import io.zarrspark.model.ModelRounding;
import io.zarrspark.model.ModelType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;

/** Scalars in JSON: exact to the bit there and back, decimals rounded once. */
class ScalarModelTest {

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void everyPatternComesBack(@ForAll NumberType type) throws JsonProcessingException {
    if (type.bits() <= 16) {
      for (long pattern = 0; pattern < 1L << type.bits(); pattern++) {
        checkRoundTrip(new NumberScalar(type, pattern));
      }
    }
  }

  @Property(tries = 20_000, seed = "20261136")
  void anyPatternComesBack(@ForAll NumberType type, @ForAll long seed)
      throws JsonProcessingException {
    ModelType model = ModelType.named(type.zarrName());
    checkRoundTrip(new NumberScalar(type, EdgePatterns.random(model, new Random(seed))));
  }

  private static void checkRoundTrip(NumberScalar scalar) throws JsonProcessingException {
    String text = Json.write(ScalarJson.format(scalar));
    NumberScalar back = ScalarJson.parse(scalar.dataType(), Json.parse(text));
    NumberScalar direct = ScalarJson.parse(scalar.dataType(), ScalarJson.format(scalar));
    if (!back.equals(scalar) || !direct.equals(scalar)) {
      assertThat(List.of(back, direct)).as(text).isEqualTo(List.of(scalar, scalar));
    }
  }

  /** The value of a pattern is the one the format has. */
  @Property(generation = GenerationMode.EXHAUSTIVE)
  void everyPatternMeansItsNumber(@ForAll NumberType type) {
    ModelType model = ModelType.named(type.zarrName());
    for (long pattern = 0; type.bits() <= 16 && pattern < 1L << type.bits(); pattern++) {
      NumberScalar scalar = new NumberScalar(type, pattern);
      Exact exact = model.decode(pattern);
      assertThat(scalar.isNaN()).isEqualTo(exact.isNaN());
      if (exact.isFinite()) {
        assertThat(scalar.exactValue()).isEqualByComparingTo(exact.value());
      }
    }
  }

  @Property(tries = 20_000, seed = "20261137")
  void decimalsAreRoundedOnce(@ForAll NumberType type, @ForAll long seed) {
    Random random = new Random(seed);
    ModelType model = ModelType.named(type.zarrName());
    BigDecimal decimal = decimal(model, random);
    String literal = literal(decimal, random);
    Optional<Exact> expected = expected(model, decimal, literal);
    Optional<NumberScalar> actual = parse(type, literal);
    assertThat(actual.map(NumberScalar::pattern))
        .as("%s as %s, seed %d", literal, type, seed)
        .isEqualTo(expected.map(model::encode));
  }

  /** At, or just beside, the middle between neighbours; or near the limits of an integer type. */
  private static BigDecimal decimal(ModelType type, Random random) {
    BigDecimal decimal;
    if (type.isInteger()) {
      BigInteger limit = random.nextBoolean() ? type.min() : type.max();
      decimal = new BigDecimal(limit.add(BigInteger.valueOf(random.nextInt(5) - 2)));
      return random.nextInt(8) == 0 ? decimal.add(new BigDecimal("1e-30")) : decimal;
    }
    long index =
        switch (random.nextInt(4)) {
          case 0 -> 0;
          case 1 -> type.largestIndex();
          default -> random.nextLong(type.largestIndex());
        };
    BigDecimal lower = type.magnitude(index);
    BigDecimal upper = type.magnitude(index + 1);
    BigDecimal middle = lower.add(upper).multiply(new BigDecimal("0.5"));
    BigDecimal tiny = upper.subtract(lower).multiply(new BigDecimal("1e-50"));
    decimal =
        switch (random.nextInt(4)) {
          case 0 -> middle;
          case 1 -> middle.add(tiny);
          case 2 -> middle.subtract(tiny);
          default -> lower;
        };
    return random.nextBoolean() ? decimal : decimal.negate();
  }

  private static String literal(BigDecimal decimal, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> decimal.toPlainString();
      case 1 -> decimal.unscaledValue() + "e" + -decimal.scale();
      default -> decimal.toString().replace("E+", "e");
    };
  }

  private static Optional<Exact> expected(ModelType type, BigDecimal decimal, String literal) {
    if (type.isInteger()) {
      return decimal.stripTrailingZeros().scale() > 0
          ? Optional.empty()
          : Optional.of(Exact.of(decimal))
              .filter(exact -> exact.value().toBigInteger().compareTo(type.min()) >= 0)
              .filter(exact -> exact.value().toBigInteger().compareTo(type.max()) <= 0);
    }
    Exact number = Exact.finite(literal.startsWith("-"), decimal.abs());
    boolean power = type.isPowersOfTwo();
    // As a cast that clamps to infinity, but never to the largest or least finite number.
    String rule = type.hasInfinity() && !power ? "clamp" : "error";
    return new ModelCast(type, type, ModelRounding.NEAREST_EVEN, rule, List.of()).apply(number);
  }

  private static Optional<NumberScalar> parse(NumberType type, String literal) {
    try {
      return Optional.of(ScalarJson.parse(type, Json.parse(literal)));
    } catch (ScalarException e) {
      return Optional.empty();
    } catch (JsonProcessingException e) {
      throw new AssertionError(literal, e);
    }
  }
}
