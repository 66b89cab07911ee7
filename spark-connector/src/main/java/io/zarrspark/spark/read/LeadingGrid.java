package io.zarrspark.spark.read;

import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkAxis;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.TableLayout;
import java.util.Arrays;
import java.util.Collection;

/**
 * The grid that a plan follows: that of the wanted variable with the largest objects, since what
 * others have there is then less than an object or few of them.
 *
 * @param objects where objects lie along each dimension of the table
 * @param blocks where blocks lie
 */
record LeadingGrid(ChunkAxis[] objects, ChunkAxis[] blocks) {
  /** Cells of a block of dimensions only: these columns are computed. */
  private static final int COMPUTED_CELLS = 1 << 20;

  /** Cells of a block without any column: only their number is needed. */
  private static final int COUNTED_CELLS = 1 << 30;

  static LeadingGrid of(TableLayout layout, Collection<ArrayColumn> wanted, boolean onlyCounted) {
    if (onlyCounted) {
      return withoutVariables(layout, COUNTED_CELLS);
    }
    LeadingGrid grid = largest(layout, wanted);
    if (grid == null) {
      grid = largest(layout, layout.variables());
    }
    return grid == null ? withoutVariables(layout, COMPUTED_CELLS) : grid;
  }

  private static LeadingGrid largest(TableLayout layout, Collection<ArrayColumn> columns) {
    ArrayColumn largest = null;
    for (ArrayColumn column : columns) {
      if (column.dimensions().size() == layout.dimensions().size()
          && (largest == null || objectBytes(column) > objectBytes(largest))) {
        largest = column;
      }
    }
    if (largest == null) {
      return null;
    }
    int[] axes = layout.axes(largest);
    ZarrArray array = largest.array();
    return new LeadingGrid(
        inTableOrder(array.objectGrid(), axes), inTableOrder(array.blockGrid(), axes));
  }

  private static double objectBytes(ArrayColumn column) {
    double bytes = Math.max(1, column.array().dataType().encodedBytes());
    for (int extent : column.array().objectGrid().largestChunk()) {
      bytes *= extent;
    }
    return bytes;
  }

  private static ChunkAxis[] inTableOrder(ChunkGrid grid, int[] axes) {
    ChunkAxis[] ordered = new ChunkAxis[axes.length];
    for (int d = 0; d < axes.length; d++) {
      ordered[axes[d]] = grid.axis(d);
    }
    return ordered;
  }

  private static LeadingGrid withoutVariables(TableLayout layout, int blockCells) {
    int[] shape = new int[layout.dimensions().size()];
    Arrays.fill(shape, 1);
    int cells = blockCells;
    for (int d = shape.length - 1; d >= 0; d--) {
      shape[d] = (int) Math.max(1, Math.min(cells, layout.dimensions().get(d).size()));
      cells /= shape[d];
    }
    return regular(shape, shape);
  }

  /** A grid of objects of one shape. */
  static LeadingGrid regular(int[] objectShape, int[] blockShape) {
    return new LeadingGrid(ChunkAxis.regular(objectShape), ChunkAxis.regular(blockShape));
  }

  /** Shape of the largest object. */
  int[] largestObject() {
    return Arrays.stream(objects).mapToInt(ChunkAxis::largestExtent).toArray();
  }

  /** Shape of the largest block. */
  int[] largestBlock() {
    return Arrays.stream(blocks).mapToInt(ChunkAxis::largestExtent).toArray();
  }
}
