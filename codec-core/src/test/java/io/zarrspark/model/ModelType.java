package io.zarrspark.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The 26 data types, described anew: nothing here comes from the code under test. A float's
 * magnitudes are numbered from zero upwards, so that the number is the pattern without its sign;
 * rounding is a search for the two neighbours among them.
 */
public final class ModelType {
  /** name, bits; floats: exponent bits, mantissa bits, bias, specials. */
  private static final String TABLE =
      """
      int2 2
      int4 4
      int8 8
      int16 16
      int32 32
      int64 64
      uint2 2
      uint4 4
      uint8 8
      uint16 16
      uint32 32
      uint64 64
      float4_e2m1fn 4 2 1 1 fn
      float6_e2m3fn 6 2 3 1 fn
      float6_e3m2fn 6 3 2 3 fn
      float8_e3m4 8 3 4 3 ieee
      float8_e4m3 8 4 3 7 ieee
      float8_e4m3b11fnuz 8 4 3 11 fnuz
      float8_e4m3fnuz 8 4 3 8 fnuz
      float8_e5m2 8 5 2 15 ieee
      float8_e5m2fnuz 8 5 2 16 fnuz
      float8_e8m0fnu 8 8 0 127 fnu
      bfloat16 16 8 7 127 ieee
      float16 16 5 10 15 ieee
      float32 32 8 23 127 ieee
      float64 64 11 52 1023 ieee
      """;

  private static final List<ModelType> ALL =
      TABLE.lines().map(line -> new ModelType(line.split(" "))).toList();

  private final String name;
  private final int bits;
  private final boolean integer;
  private final int mantissaBits;
  private final int bias;
  private final String specials;
  private final long largestIndex;
  private final BigDecimal[] magnitudes;

  private ModelType(String[] row) {
    name = row[0];
    bits = Integer.parseInt(row[1]);
    integer = row.length == 2;
    int exponentBits = integer ? 0 : Integer.parseInt(row[2]);
    mantissaBits = integer ? 0 : Integer.parseInt(row[3]);
    bias = integer ? 0 : Integer.parseInt(row[4]);
    specials = integer ? "" : row[5];
    long all = (1L << exponentBits + mantissaBits) - 1;
    largestIndex =
        switch (specials) {
          case "ieee" -> all - (1L << mantissaBits);
          case "fnu" -> all - 1;
          default -> all;
        };
    magnitudes = bits <= 16 && !integer ? new BigDecimal[(int) largestIndex + 2] : null;
    if (magnitudes != null) {
      Arrays.setAll(magnitudes, this::computeMagnitude);
    }
  }

  public static List<ModelType> all() {
    return ALL;
  }

  public static ModelType named(String name) {
    return ALL.stream().filter(type -> type.name.equals(name)).findFirst().orElseThrow();
  }

  public String name() {
    return name;
  }

  public int bits() {
    return bits;
  }

  public boolean isInteger() {
    return integer;
  }

  public boolean isUnsigned() {
    return name.startsWith("u");
  }

  public boolean hasInfinity() {
    return specials.equals("ieee");
  }

  public boolean hasNaN() {
    return !integer && !specials.equals("fn");
  }

  public boolean hasNegativeZero() {
    return specials.equals("ieee") || specials.equals("fn");
  }

  /** Powers of two only: no sign, no zero. */
  public boolean isPowersOfTwo() {
    return specials.equals("fnu");
  }

  public BigInteger min() {
    return isUnsigned() ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(bits - 1).negate();
  }

  public BigInteger max() {
    return BigInteger.ONE.shiftLeft(isUnsigned() ? bits : bits - 1).subtract(BigInteger.ONE);
  }

  /** Number of the largest finite magnitude. The next one stands for all that overflows. */
  public long largestIndex() {
    return largestIndex;
  }

  /** The magnitude of a number, the exponent unbounded. */
  public BigDecimal magnitude(long index) {
    return magnitudes != null && index >= 0 ? magnitudes[(int) index] : computeMagnitude(index);
  }

