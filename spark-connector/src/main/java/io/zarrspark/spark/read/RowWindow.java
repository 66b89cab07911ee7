package io.zarrspark.spark.read;

import io.zarrspark.chunk.Shapes;
import java.util.Arrays;

/**
 * Cuts the rows of a box into batches. A plane is the box along its fastest dimensions, at least as
 * many as fill a batch; batches end where planes end, so that the slower dimensions are constant
 * within a batch and the faster ones repeat from plane to plane.
 *
 * <pre>
 *   box 3 × 40 × 60 (time, lat, lon), 1024 rows a batch:
 *   plane 40 × 60 = 2400 rows in 3 batches of 800, time constant in each
 * </pre>
 */
final class RowWindow {
  private final int[] shape;
  private final int firstPlaneDimension;
  private final int planeRows;
  private final int batchRows;
  private final int end;
  private final int[] slow;
  private int start;
  private int size;
  private boolean isFirst = true;

  /** All rows of a box. */
  RowWindow(int[] shape, int maxBatchRows) {
    this(shape, maxBatchRows, 0, Shapes.elements(shape));
  }

  /** The rows [from, end) of a box. */
  RowWindow(int[] shape, int maxBatchRows, int from, int end) {
    this.shape = shape;
    this.start = from;
    this.end = end;
    int plane = 1;
    int first = shape.length;
    while (first > 0 && plane < maxBatchRows) {
      first--;
      plane *= shape[first];
    }
    this.firstPlaneDimension = first;
    this.planeRows = plane;
    int batches = (plane - 1) / maxBatchRows + 1;
    this.batchRows = (plane - 1) / batches + 1;
    this.slow = Shapes.coordinates(from / plane, Arrays.copyOf(shape, first));
  }

  /** Goes to the next batch; false after the last. */
  boolean next() {
    int next = start + size;
    if (next == end) {
      return false;
    }
    isFirst = size == 0;
    if (!isFirst && next % planeRows == 0) {
      advanceSlowDimensions();
    }
    start = next;
    size = Math.min(end - start, Math.min(batchRows, planeRows - startInPlane()));
    return true;
  }

  private void advanceSlowDimensions() {
    for (int d = firstPlaneDimension - 1; d >= 0; d--) {
      if (++slow[d] < shape[d]) {
        return;
      }
      slow[d] = 0;
    }
  }

  /** First row of the batch. */
  int start() {
    return start;
  }

  /** Rows of the batch. */
  int size() {
    return size;
  }

  /** First row of the batch, counted from the start of its plane. */
  int startInPlane() {
    return start % planeRows;
  }

  /** Whether the batch before was not of the same plane. */
  boolean entersPlane() {
    return isFirst || startInPlane() == 0;
  }

  /** Most rows of any batch. */
  int maxRows() {
    return batchRows;
  }

  boolean isInPlane(int dimension) {
    return dimension >= firstPlaneDimension;
  }

  /** The wanted index, from 0, of a dimension slower than planes. */
  int slowIndex(int dimension) {
    return slow[dimension];
  }

  /** Shape of a plane in all dimensions, 1 in those slower. */
  int[] planeShape() {
    int[] plane = shape.clone();
    for (int d = 0; d < firstPlaneDimension; d++) {
      plane[d] = 1;
    }
    return plane;
  }
}
