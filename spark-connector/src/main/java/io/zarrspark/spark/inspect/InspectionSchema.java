package io.zarrspark.spark.inspect;

import io.zarrspark.spark.io.Inspection;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of the tables about a store. */
final class InspectionSchema {
  private static final DataType LONGS = DataTypes.createArrayType(DataTypes.LongType, false);

  private static final StructType STAGE =
      new StructType()
          .add("codec", DataTypes.StringType, false)
          .add("data_type", DataTypes.StringType, true)
          .add("fill_value", DataTypes.StringType, true);

  private static final StructType ARRAYS =
      new StructType()
          .add("path", DataTypes.StringType, false)
          .add("zarr_format", DataTypes.IntegerType, true)
          .add("data_type", DataTypes.StringType, true)
          .add("shape", LONGS, true)
          .add("chunk_shape", LONGS, true)
          .add("shard_shape", LONGS, true)
          .add("dimension_names", DataTypes.createArrayType(DataTypes.StringType, true), true)
          .add("fill_value", DataTypes.StringType, true)
          .add("codecs", DataTypes.StringType, true)
          .add("stages", DataTypes.createArrayType(STAGE, false), true)
          .add("attributes", DataTypes.StringType, true)
          .add("chunks", DataTypes.LongType, true)
          .add("shards", DataTypes.LongType, true)
          .add("cells", DataTypes.LongType, true)
          .add("decoded_bytes", DataTypes.LongType, true)
          .add("error", DataTypes.StringType, true);

  private static final StructType CHUNKS =
      new StructType()
          .add("array", DataTypes.StringType, false)
          .add("key", DataTypes.StringType, false)
          .add("index", LONGS, false)
          .add("present", DataTypes.BooleanType, false)
          .add("bytes", DataTypes.LongType, true)
          .add("start", LONGS, false)
          .add("shape", LONGS, false);

  private static final StructType SHARDS =
      new StructType()
          .add("array", DataTypes.StringType, false)
          .add("shard", DataTypes.StringType, false)
          .add("index", LONGS, false)
          .add("present", DataTypes.BooleanType, false)
          .add("offset", DataTypes.LongType, true)
          .add("length", DataTypes.LongType, true)
          .add("start", LONGS, false)
          .add("shape", LONGS, false);

  private InspectionSchema() {}

  static StructType of(Inspection inspection) {
    return switch (inspection) {
      case ARRAYS -> ARRAYS;
      case CHUNKS -> CHUNKS;
      case SHARDS -> SHARDS;
    };
  }

  /** Whether any column cannot be computed from the metadata alone. */
  static boolean needsObjects(StructType columns) {
    for (StructField field : columns.fields()) {
      switch (field.name()) {
        case "present", "bytes", "offset", "length" -> {
          return true;
        }
        default -> {}
      }
    }
    return false;
  }
}
