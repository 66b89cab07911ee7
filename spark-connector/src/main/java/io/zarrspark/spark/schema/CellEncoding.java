package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.type.FloatFormat;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.math.BigDecimal;
import java.util.OptionalLong;
import org.apache.spark.sql.types.StringType;

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
  private final Mask mask;
  private final Packing packing;
  private final CfTime time;
  private final OptionalLong missing;
  private final boolean missingIsNaN;

  private CellEncoding(NumberType stored, Mask mask, Packing packing, CfTime time) {
    this.stored = stored;
    this.mask = mask;
    this.packing = packing;
    this.time = time;
    OptionalLong named = mask == null ? OptionalLong.empty() : mask.first(stored);
    this.missing = named.isEmpty() && time != null ? notATime(stored) : named;
    this.missingIsNaN =
        missing.isPresent()
            && stored.isFloat()
            && stored.floatFormat().isNaN(missing.getAsLong() & stored.mask());
  }

  /** The encoding of elements that no attributes belong to. */
  public static CellEncoding of(NumberType stored) {
    return new CellEncoding(stored, null, null, null);
  }

  /**
   * The encoding that the attributes of an array of numbers ask for.
   *
   * @param document its metadata, which says the format of the store
   */
  public static CellEncoding of(ZarrArray array, JsonNode document, DecodingOptions options) {
    NumberType stored = (NumberType) array.dataType();
    ObjectNode attributes = options.attributes(array, document);
    CfTime time = CellDecoding.time(attributes, options).orElse(null);
    if (time != null && time.sparkType() instanceof StringType) {
      throw new UnsupportedExtensionException(
          "times of the calendar \""
              + attributes.path("calendar").asText()
              + "\" cannot be written yet. Set the option decodeTimes to false to write the numbers"
              + " themselves");
    }
    if (!options.maskAndScale()) {
      return new CellEncoding(stored, null, null, time);
    }
    NumberType meant = Signedness.of(stored, attributes);
    return new CellEncoding(
        meant,
        Mask.of(
            meant,
            meant != stored,
            attributes,
            options.isFillValueMissing(document)
                ? (NumberScalar) array.metadata().fillValue()
                : null),
        Packing.of(meant, attributes).orElse(null),
        time);
  }

  /** Reading knows these bits as "not a time" without being told. */
  private static OptionalLong notATime(NumberType stored) {
    if (stored.isFloat() && stored.floatFormat().hasNaN()) {
      return OptionalLong.of(
          NumberScalar.ofStored(stored, stored.floatFormat().toPattern(Double.NaN)).stored());
    }
    return stored == NumberType.INT64 ? OptionalLong.of(Long.MIN_VALUE) : OptionalLong.empty();
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

  /** Whether it is NaN that stands for NULL. */
  public boolean missingIsNaN() {
    return missingIsNaN;
  }

  /** Whether the bits of a value mean NULL, though they are no NaN. */
  public boolean readsAsNull(long bits) {
    return mask != null && mask.names(stored, bits)
        || time != null && stored == NumberType.INT64 && bits == Long.MIN_VALUE;
  }

  /**
   * The bits of an integer, of microseconds since 1970 where the array holds times, or of those of
   * a duration.
   */
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
