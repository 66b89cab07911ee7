package io.zarrspark.type;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The number types of Zarr v3 and of {@code zarr-extensions} on which the codecs of this library
 * compute.
 */
public enum NumberType implements DataType {
  INT2("int2", 2, Storage.BYTES, true),
  INT4("int4", 4, Storage.BYTES, true),
  INT8("int8", 8, Storage.BYTES, true),
  INT16("int16", 16, Storage.SHORTS, true),
  INT32("int32", 32, Storage.INTS, true),
  INT64("int64", 64, Storage.LONGS, true),
  UINT2("uint2", 2, Storage.BYTES, false),
  UINT4("uint4", 4, Storage.BYTES, false),
  UINT8("uint8", 8, Storage.BYTES, false),
  UINT16("uint16", 16, Storage.SHORTS, false),
  UINT32("uint32", 32, Storage.INTS, false),
  UINT64("uint64", 64, Storage.LONGS, false),
  FLOAT4_E2M1FN("float4_e2m1fn", 4, Storage.BYTES, FloatFormat.FLOAT4_E2M1FN),
  FLOAT6_E2M3FN("float6_e2m3fn", 6, Storage.BYTES, FloatFormat.FLOAT6_E2M3FN),
  FLOAT6_E3M2FN("float6_e3m2fn", 6, Storage.BYTES, FloatFormat.FLOAT6_E3M2FN),
  FLOAT8_E3M4("float8_e3m4", 8, Storage.BYTES, FloatFormat.FLOAT8_E3M4),
  FLOAT8_E4M3("float8_e4m3", 8, Storage.BYTES, FloatFormat.FLOAT8_E4M3),
  FLOAT8_E4M3B11FNUZ("float8_e4m3b11fnuz", 8, Storage.BYTES, FloatFormat.FLOAT8_E4M3B11FNUZ),
  FLOAT8_E4M3FNUZ("float8_e4m3fnuz", 8, Storage.BYTES, FloatFormat.FLOAT8_E4M3FNUZ),
  FLOAT8_E5M2("float8_e5m2", 8, Storage.BYTES, FloatFormat.FLOAT8_E5M2),
  FLOAT8_E5M2FNUZ("float8_e5m2fnuz", 8, Storage.BYTES, FloatFormat.FLOAT8_E5M2FNUZ),
  FLOAT8_E8M0FNU("float8_e8m0fnu", 8, Storage.BYTES, FloatFormat.FLOAT8_E8M0FNU),
  BFLOAT16("bfloat16", 16, Storage.SHORTS, FloatFormat.BFLOAT16),
  FLOAT16("float16", 16, Storage.SHORTS, FloatFormat.FLOAT16),
  FLOAT32("float32", 32, Storage.FLOATS, FloatFormat.FLOAT32),
  FLOAT64("float64", 64, Storage.DOUBLES, FloatFormat.FLOAT64);

  /** The primitive type in which arithmetic on a type is exact or rounded once. */
  public enum Kernel {
    LONG,
    FLOAT,
    DOUBLE
  }

  private static final Map<String, NumberType> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(NumberType::zarrName, Function.identity()));

  private final String zarrName;
  private final int bits;
  private final Storage storage;
  private final boolean signed;
  private final FloatFormat floatFormat;

  NumberType(String zarrName, int bits, Storage storage, boolean signed) {
    this(zarrName, bits, storage, signed, null);
  }

  NumberType(String zarrName, int bits, Storage storage, FloatFormat floatFormat) {
    this(zarrName, bits, storage, true, floatFormat);
  }

  NumberType(String zarrName, int bits, Storage storage, boolean signed, FloatFormat floatFormat) {
    this.zarrName = zarrName;
    this.bits = bits;
    this.storage = storage;
    this.signed = signed;
    this.floatFormat = floatFormat;
  }

  /** The type of that name in Zarr v3 metadata, if it is one of the number types. */
  public static Optional<NumberType> named(String zarrName) {
    return Optional.ofNullable(BY_NAME.get(zarrName));
  }

  @Override
  public String zarrName() {
    return zarrName;
  }

  /** Significant bits of a pattern: 2, 4, 6, 8, 16, 32 or 64. */
  public int bits() {
    return bits;
  }

  @Override
  public Storage storage() {
    return storage;
  }

  public Kernel kernel() {
    return floatFormat == null ? Kernel.LONG : bits == 64 ? Kernel.DOUBLE : Kernel.FLOAT;
  }

  public boolean isInteger() {
    return floatFormat == null;
  }

  public boolean isFloat() {
    return floatFormat != null;
  }

  /** Whether negative integers exist; true of every float. */
  public boolean isSigned() {
    return signed;
  }

  /** The float format; only of float types. */
  public FloatFormat floatFormat() {
    if (floatFormat == null) {
      throw new IllegalStateException(zarrName + " is not a float type");
    }
    return floatFormat;
  }

  /** Smallest integer; only of integer types. */
  public long minInteger() {
    return signed ? -1L << (bits - 1) : 0;
  }

  /** Largest integer of an integer type; for uint64 all ones, which is -1 as a signed long. */
  public long maxInteger() {
    return signed ? ~minInteger() : mask();
  }

  /** All bits of a pattern set. */
  public long mask() {
    return -1L >>> (64 - bits);
  }

  /**
   * A pattern as the storage holds it: signed integers sign-extended (also below 8 bits), all
   * others with the upper bits clear.
   */
  public long extend(long pattern) {
    return isInteger() && signed ? pattern << (64 - bits) >> (64 - bits) : pattern & mask();
  }

  @Override
  public String toString() {
    return zarrName;
  }
}
