package io.zarrspark.spark.write;

import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * From the coordinates of a row to the number of the stored object its cell lies in: what rows are
 * clustered by, so that one task owns whole objects. Functions of one name are equal.
 */
final class ObjectFunction implements UnboundFunction, ScalarFunction<Long> {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final DataType[] types;
  private final Broadcast<WriteTarget> target;

  ObjectFunction(String name, DataType[] types, Broadcast<WriteTarget> target) {
    this.name = name;
    this.types = types;
    this.target = target;
  }

  @Override
  public BoundFunction bind(StructType inputType) {
    return this;
  }

  @Override
  public Long produceResult(InternalRow input) {
    return target.value().grid().objectOf(input);
  }

  @Override
  public DataType[] inputTypes() {
    return types;
  }

  @Override
  public DataType resultType() {
    return DataTypes.LongType;
  }

  @Override
  public boolean isResultNullable() {
    return false;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String canonicalName() {
    return "io.zarrspark." + name;
  }

  @Override
  public String description() {
    return name + ": the number of the stored object that a cell lies in";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectFunction function && name.equals(function.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}
