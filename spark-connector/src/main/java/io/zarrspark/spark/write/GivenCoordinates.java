package io.zarrspark.spark.write;

import io.zarrspark.spark.io.WriteOptions;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.StructField;

/** The dimensions whose coordinates options give, so that they need not be looked for. */
final class GivenCoordinates {
  private final GridDimension[] dimensions;

  private GivenCoordinates(GridDimension[] dimensions) {
    this.dimensions = dimensions;
  }

  static GivenCoordinates of(WriteOptions options, List<String> dims, List<StructField> fields) {
    GridDimension[] dimensions = new GridDimension[dims.size()];
    for (int d = 0; d < dimensions.length; d++) {
      String name = dims.get(d);
      CoordinateType type = CoordinateType.of(name, fields.get(d).dataType());
      Integer size = size(options, dims, d);
      if (size != null) {
        dimensions[d] = GridDimension.ofIndices(name, type, size);
      }
    }
    return new GivenCoordinates(dimensions);
  }

  private static Integer size(WriteOptions options, List<String> dims, int d) {
    if (options.shape().isEmpty()) {
      return null;
    }
    return options.shape().get().names().isEmpty()
        ? options.shape().get().along(dims, new int[dims.size()])[d]
        : options.shape().get().along(dims.get(d)).orElse(null);
  }

  /** A dimension that is given; null if it is not. */
  GridDimension of(int dimension) {
    return dimensions[dimension];
  }

  boolean isComplete() {
    return Arrays.stream(dimensions).allMatch(dimension -> dimension != null);
  }
}
