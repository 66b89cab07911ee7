package io.zarrspark.spark.aggregate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.expressions.aggregate.Sum;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Recognises the aggregations that are computed on blocks: COUNT, SUM, MIN and MAX of columns,
 * grouped by dimensions. All others are Spark's.
 *
 * <p>A sum of integers is taken only if its cells are too few for it to overflow. What Spark does
 * on overflow depends on the function (SUM, TRY_SUM, or the SUM that it makes of an AVG) and on
 * ANSI mode, and a source is told neither.
 */
public final class AggregateTranslator {
  /** Half of what a long holds: the product below is rounded. */
  private static final double MAX_SUM = 0x1p62;

  /**
   * What is to be known of a column.
   *
   * @param type its Spark type
   * @param isDimension whether it can be grouped by
   * @param maxMagnitude if it holds integers, no value is further from 0
   */
  public record Column(DataType type, boolean isDimension, double maxMagnitude) {}

  /** The columns of a table. */
  public interface Columns {
    /** The column of a name, if aggregates of it are known here. */
    Optional<Column> column(String name);
  }

  private final Columns table;
  private final double cells;
  private final List<String> names = new ArrayList<>();

  private AggregateTranslator(Columns table, double cells) {
    this.table = table;
    this.cells = cells;
  }

  /**
   * The aggregation, if it is one of those computed here.
   *
   * @param cells number of rows it is over
   */
  public static Optional<PushedAggregation> translate(
      Aggregation aggregation, Columns table, long cells) {
    return new AggregateTranslator(table, cells).translate(aggregation);
  }

  private Optional<PushedAggregation> translate(Aggregation aggregation) {
    for (Expression expression : aggregation.groupByExpressions()) {
      Optional<Column> column = column(expression);
      if (column.isEmpty() || !column.get().isDimension() || names.contains(name(expression))) {
        return Optional.empty();
      }
      names.add(name(expression));
    }
    int groupColumns = names.size();
    List<PushedAggregate> aggregates = new ArrayList<>();
    for (AggregateFunc function : aggregation.aggregateExpressions()) {
      Optional<PushedAggregate> aggregate = aggregate(function);
      if (aggregate.isEmpty()) {
        return Optional.empty();
      }
      aggregates.add(aggregate.get());
    }
    return groupColumns == 0 && aggregates.isEmpty()
        ? Optional.empty()
        : Optional.of(new PushedAggregation(List.copyOf(names), groupColumns, aggregates));
  }

  private Optional<PushedAggregate> aggregate(AggregateFunc function) {
    if (function instanceof CountStar) {
      return Optional.of(PushedAggregate.countOfRows(DataTypes.LongType));
    }
    if (function instanceof Count count && !count.isDistinct()) {
      return of(AggregateFunction.COUNT, count.column());
    }
    if (function instanceof Sum sum && !sum.isDistinct()) {
      return of(AggregateFunction.SUM, sum.column());
    }
    if (function instanceof Min min) {
      return of(AggregateFunction.MIN, min.column());
    }
    if (function instanceof Max max) {
      return of(AggregateFunction.MAX, max.column());
    }
    return Optional.empty();
  }

  private Optional<PushedAggregate> of(AggregateFunction function, Expression expression) {
    Optional<Column> column = column(expression);
    if (column.isEmpty()) {
      return Optional.empty();
    }
    DataType type =
        switch (function) {
          case COUNT -> DataTypes.LongType;
          case SUM -> sumType(column.get());
          case MIN, MAX -> column.get().type();
        };
    if (type == null) {
      return Optional.empty();
    }
    String name = name(expression);
    if (!names.contains(name)) {
      names.add(name);
    }
    return Optional.of(new PushedAggregate(function, names.indexOf(name), type));
  }

  /** The type of a column's sum; null if it is left to Spark. */
  private DataType sumType(Column column) {
    return switch (column.type().typeName()) {
      case "float", "double" -> DataTypes.DoubleType;
      case "byte", "short", "integer", "long" ->
          column.maxMagnitude() * cells < MAX_SUM ? DataTypes.LongType : null;
      default -> null;
    };
  }

  private Optional<Column> column(Expression expression) {
    return expression instanceof NamedReference reference && reference.fieldNames().length == 1
        ? table.column(name(reference)).filter(column -> isKnown(column.type()))
        : Optional.empty();
  }

  private static boolean isKnown(DataType type) {
    return switch (type.typeName()) {
      case "byte",
          "short",
          "integer",
          "long",
          "timestamp",
          "timestamp_ntz",
          "float",
          "double",
          "decimal(20,0)" ->
          true;
      default -> false;
    };
  }

  private static String name(Expression reference) {
    return ((NamedReference) reference).fieldNames()[0];
  }
}
