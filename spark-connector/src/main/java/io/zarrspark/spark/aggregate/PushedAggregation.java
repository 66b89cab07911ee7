package io.zarrspark.spark.aggregate;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The aggregates that a scan answers with instead of its rows, and what they are grouped by. A
 * partition answers for its own cells; Spark combines the answers.
 *
 * @param columns names of the columns that are needed: those grouped by first
 * @param groupColumns how many of them are grouped by
 * @param aggregates the aggregates, in the order of the result
 */
public record PushedAggregation(
    List<String> columns, int groupColumns, List<PushedAggregate> aggregates)
    implements Serializable {

  /** Whether there is exactly one group, which exists even if it has no rows. */
  public boolean isUngrouped() {
    return groupColumns == 0;
  }

  /** Whether nothing but the number of rows is asked for. */
  public boolean isCountOfRows() {
    return isUngrouped() && aggregates.stream().allMatch(PushedAggregate::isOfRows);
  }

  /** The name of a result, as in SQL. */
  public String name(PushedAggregate aggregate) {
    return aggregate.function()
        + "("
        + (aggregate.isOfRows() ? "*" : columns.get(aggregate.column()))
        + ")";
  }

  /** As EXPLAIN shows it. */
  @Override
  public String toString() {
    List<String> names = new ArrayList<>();
    aggregates.forEach(aggregate -> names.add(name(aggregate)));
    return names + (isUngrouped() ? "" : " by " + columns.subList(0, groupColumns));
  }
}
