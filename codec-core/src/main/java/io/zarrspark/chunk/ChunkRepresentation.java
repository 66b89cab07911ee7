package io.zarrspark.chunk;

import io.zarrspark.type.DataType;

/**
 * What a codec is bound to: the data type, shape and fill value of the chunk at its place in the
 * chain.
 */
public record ChunkRepresentation(DataType dataType, int[] shape, FillValue fillValue) {
  public ChunkRepresentation {
    // Checked here once, so that nothing later allocates by an unchecked product.
    Shapes.elements(shape);
  }

  public int elements() {
    return Shapes.elements(shape);
  }

  public ChunkRepresentation withShape(int[] newShape) {
    return new ChunkRepresentation(dataType, newShape, fillValue);
  }
}
