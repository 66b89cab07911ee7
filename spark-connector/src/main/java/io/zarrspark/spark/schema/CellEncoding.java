package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.FloatFormat;
import io.zarrspark.type.NumberType;
import java.math.BigDecimal;
import java.util.OptionalLong;

/**
 * How values of a column become elements of an array: the reverse of {@link CellDecoding}. What it
 * returns are bits as {@link io.zarrspark.chunk.ChunkData} stores them. Immutable.
 *
 * <p>A value that reading would not give back is refused with an {@link ArithmeticException} that
 * says why; the caller knows where. Two roundings are meant and allowed: of a float to the array's
 * float type, and of a packed number to the nearest step.
 */
public final class CellEncoding {
  private final NumberType stored;
  private final Packing packing;
  private final CfTime time;
  private final OptionalLong missing;
  private final boolean missingIsNaN;

  private CellEncoding(NumberType stored, Mask mask, Packing packing, CfTime time) {
    this.stored = stored;
    this.packing = packing;
    this.time = time;
    this.missing = mask == null ? OptionalLong.empty() : mask.first(stored);
    this.missingIsNaN =
        missing.isPresent()
            && stored.isFloat()
            && stored.floatFormat().isNaN(missing.getAsLong() & stored.mask());
  }

  /** The encoding that an array's attributes ask for. */
  public static CellEncoding of(NumberType stored, ObjectNode attributes, DecodingOptions options) {
    return new CellEncoding(
        stored,
        options.maskAndScale() ? Mask.of(stored, attributes) : null,
        options.maskAndScale() ? Packing.of(stored, attributes).orElse(null) : null,
        options.decodeTimes() ? CfTime.of(attributes).orElse(null) : null);
  }

  /** The data type of the elements. */
  public NumberType stored() {
    return stored;
  }

  /** Whether a value is stored as it is: no packing, no time. */
  public boolean isPlain() {
    return packing == null && time == null;
  }

  /** The bits that stand for NULL, if anything does. */
  public OptionalLong missing() {
    return missing;
  }

  /** Whether the bits of a value mean NULL, though they are no NaN. */
  public boolean readsAsNull(long bits) {
    return missing.isPresent() && !missingIsNaN && bits == missing.getAsLong();
  }

  /** The bits of an integer, or of microseconds since 1970 where the array holds times. */
  public long encode(long value) {
    if (time != null) {
      return stored.isFloat() ? ofDouble(time.fractionalUnits(value)) : ofLong(time.units(value));
    }
    if (packing != null) {
      return packed(value);
    }
    return ofLong(value);
  }

  /** The bits of a float. */
  public long encode(double value) {
    return packing == null ? ofDouble(value) : packed(value);
  }

  /** The bits of an integer of any size, for the unsigned ones of 64 bits. */
  public long encode(BigDecimal value) {
    if (!isPlain() || stored != NumberType.UINT64) {
      return encode(value.longValueExact());
    }
    if (value.signum() < 0 || value.precision() - value.scale() > 20) {
      throw outOfRange(value);
    }
    java.math.BigInteger integer = value.toBigIntegerExact();
    if (integer.bitLength() > 64) {
      throw outOfRange(value);
    }
    return integer.longValue();
  }

  private long packed(double value) {
    double steps = value;
    if (packing.offset() != null) {
      steps -= packing.offset();
    }
    if (packing.scale() != null) {
      steps /= packing.scale();
    }
    return stored.isFloat() ? ofDouble(steps) : ofDouble(Math.rint(steps));
  }

  private long ofLong(long value) {
    if (stored.isFloat()) {
      double wide = value;
      if ((long) wide != value || wide == 0x1p63 || rounded(wide) != wide) {
        throw new ArithmeticException("a " + stored + " cannot hold it exactly");
      }
      return ofDouble(wide);
    }
    boolean fits =
        stored == NumberType.UINT64
            ? value >= 0
            : value >= stored.minInteger() && value <= stored.maxInteger();
    if (!fits) {
      throw outOfRange(value);
    }
    return value;
  }

  private double rounded(double value) {
    return stored.floatFormat().toDouble(ofDouble(value) & stored.mask());
  }

  private long ofDouble(double value) {
    if (stored.isInteger()) {
      // Doubles compare exactly with powers of two, which limits of integers are.
      if (value != Math.rint(value) || Double.isInfinite(value)) {
        throw new ArithmeticException("the array holds " + stored);
      }
      if (stored == NumberType.UINT64 && value >= 0x1p63 && value < 0x1p64) {
        return (long) (value - 0x1p63) ^ Long.MIN_VALUE;
      }
      if (!(value >= -0x1p63 && value < 0x1p63)) {
        throw outOfRange(value);
      }
      return ofLong((long) value);
    }
    if (stored == NumberType.FLOAT64) {
      return Double.doubleToRawLongBits(value);
    }
    if (stored == NumberType.FLOAT32) {
      float narrow = (float) value;
      if (Float.isInfinite(narrow) && !Double.isInfinite(value)) {
        throw outOfRange(value);
      }
      return Float.floatToRawIntBits(narrow);
    }
    return ofSmallFloat(value);
  }

  private long ofSmallFloat(double value) {
    FloatFormat format = stored.floatFormat();
    if (Double.isNaN(value) && !format.hasNaN()
        || Double.isInfinite(value) && !format.hasInfinity()) {
      throw outOfRange(value);
    }
    double nearest =
        Double.isNaN(value) || Double.isInfinite(value) || value == 0
            ? value
            : format.nearest(new BigDecimal(value));
    if (!Double.isInfinite(value) && Math.abs(nearest) > format.maxFinite()
        || !format.hasZeroAndSign() && !(nearest >= format.minPositive())) {
      throw outOfRange(value);
    }
    if (nearest == 0 && !format.hasNegativeZero()) {
      nearest = 0.0;
    }
    return stored.extend(format.toPattern(nearest));
  }

  private ArithmeticException outOfRange(Object value) {
    return new ArithmeticException(value + " is out of the range of " + stored);
  }
}
