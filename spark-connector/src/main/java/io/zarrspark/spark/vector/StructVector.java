package io.zarrspark.spark.vector;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Columns of type STRUCT: a vector per field, each bound to an array of its own. */
public final class StructVector extends BlockColumnVector {
  private final BlockColumnVector[] fields;

  StructVector(DataType type) {
    super(type);
    StructType struct = (StructType) type;
    fields = new BlockColumnVector[struct.length()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = BlockColumnVector.of(struct.fields()[i].dataType());
    }
  }

  /** The vector of a field, to be bound after this one. */
  public BlockColumnVector field(int ordinal) {
    return fields[ordinal];
  }

  /** The fields are bound by themselves. */
  @Override
  void bindArray(Object array) {}

  @Override
  public void moveTo(int row) {
    super.moveTo(row);
    for (BlockColumnVector field : fields) {
      field.moveTo(row);
    }
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    return fields[ordinal];
  }
}
