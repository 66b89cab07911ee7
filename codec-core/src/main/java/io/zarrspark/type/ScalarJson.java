package io.zarrspark.type;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Scalars as Zarr v3 metadata writes them: fill values, and the scalars in codec configurations.
 *
 * <p>Integers are JSON numbers, exact at any size. Floats are JSON numbers rounded once to nearest,
 * ties to even; or {@code "NaN"}, {@code "Infinity"}, {@code "-Infinity"}; or {@code "0x…"}, the
 * bit pattern with two digits per byte. Source: the Zarr v3 core specification, "Fill value list".
 */
public final class ScalarJson {
  private static final Pattern HEX = Pattern.compile("0x[0-9a-fA-F]+");

  private ScalarJson() {}

  /**
   * Parses a scalar of a type.
   *
   * @throws ScalarException if the type has no such value or JSON may not write it so
   */
  public static Scalar parse(DataType dataType, JsonNode json) {
    return dataType instanceof NumberType number
        ? parse(number, json)
        : ValueJson.parse(dataType, json);
  }

  /**
   * Parses a number of a type.
   *
   * @throws ScalarException if the type has no such value or JSON may not write it so
   */
  public static NumberScalar parse(NumberType dataType, JsonNode json) {
    return dataType.isInteger() ? parseInteger(dataType, json) : parseFloat(dataType, json);
  }

  private static NumberScalar parseInteger(NumberType dataType, JsonNode json) {
    if (json == null || !json.isNumber()) {
      throw invalid(dataType, json, "a JSON number is needed");
    }
    BigDecimal decimal = json.decimalValue();
    // 5.0 and 1e1 are integers to every other reader, so they are read, but never written. The
    // guards keep 1e999999999 and 1e-30000000 from being expanded.
    long leadingDigit = (long) decimal.precision() - decimal.scale();
    if (decimal.signum() == 0) {
      return new NumberScalar(dataType, 0);
    }
    if (leadingDigit > 30) {
      throw invalid(dataType, json, "it is out of range");
    }
    if (leadingDigit <= 0) {
      throw invalid(dataType, json, "it is not an integer");
    }
    BigInteger integer;
    try {
      integer = decimal.toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw invalid(dataType, json, "it is not an integer");
    }
    BigInteger min = BigInteger.valueOf(dataType.minInteger());
    BigInteger max = new BigInteger(Long.toUnsignedString(dataType.maxInteger()));
    if (integer.compareTo(min) < 0 || integer.compareTo(max) > 0) {
      throw invalid(dataType, json, "the range is " + min + " to " + max);
    }
    return NumberScalar.ofStored(dataType, integer.longValue());
  }

  private static NumberScalar parseFloat(NumberType dataType, JsonNode json) {
    FloatFormat format = dataType.floatFormat();
    if (json != null && json.isTextual()) {
      return parseFloatText(dataType, json);
    }
    if (json == null || !json.isNumber()) {
      throw invalid(dataType, json, "a JSON number or one of the strings of floats is needed");
    }
    BigDecimal decimal = json.decimalValue();
    double value = Json.isNegativeZero(json) ? -0.0 : format.nearest(decimal);
    if (Math.abs(value) > format.maxFinite()) {
      if (!format.hasInfinity()) {
        throw invalid(dataType, json, "the largest value is " + format.maxFinite());
      }
      value = Math.copySign(Double.POSITIVE_INFINITY, value);
    }
    if (!format.hasZeroAndSign() && !(value >= format.minPositive())) {
      throw invalid(dataType, json, "the smallest value is " + format.minPositive());
    }
    return new NumberScalar(dataType, format.toPattern(value));
  }

  private static NumberScalar parseFloatText(NumberType dataType, JsonNode json) {
    FloatFormat format = dataType.floatFormat();
    String text = json.textValue();
    switch (text) {
      case "NaN" -> {
        if (!format.hasNaN()) {
          throw invalid(dataType, json, "the type has no NaN");
        }
        return new NumberScalar(dataType, format.canonicalNaN());
      }
      // "+Infinity" is not in the core list, but in an example of the cast_value text.
      case "Infinity", "+Infinity", "-Infinity" -> {
        if (!format.hasInfinity()) {
          throw invalid(dataType, json, "the type has no infinity");
        }
        double infinity =
            text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        return new NumberScalar(dataType, format.toPattern(infinity));
      }
      default -> {
        int digits = dataType.storage().bytes() * 2;
        if (!HEX.matcher(text).matches() || text.length() != digits + 2) {
          throw invalid(
              dataType,
              json,
              "strings are \"NaN\", \"Infinity\", \"-Infinity\" or 0x with " + digits + " digits");
        }
        long pattern = Long.parseUnsignedLong(text.substring(2), 16);
        if ((pattern & ~dataType.mask()) != 0) {
          throw invalid(dataType, json, "the type has " + dataType.bits() + " bits");
        }
        return new NumberScalar(dataType, pattern);
      }
    }
  }

  /**
   * Formats a scalar so that {@link #parse} returns it to the bit: canonical NaN as {@code "NaN"},
   * other NaNs as hex, finite floats as the shortest decimal of the value widened to double.
   */
  public static JsonNode format(Scalar scalar) {
    return scalar instanceof NumberScalar number ? format(number) : ValueJson.format(scalar);
  }

  private static JsonNode format(NumberScalar scalar) {
    NumberType dataType = scalar.dataType();
    if (dataType.isInteger()) {
      return dataType == NumberType.UINT64
          ? Json.nodes().numberNode(new BigInteger(Long.toUnsignedString(scalar.pattern())))
          : Json.nodes().numberNode(scalar.stored());
    }
    FloatFormat format = dataType.floatFormat();
    if (scalar.isNaN()) {
      return Json.nodes().textNode(scalar.pattern() == format.canonicalNaN() ? "NaN" : hex(scalar));
    }
    double value = scalar.doubleValue();
    if (Double.isInfinite(value)) {
      return Json.nodes().textNode(value > 0 ? "Infinity" : "-Infinity");
    }
    if (value == 0 && 1 / value < 0) {
      return Json.NEGATIVE_ZERO;
    }
    return Json.nodes().numberNode(value);
  }

  private static String hex(NumberScalar scalar) {
    int digits = scalar.dataType().storage().bytes() * 2;
    return String.format(Locale.ROOT, "0x%0" + digits + "x", scalar.pattern());
  }

  static ScalarException invalid(DataType dataType, JsonNode json, String why) {
    String text = json == null ? "nothing" : json.toString();
    // The value is quoted in the message; a document may hold anything.
    String shown = text.length() > 60 ? text.substring(0, 60) + "…" : text;
    return new ScalarException(shown + " is not a " + dataType + ": " + why);
  }
}
