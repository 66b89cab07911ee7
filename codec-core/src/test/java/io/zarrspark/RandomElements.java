package io.zarrspark;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.model.EdgePatterns;
import io.zarrspark.model.ModelType;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Elements to write and read back: any values, and regions of the fill value. */
record RandomElements(NumberType type, Random random, boolean canonicalNaN) {

  NumberScalar scalar() {
    long pattern = EdgePatterns.random(ModelType.named(type.zarrName()), random);
    NumberScalar scalar = new NumberScalar(type, pattern);
    return canonicalNaN && scalar.isNaN()
        ? new NumberScalar(type, type.floatFormat().canonicalNaN())
        : scalar;
  }

  /** Random elements; with each dimension's upper part, or none or all, filled. */
  ChunkData elements(int[] shape, NumberScalar fill) {
    int[] filledFrom = new int[shape.length];
    for (int d = 0; d < shape.length; d++) {
      filledFrom[d] = random.nextInt(2 * shape[d] + 1);
    }
    ChunkData elements = ChunkData.filled(fill, Shapes.elements(shape));
    boolean empty = random.nextInt(8) == 0;
    int[] position = new int[shape.length];
    int element = 0;
    do {
      boolean filled = empty;
      for (int d = 0; d < shape.length; d++) {
        filled |= position[d] >= filledFrom[d];
      }
      if (!filled) {
        elements.setStored(element, scalar().stored());
      }
      element++;
    } while (Shapes.next(position, shape));
    return elements;
  }

  static List<NumberScalar> scalars(NumberType type, ChunkData elements) {
    List<NumberScalar> scalars = new ArrayList<>();
    for (int i = 0; i < elements.length(); i++) {
      scalars.add(elements.scalar(type, i));
    }
    return scalars;
  }
}
