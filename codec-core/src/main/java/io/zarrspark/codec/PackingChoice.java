package io.zarrspark.codec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.ScalarJson;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How floats of a known range become small integers, such that none of them comes back with an
 * error above a bound: {@code scale_offset} and {@code cast_value}, and for missing values the
 * lowest code of a signed type, or the highest of an unsigned one.
 *
 * <p>Of scales and offsets that will do, those that people can read come first: no offset, then a
 * whole number; 1, 2 or 5 times a power of ten, then a power of two.
 *
 * @param codecs array -> array codecs, to stand before an array -> bytes codec
 * @param fillValue a fill value of the array that these codecs keep: NaN if there are missing
 *     values, else the offset
 */
public record PackingChoice(List<CodecConfig> codecs, NumberScalar fillValue) {
  private static final MathContext UP = new MathContext(40, RoundingMode.UP);

  /**
   * What is to be packed.
   *
   * @param type of the array, float32 or float64
   * @param codes the integer type that is stored
   * @param min least value of the data, finite, a number of the type
   * @param max greatest value of the data, finite, a number of the type
   * @param hasMissing whether NaN occurs as well
   */
  public record Range(
      NumberType type, NumberType codes, double min, double max, boolean hasMissing) {

    private double lowestCode() {
      double lowest = codes.minInteger();
      return hasMissing && codes.isSigned() ? lowest + 1 : lowest;
    }

    private double highestCode() {
      double highest = codes.maxInteger();
      return hasMissing && !codes.isSigned() ? highest - 1 : highest;
    }

    private BigDecimal available() {
      return new BigDecimal(highestCode())
          .subtract(new BigDecimal(lowestCode()))
          .add(BigDecimal.ONE);
    }

    private BigDecimal width() {
      return new BigDecimal(max).subtract(new BigDecimal(min));
    }

    private boolean fits(FloatSteps steps) {
      return steps.code(min) >= lowestCode() && steps.code(max) <= highestCode();
    }

    private Range with(NumberType otherCodes) {
      return new Range(type, otherCodes, min, max, hasMissing);
    }

    private void check() {
      if (type != NumberType.FLOAT32 && type != NumberType.FLOAT64) {
        throw new PackingException(
            "only float32 and float64 can be packed, not " + type + ". Leave the packing out");
      }
      if (!codes.isInteger() || codes.bits() > 32) {
        throw new PackingException(
            "numbers are packed into an integer type of at most 32 bits, not "
                + codes
                + ". Use int16, for example");
      }
      if (!(min <= max) || Double.isInfinite(min) || Double.isInfinite(max)) {
        throw new PackingException(
            "the range " + min + " to " + max + " is not finite, so it cannot be packed");
      }
    }
  }

  /**
   * Chooses scale and offset by the greatest error that is allowed: what is decoded differs from
   * what was encoded by no more than that, for every number in the range.
   *
   * @throws PackingException if the codes are too few, or the float type too coarse
   */
  public static PackingChoice within(Range range, BigDecimal maxAbsError) {
    range.check();
    if (maxAbsError.signum() <= 0) {
      throw new PackingException(
          "the maximal absolute error is " + maxAbsError + " but must be above 0");
    }
    return find(range, maxAbsError).orElseThrow(() -> refusal(range, maxAbsError));
  }

  /**
   * Takes scale and offset as they are given, in the terms of {@code scale_offset}: the code is
   * {@code (number - offset) * scale}, rounded.
   *
   * @throws PackingException if a number of the range has no code
   */
  public static PackingChoice of(Range range, double scale, double offset) {
    range.check();
    NumberScalar typedScale = FloatSteps.scalar(range.type, scale);
    NumberScalar typedOffset = FloatSteps.scalar(range.type, offset);
    FloatSteps steps =
        new FloatSteps(range.type, typedOffset.doubleValue(), typedScale.doubleValue());
    if (!(steps.scale() > 0) || Double.isInfinite(steps.scale()) || !Double.isFinite(offset)) {
      throw new PackingException(
          "the scale "
              + scale
              + " and the offset "
              + offset
              + " must be finite, and the scale above 0");
    }
    if (!range.fits(steps)) {
      throw new PackingException(
          "the range "
              + show(range.type, range.min)
              + " to "
              + show(range.type, range.max)
              + " has the codes "
              + plain(steps.code(range.min))
              + " to "
              + plain(steps.code(range.max))
              + " with scale "
              + typedScale
              + " and offset "
              + typedOffset
              + ", but "
              + range.codes
              + " has "
              + plain(range.lowestCode())
              + " to "
              + plain(range.highestCode())
              + (range.hasMissing ? " beside the one for missing values" : "")
              + ". Use another scale and offset, or a wider type");
    }
    return of(range, steps);
  }

