package io.zarrspark.chunk;

import io.zarrspark.type.DataType;
import io.zarrspark.type.NumberType;

/**
 * What a codec is bound to: the data type, shape and fill value of the chunk at its place in the
 * chain. A shard may be larger than a Java array; then only its inner chunks are ever decoded.
 */
public record ChunkRepresentation(DataType dataType, int[] shape, FillValue fillValue) {

  /**
   * Number of elements.
   *
   * @throws ArithmeticException if a Java array cannot hold them
   */
  public int elements() {
    return Shapes.elements(shape);
  }

  /** The data type where it is known to be a number, as a bound number codec knows. */
  public NumberType numberType() {
    return (NumberType) dataType;
  }

  public ChunkRepresentation withShape(int[] newShape) {
    return new ChunkRepresentation(dataType, newShape, fillValue);
  }
}
