package io.zarrspark.spark.read;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructType;

/**
 * From a coordinate to the number of the stretch of the dimension it lies in: what tables of one
 * grid are joined by without a shuffle.
 *
 * <p>Spark takes transforms of one argument only and compares them by name, so the grid and a
 * digest of the coordinates are in the name: {@code zarr_block_131_12_6f1c…}. Functions of one name
 * are equal.
 */
public final class BlockFunction implements UnboundFunction, ScalarFunction<Long> {
  private static final long serialVersionUID = 1L;

  /** Those of the scans that live. */
  private static final Map<String, WeakReference<BlockFunction>> KNOWN = new ConcurrentHashMap<>();

  private final String name;
  private final DataType type;
  private final long size;
  private final long indicesPerKey;

  /** Strictly ascending or descending; null if they are the indices. */
  private final long[] coordinates;

  /**
   * A function.
   *
   * @param type of the coordinates: integers or times
   * @param size of the dimension
   */
  BlockFunction(String name, DataType type, long size, long indicesPerKey, long[] coordinates) {
    this.name = name;
    this.type = type;
    this.size = size;
    this.indicesPerKey = indicesPerKey;
    this.coordinates = coordinates;
  }

  /** Lets the catalog find this, as long as someone else holds it. */
  BlockFunction register() {
    KNOWN.values().removeIf(function -> function.get() == null);
    KNOWN.put(name, new WeakReference<>(this));
    return this;
  }

  /** The function of that name. */
  public static Optional<UnboundFunction> named(String name) {
    WeakReference<BlockFunction> known = KNOWN.get(name);
    return Optional.ofNullable(known == null ? null : known.get());
  }

  @Override
  public BoundFunction bind(StructType inputType) {
    if (inputType.length() != 1 || !inputType.fields()[0].dataType().equals(type)) {
      throw new UnsupportedOperationException(name + " takes one argument of type " + type.sql());
    }
    return this;
  }

  @Override
  public Long produceResult(InternalRow input) {
    if (input.isNullAt(0)) {
      return null;
    }
    long index = index(argument(input));
    return index < 0 ? -1 : index / indicesPerKey;
  }

  private long argument(InternalRow input) {
    if (type instanceof ByteType) {
      return input.getByte(0);
    }
    if (type instanceof ShortType) {
      return input.getShort(0);
    }
    return type instanceof IntegerType ? input.getInt(0) : input.getLong(0);
  }

  /** The index that has a coordinate; below 0 if none has. */
  private long index(long coordinate) {
    if (coordinates == null) {
      return coordinate < size ? coordinate : -1;
    }
    boolean isDescending = size > 1 && coordinates[0] > coordinates[1];
    if (!isDescending) {
      return Arrays.binarySearch(coordinates, coordinate);
    }
    int low = 0;
    int high = coordinates.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (coordinates[middle] > coordinate) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < coordinates.length && coordinates[low] == coordinate ? low : -1;
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {type};
  }

  @Override
  public DataType resultType() {
    return DataTypes.LongType;
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
  public boolean equals(Object other) {
    return other instanceof BlockFunction function
        && name.equals(function.name)
        && type.equals(function.type);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String description() {
    return name + ": the number of the stretch of a dimension that a coordinate lies in";
  }
}
