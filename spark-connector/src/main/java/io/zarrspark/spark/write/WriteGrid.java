package io.zarrspark.spark.write;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/** The grid that is written, cut into the stored objects that all its variables share. */
final class WriteGrid implements Serializable {
  private static final long serialVersionUID = 1L;

  private final GridDimension[] dimensions;
  private final int[] objectShape;
  private final long[] objects;

  /**
   * A grid.
   *
   * @param dimensions in the order of the arrays
   * @param objectShape cells of an object along each
   */
  WriteGrid(List<GridDimension> dimensions, int[] objectShape) {
    this.dimensions = dimensions.toArray(new GridDimension[0]);
    this.objectShape = objectShape;
    this.objects = new long[objectShape.length];
    for (int d = 0; d < objects.length; d++) {
      long size = dimensions.get(d).size();
      objects[d] = size / objectShape[d] + (size % objectShape[d] == 0 ? 0 : 1);
    }
  }

  int rank() {
    return objectShape.length;
  }

  List<GridDimension> dimensions() {
    return List.of(dimensions);
  }

  int[] objectShape() {
    return objectShape;
  }

  /** Objects along each dimension. */
  long[] objects() {
    return objects;
  }

  /** The number, in C order, of the object that a row belongs to; its dimensions come first. */
  long objectOf(InternalRow row) {
    long object = 0;
    for (int d = 0; d < objectShape.length; d++) {
      long index = dimensions[d].index(row, d, dimensions[d].code(row, d));
      object = object * objects[d] + index / objectShape[d];
    }
    return object;
  }

  /** The position of an object along each dimension. */
  long[] position(long object) {
    long[] position = new long[rank()];
    long rest = object;
    for (int d = rank() - 1; d >= 0; d--) {
      position[d] = rest % objects[d];
      rest /= objects[d];
    }
    return position;
  }

  /** A cell as messages show it: {@code time=2020-01-01, lat=10.5}. */
  String cell(long object, int element) {
    long[] position = position(object);
    StringBuilder text = new StringBuilder();
    int rest = element;
    for (int d = rank() - 1; d >= 0; d--) {
      long index = position[d] * objectShape[d] + rest % objectShape[d];
      rest /= objectShape[d];
      text.insert(
          0,
          dimensions[d].name()
              + "="
              + dimensions[d].text(index)
              + (text.length() == 0 ? "" : ", "));
    }
    return text.toString();
  }
}