  private BigDecimal computeMagnitude(long index) {
    if (isPowersOfTwo()) {
      return Exact.pow2((int) index - bias);
    }
    long exponent = index >> mantissaBits;
    long mantissa = index - (exponent << mantissaBits);
    return exponent == 0
        ? new BigDecimal(mantissa).multiply(Exact.pow2(1 - bias - mantissaBits))
        : new BigDecimal(mantissa + (1L << mantissaBits))
            .multiply(Exact.pow2((int) exponent - bias - mantissaBits));
  }

  /** What a pattern means. */
  public Exact decode(long pattern) {
    if (integer) {
      BigInteger unsigned = new BigInteger(Long.toUnsignedString(pattern));
      boolean negative = !isUnsigned() && unsigned.testBit(bits - 1);
      BigInteger value = negative ? unsigned.subtract(BigInteger.ONE.shiftLeft(bits)) : unsigned;
      return Exact.of(new BigDecimal(value));
    }
    if (isPowersOfTwo()) {
      return pattern == 0xff ? Exact.NAN : Exact.finite(false, magnitude(pattern));
    }
    boolean negative = (pattern >>> bits - 1) == 1;
    long index = pattern & (1L << bits - 1) - 1;
    if (specials.equals("fnuz") && negative && index == 0) {
      return Exact.NAN;
    }
    if (index <= largestIndex) {
      return Exact.finite(negative, magnitude(index));
    }
    return index == largestIndex + 1 ? Exact.infinity(negative) : Exact.NAN;
  }

  /** The pattern of a number that exists here and is no NaN. */
  public long encode(Exact number) {
    if (integer) {
      long all = bits == 64 ? -1 : (1L << bits) - 1;
      return number.value().toBigIntegerExact().longValue() & all;
    }
    long index =
        number.isInfinite() ? largestIndex + 1 : floorIndex(number.magnitude(), BigDecimal.ONE);
    boolean sign = number.negative() && (index != 0 || hasNegativeZero());
    return sign ? index | 1L << bits - 1 : index;
  }

  /** The largest magnitude not above a quotient, at most the one that stands for overflow. */
  long floorIndex(BigDecimal numerator, BigDecimal denominator) {
    long overflow = largestIndex + 1;
    if (magnitude(overflow).multiply(denominator).compareTo(numerator) <= 0) {
      return overflow;
    }
    if (magnitudes != null) {
      return binarySearch(numerator, denominator);
    }
    // Near enough; the loops below find the exact place.
    BigDecimal quotient = numerator.divide(denominator, new MathContext(60));
    long index =
        bits == 32
            ? Math.min(Float.floatToIntBits(quotient.floatValue()), overflow)
            : Math.min(Double.doubleToLongBits(quotient.doubleValue()), overflow);
    while (magnitude(index).multiply(denominator).compareTo(numerator) > 0) {
      index--;
    }
    while (magnitude(index + 1).multiply(denominator).compareTo(numerator) <= 0) {
      index++;
    }
    return index;
  }

  private long binarySearch(BigDecimal numerator, BigDecimal denominator) {
    int low = -1;
    int high = magnitudes.length - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (magnitudes[middle].multiply(denominator).compareTo(numerator) <= 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Patterns at and next to a number, as far as they exist. */
  public List<Long> around(BigDecimal value) {
    List<Long> patterns = new ArrayList<>();
    if (integer) {
      BigInteger floor = value.setScale(0, java.math.RoundingMode.FLOOR).toBigInteger();
      for (int step = -1; step <= 2; step++) {
        BigInteger candidate = floor.add(BigInteger.valueOf(step));
        if (candidate.compareTo(min()) >= 0 && candidate.compareTo(max()) <= 0) {
          patterns.add(encode(Exact.of(new BigDecimal(candidate))));
        }
      }
      return patterns;
    }
    long floor = floorIndex(value.abs(), BigDecimal.ONE);
    for (long index = floor - 1; index <= floor + 2; index++) {
      if (index >= 0 && index <= largestIndex && !(isPowersOfTwo() && value.signum() < 0)) {
        patterns.add(encode(Exact.finite(value.signum() < 0, magnitude(index))));
      }
    }
    return patterns;
  }

  @Override
  public String toString() {
    return name;
  }
}
