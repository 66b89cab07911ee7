package io.zarrspark.spark.vector;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A window over an array that stays where it was decoded. One vector serves all batches of a
 * column: it is bound to an array and moved along it.
 *
 * <p>There is exactly one subclass per Spark type, final: several would make the calls of Spark's
 * generated code polymorphic, which costs half of their speed.
 */
public abstract class BlockColumnVector extends ColumnVector {
  private boolean[] nulls;
  private int nullOffset;
  private int bound;
  int offset;

  BlockColumnVector(DataType type) {
    super(type);
  }

  /** The vector for a Spark type. */
  public static BlockColumnVector of(DataType type) {
    return switch (type.typeName()) {
      case "byte" -> new ByteVector(type);
      case "short" -> new ShortVector(type);
      case "integer", "interval year to month" -> new IntVector(type);
      case "long", "timestamp", "timestamp_ntz", "interval day to second" -> new LongVector(type);
      case "float" -> new FloatVector(type);
      case "double" -> new DoubleVector(type);
      case "decimal(20,0)" -> new UnsignedLongVector(type);
      case "boolean" -> new BooleanVector(type);
      case "string" -> new StringVector(type);
      case "binary" -> new BinaryVector(type);
      case "struct" -> new StructVector(type);
      default -> throw new IllegalArgumentException("there is no vector for " + type);
    };
  }

  /**
   * Binds an array whose element {@code first} is row 0.
   *
   * @param array an array of what the vector holds; nothing of a {@link StructVector}, whose fields
   *     are bound after it
   * @param nullFlags per row, from 0, whether it is NULL; null if none is
   */
  public final void bind(Object array, int first, boolean[] nullFlags) {
    bindArray(array);
    bound = first;
    nulls = nullFlags;
    moveTo(0);
  }

  abstract void bindArray(Object array);

  /** Makes a row of the bound array the first of the batch. */
  public void moveTo(int row) {
    offset = bound + row;
    nullOffset = row;
  }

  @Override
  public final boolean hasNull() {
    return nulls != null;
  }

  /** An upper bound: how many rows a batch has is not known here. */
  @Override
  public final int numNulls() {
    return nulls == null ? 0 : nulls.length - nullOffset;
  }

  @Override
  public final boolean isNullAt(int rowId) {
    return nulls != null && nulls[nullOffset + rowId];
  }

  /** Called after every batch, while the vector is still needed. */
  @Override
  public final void closeIfFreeable() {}

  @Override
  public final void close() {
    nulls = null;
  }

  private UnsupportedOperationException wrongType() {
    return new UnsupportedOperationException("not a value of a column of type " + type);
  }

  @Override
  public boolean getBoolean(int rowId) {
    throw wrongType();
  }

  @Override
  public byte getByte(int rowId) {
    throw wrongType();
  }

  @Override
  public short getShort(int rowId) {
    throw wrongType();
  }

  @Override
  public int getInt(int rowId) {
    throw wrongType();
  }

  @Override
  public long getLong(int rowId) {
    throw wrongType();
  }

  @Override
  public float getFloat(int rowId) {
    throw wrongType();
  }

  @Override
  public double getDouble(int rowId) {
    throw wrongType();
  }

  @Override
  public ColumnarArray getArray(int rowId) {
    throw wrongType();
  }

  @Override
  public ColumnarMap getMap(int ordinal) {
    throw wrongType();
  }

  @Override
  public Decimal getDecimal(int rowId, int precision, int scale) {
    throw wrongType();
  }

  @Override
  public UTF8String getUTF8String(int rowId) {
    throw wrongType();
  }

  @Override
  public byte[] getBinary(int rowId) {
    throw wrongType();
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    throw wrongType();
  }
}