  private static Optional<PackingChoice> find(Range range, BigDecimal maxAbsError) {
    for (double offset : offsets(range)) {
      for (double scale : scales(range, offset, maxAbsError)) {
        FloatSteps steps = new FloatSteps(range.type, offset, scale);
        boolean isConstant = range.min == range.max && offset == range.min;
        boolean isWithin =
            isConstant || steps.errorBound(range.min, range.max).compareTo(maxAbsError) <= 0;
        if (isWithin && range.fits(steps)) {
          return Optional.of(of(range, steps));
        }
      }
    }
    return Optional.empty();
  }

  private static List<Double> offsets(Range range) {
    List<Double> offsets = new ArrayList<>();
    if (range.min == range.max) {
      // Comes back exactly.
      offsets.add(range.min + 0.0);
      return offsets;
    }
    // The number whose code shall be 0, so that the codes lie well in their type.
    double wanted = range.codes.isSigned() ? range.min / 2 + range.max / 2 : range.min;
    double rounded = FloatSteps.scalar(range.type, wanted).doubleValue();
    double whole = Math.floor(rounded);
    offsets.add(0.0);
    if (Math.abs(whole) < 1 / FloatSteps.unitRoundoff(range.type).doubleValue()) {
      offsets.add(whole + 0.0);
    }
    offsets.add(rounded + 0.0);
    return offsets;
  }

  private static List<Double> scales(Range range, double offset, BigDecimal maxAbsError) {
    List<Double> scales = new ArrayList<>();
    if (range.min == range.max && offset == range.min) {
      scales.add(1.0);
      return scales;
    }
    BigDecimal least = BigDecimal.ONE.divide(maxAbsError.multiply(BigDecimal.valueOf(2)), UP);
    BigDecimal power = BigDecimal.ONE.scaleByPowerOfTen(least.precision() - least.scale() - 1);
    for (int factor : new int[] {1, 2, 5, 10, 20}) {
      addScale(scales, range.type, power.multiply(BigDecimal.valueOf(factor)), least);
    }
    double binary = Math.scalb(1.0, Math.getExponent(least.doubleValue()));
    addScale(scales, range.type, new BigDecimal(binary), least);
    addScale(scales, range.type, new BigDecimal(binary * 2), least);
    // As few codes as will do: what arithmetic may err is taken off the bound first.
    BigDecimal twice = maxAbsError.multiply(BigDecimal.valueOf(2));
    BigDecimal rest =
        maxAbsError.subtract(
            new FloatSteps(range.type, offset, 3).roundingBound(range.min, range.max, twice));
    if (rest.signum() > 0) {
      BigDecimal fewest = BigDecimal.ONE.divide(rest.multiply(BigDecimal.valueOf(2)), UP);
      addScale(scales, range.type, fewest, least);
    }
    return scales;
  }

  private static void addScale(
      List<Double> scales, NumberType type, BigDecimal scale, BigDecimal least) {
    double rounded = FloatSteps.roundUp(type, scale);
    if (scale.compareTo(least) >= 0 && rounded > 0 && Double.isFinite(rounded)) {
      scales.add(rounded);
    }
  }

