package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.TopRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;

/**
 * LIMIT, OFFSET and ORDER BY with LIMIT. The first two are applied here, to the rows in the order
 * of the plan. The third narrows the ranges of the dimensions; Spark sorts what is left.
 *
 * @see #refuse a scan whose rows are not cells takes none of them
 */
final class PushedRows {
  private final ScanTable table;
  private long from;
  private long to = Long.MAX_VALUE;
  private boolean isSorted;
  private boolean isRefused;

  PushedRows(ScanTable table) {
    this.table = table;
  }

  /** Takes nothing from now on, since the rows will be aggregates. */
  void refuse() {
    isRefused = true;
  }

  boolean limit(int rows) {
    if (isRefused || isSorted) {
      return false;
    }
    to = Math.min(to, from + rows);
    return true;
  }

  boolean offset(int rows) {
    if (isRefused || isSorted) {
      return false;
    }
    from = Math.min(to, from + rows);
    return true;
  }

  /**
   * Narrows ranges to those of the first rows.
   *
   * @return whether there was anything to narrow by
   */
  boolean top(SortOrder[] orders, int rows, IndexRanges[] ranges) {
    List<TopRows.Key> keys = keys(orders);
    if (isRefused || isLimited() || keys.isEmpty() || rows == 0) {
      return false;
    }
    TopRows top = TopRows.of(ranges, keys, table.coordinates(), rows);
    boolean areAny = top.areEqual() && keys.size() == orders.length;
    if (!areAny && Arrays.equals(ranges, top.ranges())) {
      return false;
    }
    System.arraycopy(top.ranges(), 0, ranges, 0, ranges.length);
    to = areAny ? rows : Long.MAX_VALUE;
    isSorted = true;
    return true;
  }

  /** The first sort keys, as far as they are dimensions. */
  private List<TopRows.Key> keys(SortOrder[] orders) {
    List<String> names =
        table.layout().dimensions().stream().map(dimension -> dimension.name()).toList();
    List<TopRows.Key> keys = new ArrayList<>();
    for (SortOrder order : orders) {
      int dimension =
          order.expression() instanceof NamedReference reference
                  && reference.fieldNames().length == 1
              ? names.indexOf(reference.fieldNames()[0])
              : -1;
      if (dimension < 0) {
        break;
      }
      keys.add(new TopRows.Key(dimension, order.direction() == SortDirection.DESCENDING));
    }
    return keys;
  }

  /** Whether Spark must still sort and limit. */
  boolean isPartial() {
    return isSorted;
  }

  private boolean isLimited() {
    return from > 0 || to < Long.MAX_VALUE;
  }

  /** The rows that the scan makes. */
  RowLimit rows() {
    return new RowLimit(from, to, isLimited() || isSorted);
  }

  /**
   * Rows [from, to) in the order of the plan.
   *
   * @param isChosen whether rows were left out by their place: no filter may come after that
   */
  record RowLimit(long from, long to, boolean isChosen) {
    boolean isNone() {
      return from == 0 && to == Long.MAX_VALUE;
    }

    long count(long rows) {
      return Math.max(0, Math.min(rows, to) - from);
    }

    @Override
    public String toString() {
      return isNone()
          ? ""
          : to == Long.MAX_VALUE ? ", rows from " + from : ", rows " + from + " to " + to;
    }
  }
}
