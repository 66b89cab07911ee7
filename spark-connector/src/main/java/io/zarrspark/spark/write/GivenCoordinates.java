package io.zarrspark.spark.write;

import io.zarrspark.spark.io.WriteOptions;
import io.zarrspark.spark.schema.TableLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The dimensions whose coordinates options give, so that they need not be looked for. */
final class GivenCoordinates {
  private final GridDimension[] dimensions;

  private GivenCoordinates(GridDimension[] dimensions) {
    this.dimensions = dimensions;
  }

  static GivenCoordinates of(
      WriteOptions options, List<String> dims, InputColumns columns, Optional<StoredTable> like)
      throws IOException {
    GridDimension[] dimensions = new GridDimension[dims.size()];
    for (int d = 0; d < dimensions.length; d++) {
      String name = dims.get(d);
      CoordinateType type = type(name, columns, d, like);
      Integer size = size(options, dims, d);
      Optional<String> coords = options.coords(name);
      int alike = like.isPresent() ? like.get().layout().dimension(name) : -1;
      if (size != null) {
        dimensions[d] = GridDimension.ofIndices(name, type, size);
      } else if (coords.isPresent()) {
        dimensions[d] =
            GridDimension.of(name, type, RangeText.coordinates(name, type, coords.get()));
      } else if (alike >= 0) {
        dimensions[d] = alike(like.get().layout(), alike, type);
      }
    }
    return new GivenCoordinates(dimensions);
  }

  /** The type of the rows' coordinates; of blocks without them, that of the table they are like. */
  private static CoordinateType type(
      String name, InputColumns columns, int d, Optional<StoredTable> like) {
    if (columns.dimensions()[d] != null) {
      return CoordinateType.of(name, columns.valueType(columns.dimensions()[d]));
    }
    int alike = like.isPresent() ? like.get().layout().dimension(name) : -1;
    return alike < 0
        ? CoordinateType.LONG
        : CoordinateType.of(name, like.get().layout().dimensions().get(alike).sparkType());
  }

  private static GridDimension alike(TableLayout like, int dimension, CoordinateType type)
      throws IOException {
    GridDimension stored = StoredCoordinates.of(like.dimensions().get(dimension));
    if (stored.type() != type) {
      throw new WriteException(
          "The dimension "
              + stored.name()
              + " of "
              + like.location()
              + ", which the option like names, is "
              + stored.type().sparkType().sql()
              + ", but the column is "
              + type.sparkType().sql()
              + ". Cast the column");
    }
    return stored;
  }

  private static Integer size(WriteOptions options, List<String> dims, int d) {
    if (options.shape().isEmpty()) {
      return null;
    }
    int size = options.shape().get().along(dims, new int[dims.size()])[d];
    return size == 0 ? null : size;
  }

  /** A dimension that is given; null if it is not. */
  GridDimension of(int dimension) {
    return dimensions[dimension];
  }

  boolean isComplete() {
    return Arrays.stream(dimensions).allMatch(dimension -> dimension != null);
  }
}