  private static PackingChoice of(Range range, FloatSteps steps) {
    NumberType type = range.type;
    List<CodecConfig> codecs = new ArrayList<>();
    ObjectNode scaleOffset = Json.nodes().objectNode();
    if (steps.offset() != 0) {
      scaleOffset.set("offset", ScalarJson.format(FloatSteps.scalar(type, steps.offset())));
    }
    if (steps.scale() != 1) {
      scaleOffset.set("scale", ScalarJson.format(FloatSteps.scalar(type, steps.scale())));
    }
    if (!scaleOffset.isEmpty()) {
      codecs.add(CodecConfig.of(ScaleOffsetCodec.NAME, scaleOffset));
    }
    ObjectNode cast =
        Json.nodes()
            .objectNode()
            .put("data_type", range.codes.zarrName())
            .put("rounding", "nearest-even");
    if (range.hasMissing) {
      long missing = range.codes.isSigned() ? range.codes.minInteger() : range.codes.maxInteger();
      NumberScalar code = NumberScalar.ofStored(range.codes, missing);
      ObjectNode map = cast.putObject("scalar_map");
      map.putArray("encode").addArray().add("NaN").add(ScalarJson.format(code));
      map.putArray("decode").addArray().add(ScalarJson.format(code)).add("NaN");
    }
    codecs.add(CodecConfig.of(CastValueCodec.NAME, cast));
    NumberScalar fill =
        range.hasMissing
            ? new NumberScalar(type, type.floatFormat().canonicalNaN())
            : FloatSteps.scalar(type, steps.offset());
    return new PackingChoice(List.copyOf(codecs), fill);
  }

  private static PackingException refusal(Range range, BigDecimal maxAbsError) {
    BigDecimal twice = maxAbsError.multiply(BigDecimal.valueOf(2));
    // Each code stands for the numbers up to the bound on either side.
    BigDecimal needed =
        range.width().divide(twice, UP).setScale(0, RoundingMode.CEILING).max(BigDecimal.ONE);
    String problem =
        "the range "
            + show(range.type, range.min)
            + " to "
            + show(range.type, range.max)
            + " in steps of 2 * "
            + maxAbsError.toPlainString()
            + " needs "
            + needed.toPlainString()
            + " codes; "
            + range.codes
            + " has "
            + range.available().toPlainString()
            + (range.hasMissing ? " beside the one for missing values" : "");
    if (needed.compareTo(range.available()) <= 0) {
      problem +=
          ", but the rounding of "
              + range.type
              + " arithmetic alone errs by up to "
              + new FloatSteps(range.type, range.min / 2 + range.max / 2, 3)
                  .roundingBound(range.min, range.max, twice)
                  .round(new MathContext(2, RoundingMode.UP));
    }
    String remedy = wider(range, maxAbsError).map(type -> "Use " + type + " or ").orElse("Use ");
    return new PackingException(
        problem
            + ". "
            + remedy
            + leastError(range, maxAbsError)
                .map(least -> "maxAbsError of at least " + least.toPlainString())
                .orElse("no packing"));
  }

  /** A wider integer type that would do. */
  private static Optional<NumberType> wider(Range range, BigDecimal maxAbsError) {
    for (NumberType type : NumberType.values()) {
      if (type.isInteger()
          && type.isSigned() == range.codes.isSigned()
          && type.bits() > range.codes.bits()
          && type.bits() <= 32
          && find(range.with(type), maxAbsError).isPresent()) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** About the least bound that the type can keep; it does keep this one. */
  private static Optional<BigDecimal> leastError(Range range, BigDecimal maxAbsError) {
    BigDecimal codes = range.available().subtract(BigDecimal.ONE);
    BigDecimal error =
        range.width().divide(codes.multiply(BigDecimal.valueOf(2)), UP).max(maxAbsError);
    for (int attempt = 0; attempt < 200; attempt++) {
      BigDecimal rounded = error.round(new MathContext(3, RoundingMode.UP));
      if (find(range, rounded).isPresent()) {
        return Optional.of(rounded);
      }
      error = rounded.multiply(new BigDecimal(attempt < 100 ? "1.005" : "1.2"));
    }
    return Optional.empty();
  }

  private static String show(NumberType type, double number) {
    return FloatSteps.scalar(type, number).toString();
  }

  private static String plain(double code) {
    return Double.isFinite(code) ? new BigDecimal(code).toPlainString() : Double.toString(code);
  }
}
