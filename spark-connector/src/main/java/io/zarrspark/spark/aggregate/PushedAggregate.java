package io.zarrspark.spark.aggregate;

import java.io.Serializable;
import org.apache.spark.sql.types.DataType;

/**
 * One aggregate of a scan.
 *
 * @param column place of its column among those of the aggregation; below 0 for {@code COUNT(*)}
 * @param type of the result
 */
public record PushedAggregate(AggregateFunction function, int column, DataType type)
    implements Serializable {

  /** The number of rows, NULL or not. */
  static PushedAggregate countOfRows(DataType type) {
    return new PushedAggregate(AggregateFunction.COUNT, -1, type);
  }

  public boolean isOfRows() {
    return column < 0;
  }
}
