package io.zarrspark.spark.write;

import io.zarrspark.codec.PackingChoice;
import io.zarrspark.codec.PackingException;
import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.WriteOptions;
import io.zarrspark.type.NumberType;
import java.math.BigDecimal;

/** The options {@code pack.<variable>} and {@code maxAbsError.<variable>}. */
final class VariablePacking {
  private VariablePacking() {}

  /**
   * How a variable is packed.
   *
   * @param type data type of its array
   * @param range of its values, as the pass over the rows has found it
   */
  static PackingChoice of(
      String variable, String codes, NumberType type, ValueRange range, WriteOptions options) {
    double error =
        options
            .maxAbsError(variable)
            .orElseThrow(
                () ->
                    new OptionException(
                        "The option pack."
                            + variable
                            + " needs the option maxAbsError."
                            + variable
                            + ": how far a value may be off"));
    NumberType integers =
        NumberType.named(codes.trim())
            .orElseThrow(
                () ->
                    new OptionException(
                        "The option pack."
                            + variable
                            + " is \""
                            + codes
                            + "\" but must be an integer type, such as int16"));
    boolean isEmpty = range == null || range.isEmpty();
    if (!isEmpty && range.hasInfinity()) {
      throw new WriteException(
          "Cannot pack " + variable + ": it has infinities, which no integer stands for");
    }
    double min = isEmpty ? 0 : range.min();
    double max = isEmpty ? 0 : range.max();
    boolean isNarrow = type == NumberType.FLOAT32;
    try {
      // Missing values always, since cells without a row are.
      return PackingChoice.within(
          new PackingChoice.Range(
              type, integers, isNarrow ? (float) min : min, isNarrow ? (float) max : max, true),
          BigDecimal.valueOf(error));
    } catch (PackingException e) {
      throw new WriteException("Cannot pack " + variable + ": " + e.getMessage(), e);
    }
  }
}
