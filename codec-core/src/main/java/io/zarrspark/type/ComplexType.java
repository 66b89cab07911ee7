package io.zarrspark.type;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Complex numbers of the Zarr v3 core and of zarr-extensions: the real part, then the imaginary
 * one.
 */
public enum ComplexType implements FieldsType {
  COMPLEX64("complex64", NumberType.FLOAT32),
  COMPLEX128("complex128", NumberType.FLOAT64),
  COMPLEX_FLOAT4_E2M1FN("complex_float4_e2m1fn", NumberType.FLOAT4_E2M1FN),
  COMPLEX_FLOAT6_E2M3FN("complex_float6_e2m3fn", NumberType.FLOAT6_E2M3FN),
  COMPLEX_FLOAT6_E3M2FN("complex_float6_e3m2fn", NumberType.FLOAT6_E3M2FN),
  COMPLEX_FLOAT8_E3M4("complex_float8_e3m4", NumberType.FLOAT8_E3M4),
  COMPLEX_FLOAT8_E4M3("complex_float8_e4m3", NumberType.FLOAT8_E4M3),
  COMPLEX_FLOAT8_E4M3B11FNUZ("complex_float8_e4m3b11fnuz", NumberType.FLOAT8_E4M3B11FNUZ),
  COMPLEX_FLOAT8_E4M3FNUZ("complex_float8_e4m3fnuz", NumberType.FLOAT8_E4M3FNUZ),
  COMPLEX_FLOAT8_E5M2("complex_float8_e5m2", NumberType.FLOAT8_E5M2),
  COMPLEX_FLOAT8_E5M2FNUZ("complex_float8_e5m2fnuz", NumberType.FLOAT8_E5M2FNUZ),
  COMPLEX_FLOAT8_E8M0FNU("complex_float8_e8m0fnu", NumberType.FLOAT8_E8M0FNU),
  COMPLEX_BFLOAT16("complex_bfloat16", NumberType.BFLOAT16),
  COMPLEX_FLOAT16("complex_float16", NumberType.FLOAT16),
  COMPLEX_FLOAT32("complex_float32", NumberType.FLOAT32),
  COMPLEX_FLOAT64("complex_float64", NumberType.FLOAT64);

  public static final String REAL = "re";
  public static final String IMAGINARY = "im";

  private final String zarrName;
  private final NumberType component;

  ComplexType(String zarrName, NumberType component) {
    this.zarrName = zarrName;
    this.component = component;
  }

  /** The type of that name in Zarr v3 metadata, if it is one of these. */
  public static Optional<ComplexType> named(String zarrName) {
    return Arrays.stream(values()).filter(type -> type.zarrName.equals(zarrName)).findFirst();
  }

  /** Type of either part. */
  public NumberType component() {
    return component;
  }

  @Override
  public String zarrName() {
    return zarrName;
  }

  @Override
  public List<Field> fields() {
    return List.of(new Field(REAL, component), new Field(IMAGINARY, component));
  }

  @Override
  public String toString() {
    return zarrName;
  }
}
