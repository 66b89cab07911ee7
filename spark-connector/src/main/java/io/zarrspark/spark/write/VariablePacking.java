package io.zarrspark.spark.write;

import io.zarrspark.codec.PackingChoice;
import io.zarrspark.codec.PackingException;
import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.WriteOptions;
import io.zarrspark.type.NumberType;
import java.math.BigDecimal;
import java.util.Optional;

/** The options {@code pack.<variable>}, and how: by the error allowed, or by scale and offset. */
final class VariablePacking {
  private VariablePacking() {}

  /** Refuses options that would do nothing to a variable that is not packed. */
  static void requireNoOptions(String variable, WriteOptions options) {
    String option = null;
    if (options.maxAbsError(variable).isPresent()) {
      option = WriteOptions.MAX_ABS_ERROR;
    } else if (options.scale(variable).isPresent()) {
      option = WriteOptions.SCALE;
    } else if (options.offset(variable).isPresent()) {
      option = WriteOptions.OFFSET;
    }
    if (option != null) {
      throw new OptionException(
          "The option "
              + option
              + variable
              + " belongs to the option pack."
              + variable
              + ", which is not set. Set it to an integer type, such as int16");
    }
  }

  /**
   * How a variable is packed.
   *
   * @param type data type of its array
   * @param range of its values, as the pass over the rows has found it
   */
  static PackingChoice of(
      String variable, String codes, NumberType type, ValueRange range, WriteOptions options) {
    Optional<Double> error = options.maxAbsError(variable);
    Optional<Double> scale = options.scale(variable);
    Optional<Double> offset = options.offset(variable);
    if (error.isPresent() == (scale.isPresent() || offset.isPresent())) {
      throw new OptionException(
          "The option pack."
              + variable
              + " needs the option maxAbsError."
              + variable
              + ", how far a value may be off, or scale."
              + variable
              + " and offset."
              + variable
              + (error.isPresent() ? ", but not both" : ""));
    }
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
    // Of no value at all, any range will do.
    double min = isEmpty ? offset.orElse(0.0) : range.min();
    double max = isEmpty ? offset.orElse(0.0) : range.max();
    boolean isNarrow = type == NumberType.FLOAT32;
    try {
      // Missing values always, since cells without a row are.
      PackingChoice.Range values =
          new PackingChoice.Range(
              type, integers, isNarrow ? (float) min : min, isNarrow ? (float) max : max, true);
      return error.isPresent()
          ? PackingChoice.within(values, BigDecimal.valueOf(error.get()))
          : PackingChoice.of(values, scale.orElse(1.0), offset.orElse(0.0));
    } catch (PackingException e) {
      throw new WriteException("Cannot pack " + variable + ": " + e.getMessage(), e);
    }
  }
}
