package io.zarrspark.codec;

import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.type.NumberType;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Number types as NumPy names them, in the configurations of {@code numcodecs.*}: {@code "<f4"},
 * {@code "float32"}.
 */
final class NumpyTypes {
  private static final Pattern NUMPY = Pattern.compile("[<>|=]?([iuf])([1248])");
  private static final Map<String, String> KINDS = Map.of("i", "int", "u", "uint", "f", "float");

  private NumpyTypes() {}

  /**
   * Reads a type name. Byte order means nothing here: the codec that turns elements into bytes
   * decides.
   */
  static NumberType parse(String codec, String member, String name) {
    Matcher matcher = NUMPY.matcher(name);
    String zarrName =
        matcher.matches()
            ? KINDS.get(matcher.group(1)) + Integer.parseInt(matcher.group(2)) * 8
            : name;
    return NumberType.named(zarrName)
        .filter(type -> type.bits() >= 8 && type.bits() % 8 == 0)
        .filter(type -> zarrName.matches("u?int\\d+|float(16|32|64)"))
        .orElseThrow(
            () ->
                new InvalidMetadataException(
                    codec
                        + ": "
                        + member
                        + " is \""
                        + name
                        + "\" but must be a NumPy integer or float type such as \"<f4\" or"
                        + " \"int16\""));
  }

  /** Checks that the type a codec says it decodes to is the one that reaches it. */
  static void requireSame(String codec, String member, NumberType named, NumberType actual) {
    if (named != actual) {
      throw new InvalidMetadataException(
          codec + ": " + member + " is " + named + " but " + actual + " reaches the codec");
    }
  }
}
