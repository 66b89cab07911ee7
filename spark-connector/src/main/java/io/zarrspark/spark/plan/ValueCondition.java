package io.zarrspark.spark.plan;

import java.io.Serializable;
import java.util.List;

/**
 * A predicate on the value of one column, in SQL's logic of three values.
 *
 * <p>Values are a Long or a Double, as the column holds integers or floats, and null for NULL.
 */
public sealed interface ValueCondition extends Serializable {

  /** TRUE, FALSE, or null for NULL. */
  Boolean of(Number value);

  /** A comparison with a literal that is not NULL. */
  record Comparison(String operator, Number literal) implements ValueCondition {
    @Override
    public Boolean of(Number value) {
      if (value == null) {
        return operator.equals("<=>") ? Boolean.FALSE : null;
      }
      int compared = compare(value, literal);
      return switch (operator) {
        case "<" -> compared < 0;
        case "<=" -> compared <= 0;
        case ">" -> compared > 0;
        case ">=" -> compared >= 0;
        case "<>" -> compared != 0;
        default -> compared == 0;
      };
    }

    /** NaN equals NaN and is greater than all else, -0.0 equals 0.0. */
    private static int compare(Number a, Number b) {
      if (a instanceof Double left) {
        double right = b.doubleValue();
        return left == right ? 0 : Double.compare(left, right);
      }
      return Long.compare(a.longValue(), b.longValue());
    }
  }

  /** A comparison with NULL, which is not known. */
  record Unknown() implements ValueCondition {
    @Override
    public Boolean of(Number value) {
      return null;
    }
  }

  /** IS NULL. */
  record IsNull() implements ValueCondition {
    @Override
    public Boolean of(Number value) {
      return value == null;
    }
  }

  /** NOT. */
  record Not(ValueCondition part) implements ValueCondition {
    @Override
    public Boolean of(Number value) {
      Boolean truth = part.of(value);
      return truth == null ? null : !truth;
    }
  }

  /** AND. */
  record All(List<ValueCondition> parts) implements ValueCondition {
    @Override
    public Boolean of(Number value) {
      Boolean all = Boolean.TRUE;
      for (ValueCondition part : parts) {
        Boolean truth = part.of(value);
        if (Boolean.FALSE.equals(truth)) {
          return false;
        }
        all = truth == null ? null : all;
      }
      return all;
    }
  }

  /** OR. */
  record Any(List<ValueCondition> parts) implements ValueCondition {
    @Override
    public Boolean of(Number value) {
      Boolean any = Boolean.FALSE;
      for (ValueCondition part : parts) {
        Boolean truth = part.of(value);
        if (Boolean.TRUE.equals(truth)) {
          return true;
        }
        any = truth == null ? null : any;
      }
      return any;
    }
  }
}
