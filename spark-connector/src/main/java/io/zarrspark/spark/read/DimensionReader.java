package io.zarrspark.spark.read;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.spark.vector.BlockColumnVector;
import java.util.Arrays;

/**
 * Fills the column of a dimension. In the dimensions of a plane its values are laid out once per
 * plane shape and reused; in a slower one, a batch is filled with one value.
 */
final class DimensionReader {
  private final ReadColumn.Dimension column;
  private final BlockColumnVector vector;
  private BlockBox box;
  private ChunkData coordinates;
  private ChunkData coordinateNulls;
  private int[] tiledShape;
  private long tiledFrom;
  private ChunkData tile;
  private ChunkData constant;
  private boolean[] constantNulls;

  DimensionReader(ReadColumn.Dimension column, BlockColumnVector vector) {
    this.column = column;
    this.vector = vector;
  }

  /** Starts the rows of another box. */
  void start(BlockBox newBox, RowWindow window) {
    box = newBox;
    AxisRuns runs = box.runs()[column.dimension()];
    coordinates = coordinates(runs, box.start()[column.dimension()]);
    coordinateNulls = column.nulls() == null ? null : nulls(runs, box.start()[column.dimension()]);
    if (window.isInPlane(column.dimension())) {
      bindTile(window);
    } else {
      constant = Primitives.like(coordinates, window.maxRows());
      constantNulls = coordinateNulls == null ? null : new boolean[window.maxRows()];
    }
  }

  private ChunkData coordinates(AxisRuns runs, long start) {
    if (column.values() == null) {
      long[] indices = new long[runs.count()];
      for (int i = 0, n = 0; i < runs.size(); i++) {
        for (int j = 0; j < runs.lengths()[i]; j++) {
          indices[n++] = start + runs.starts()[i] + j;
        }
      }
      return new ChunkData.Longs(indices);
    }
    ChunkData selected = Primitives.like(Primitives.wrap(column.values()), runs.count());
    for (int i = 0; i < runs.size(); i++) {
      System.arraycopy(
          column.values(),
          (int) (start + runs.starts()[i] - column.first()),
          selected.array(),
          runs.targets()[i],
          runs.lengths()[i]);
    }
    return selected;
  }

  private ChunkData nulls(AxisRuns runs, long start) {
    byte[] selected = new byte[runs.count()];
    for (int i = 0; i < runs.size(); i++) {
      for (int j = 0; j < runs.lengths()[i]; j++) {
        int index = (int) (start + runs.starts()[i] + j - column.first());
        selected[runs.targets()[i] + j] = (byte) (column.nulls()[index] ? 1 : 0);
      }
    }
    return new ChunkData.Bytes(selected);
  }

  private void bindTile(RowWindow window) {
    int[] shape = window.planeShape();
    long from = box.start()[column.dimension()];
    boolean isSame =
        Arrays.equals(shape, tiledShape) && from == tiledFrom && coordinateNulls == null;
    if (!isSame) {
      tile = tiled(coordinates, shape);
      tiledShape = shape;
      tiledFrom = from;
    }
    vector.bind(
        tile.array(),
        0,
        coordinateNulls == null ? null : Primitives.flags(tiled(coordinateNulls, shape)));
  }

  private ChunkData tiled(ChunkData values, int[] planeShape) {
    ChunkData plane = Primitives.like(values, Shapes.elements(planeShape));
    int[] strides = new int[planeShape.length];
    strides[column.dimension()] = 1;
    StridedCopy.copy(values, 0, strides, plane, 0, Shapes.strides(planeShape), planeShape);
    return plane;
  }

  /** Moves to the window's batch. */
  void moveTo(RowWindow window) {
    if (window.isInPlane(column.dimension())) {
      vector.moveTo(window.startInPlane());
    } else if (window.entersPlane()) {
      int index = window.slowIndex(column.dimension());
      Primitives.fill(constant, coordinates, index);
      if (constantNulls != null) {
        Arrays.fill(constantNulls, coordinateNulls.stored(index) != 0);
      }
      vector.bind(constant.array(), 0, constantNulls);
    }
  }
}
