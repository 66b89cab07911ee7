package io.zarrspark.spark.schema;

import io.zarrspark.type.NumberType;
import org.apache.spark.sql.types.DataTypes;

/** The Spark type of each Zarr data type: the smallest that holds all its values. */
public final class SparkTypes {
  private static final org.apache.spark.sql.types.DataType UNSIGNED_64 =
      DataTypes.createDecimalType(20, 0);

  private SparkTypes() {}

  public static org.apache.spark.sql.types.DataType of(NumberType dataType) {
    return switch (dataType) {
      case INT2, INT4, INT8, UINT2, UINT4 -> DataTypes.ByteType;
      case INT16, UINT8 -> DataTypes.ShortType;
      case INT32, UINT16 -> DataTypes.IntegerType;
      case INT64, UINT32 -> DataTypes.LongType;
      case UINT64 -> UNSIGNED_64;
      case FLOAT4_E2M1FN,
          FLOAT6_E2M3FN,
          FLOAT6_E3M2FN,
          FLOAT8_E3M4,
          FLOAT8_E4M3,
          FLOAT8_E4M3B11FNUZ,
          FLOAT8_E4M3FNUZ,
          FLOAT8_E5M2,
          FLOAT8_E5M2FNUZ,
          FLOAT8_E8M0FNU,
          BFLOAT16,
          FLOAT16,
          FLOAT32 ->
          DataTypes.FloatType;
      case FLOAT64 -> DataTypes.DoubleType;
    };
  }
}
