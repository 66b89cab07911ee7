package io.zarrspark.kernel;

import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The kernels of {@code scale_offset}: {@code (x - offset) * scale}, and back {@code (x / scale) +
 * offset}, each step in the arithmetic of the data type and checked.
 *
 * <p>A missing operand leaves its step out: adding zero is not the identity for -0.0.
 */
public final class ScaleOffset {
  private static final String CODEC = "scale_offset";

  private ScaleOffset() {}

  /** Subtracts the offset, then multiplies by the scale. */
  public static Elementwise encode(
      NumberType type, Optional<NumberScalar> offset, Optional<NumberScalar> scale) {
    List<Elementwise.Link> links = new ArrayList<>();
    offset.ifPresent(operand -> links.add(link(Operation.SUBTRACT, type, operand)));
    scale.ifPresent(operand -> links.add(link(Operation.MULTIPLY, type, operand)));
    return Elementwise.of(type, links);
  }

  /** Divides by the scale (never multiplies by its reciprocal), then adds the offset. */
  public static Elementwise decode(
      NumberType type, Optional<NumberScalar> offset, Optional<NumberScalar> scale) {
    List<Elementwise.Link> links = new ArrayList<>();
    scale.ifPresent(operand -> links.add(link(Operation.DIVIDE, type, operand)));
    offset.ifPresent(operand -> links.add(link(Operation.ADD, type, operand)));
    return Elementwise.of(type, links);
  }

  private static Elementwise.Link link(Operation operation, NumberType type, NumberScalar operand) {
    return type.isInteger()
        ? integerLink(operation, type, operand)
        : floatLink(operation, type, operand);
  }

  private static Elementwise.Link integerLink(
      Operation operation, NumberType type, NumberScalar operand) {
    long stored = operand.stored();
    Stage checked =
        stage(
            type, List.of(IntegerArithmetic.checked(operation, type, stored)), operation, operand);
    BigInteger exact = operand.exactValue().toBigInteger();
    return new Elementwise.Link(
        checked,
        input -> {
          Interval output =
              switch (operation) {
                case SUBTRACT -> input.plus(exact.negate());
                case ADD -> input.plus(exact);
                case MULTIPLY -> input.times(exact);
                case DIVIDE -> input.dividedBy(exact);
              };
          boolean idle =
              output.within(type)
                  && (operation != Operation.DIVIDE || exact.equals(BigInteger.ONE));
          if (!idle) {
            return new Elementwise.Bound(checked, output.clip(type));
          }
          List<Step> steps =
              operation == Operation.DIVIDE
                  ? List.of()
                  : List.of(IntegerArithmetic.unchecked(operation, stored));
          return new Elementwise.Bound(stage(type, steps, operation, operand), output);
        });
  }

  private static Elementwise.Link floatLink(
      Operation operation, NumberType type, NumberScalar operand) {
    List<Step> steps = new ArrayList<>();
    double value = operand.doubleValue();
    boolean identity =
        value == 1 && (operation == Operation.MULTIPLY || operation == Operation.DIVIDE);
    if (!identity) {
      if (type == NumberType.FLOAT64) {
        steps.add(FloatArithmetic.doubles(operation, value));
      } else {
        steps.add(FloatArithmetic.floats(operation, (float) value));
      }
      if (type.bits() < 32) {
        // 24 digits hold 2p + 2 for every p here, so rounding twice is rounding once. Overflow is
        // infinity where the type has it (the "clamp" of the range step) and an error elsewhere.
        steps.addAll(
            CastValue.roundTo(type, type, Rounding.NEAREST_EVEN, type.floatFormat().hasInfinity()));
      }
    }
    Stage stage = stage(type, List.copyOf(steps), operation, operand);
    return new Elementwise.Link(stage, input -> new Elementwise.Bound(stage, null));
  }

  private static Stage stage(
      NumberType type, List<Step> steps, Operation operation, NumberScalar operand) {
    return new Stage(
        CODEC,
        type,
        type,
        steps,
        value ->
            operation
                + " "
                + operand
                + " is not representable in "
                + type
                + ". Use a scale and offset that keep every intermediate value in the data type,"
                + " or repair the data.");
  }
}
