package io.zarrspark.spark.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/**
 * Turns predicates into index ranges of the dimensions they speak of.
 *
 * <p>A predicate on one dimension made only of shapes known here has an exact meaning and need not
 * be evaluated again. Of any other, ranges outside of which it cannot be true are found where it is
 * a conjunction or disjunction with exact parts; it stays with Spark.
 */
public final class PredicateTranslator {
  private final int rank;
  private final ColumnSource source;
  private final Map<String, Optional<Column>> columns = new HashMap<>();

  /** A column whose values depend on the index along one dimension only. */
  public record Column(int dimension, CoordinateValues values) {}

  /** Asked only for columns that a predicate mentions, as coordinates may have to be read. */
  public interface ColumnSource {
    /** The column of that name, or empty if predicates on it are left to Spark. */
    Optional<Column> column(String name);
  }

  /** Asked only for dimensions that a predicate mentions, as coordinates may have to be read. */
  public interface CoordinateSource {
    /** The coordinates of a dimension, or empty if predicates on it are left to Spark. */
    Optional<CoordinateValues> coordinates(int dimension);
  }

  /** A translator of predicates on dimensions of these names. */
  public PredicateTranslator(List<String> names, CoordinateSource source) {
    this(
        names.size(),
        name -> {
          int dimension = names.indexOf(name);
          return dimension < 0
              ? Optional.empty()
              : source.coordinates(dimension).map(values -> new Column(dimension, values));
        });
  }

  /** A translator for a table of so many dimensions. */
  public PredicateTranslator(int rank, ColumnSource source) {
    this.rank = rank;
    this.source = source;
  }

  /**
   * What a predicate says of the indices.
   *
   * @param ranges per dimension the indices that can match; null where it restricts nothing
   * @param exact whether it is true of all cells within the ranges
   */
  public record Translation(IndexRanges[] ranges, boolean exact) {}

  /** Translates one of the predicates that Spark joins by AND. */
  public Translation translate(Predicate predicate) {
    Optional<Truth> truth = exactly(predicate);
    IndexRanges[] ranges = new IndexRanges[rank];
    if (truth.isPresent()) {
      ranges[truth.get().dimension()] = truth.get().whereTrue();
      return new Translation(ranges, true);
    }
    return superset(predicate);
  }

  private Translation superset(Predicate predicate) {
    Expression[] children = predicate.children();
    boolean isAnd = predicate.name().equals("AND");
    boolean isOr = predicate.name().equals("OR");
    IndexRanges[] ranges = new IndexRanges[rank];
    if (!isAnd && !isOr
        || !(children[0] instanceof Predicate left)
        || !(children[1] instanceof Predicate right)) {
      return new Translation(ranges, false);
    }
    Translation a = translate(left);
    Translation b = translate(right);
    for (int d = 0; d < ranges.length; d++) {
      IndexRanges first = a.ranges[d];
      IndexRanges second = b.ranges[d];
      if (first != null && second != null) {
        ranges[d] = isAnd ? first.intersect(second) : first.union(second);
      } else if (isAnd) {
        ranges[d] = first != null ? first : second;
      }
    }
    return new Translation(ranges, isAnd && a.exact && b.exact);
  }

  private Optional<Truth> exactly(Predicate predicate) {
    Expression[] children = predicate.children();
    return switch (predicate.name()) {
      case "AND" -> both(children).map(parts -> parts[0].and(parts[1]));
      case "OR" -> both(children).map(parts -> parts[0].or(parts[1]));
      case "NOT" ->
          children[0] instanceof Predicate child
              ? exactly(child).map(Truth::not)
              : Optional.empty();
      case "=", "<=>", "<>", "<", "<=", ">", ">=" -> comparison(predicate.name(), children);
      case "IN" -> in(children);
      case "IS_NULL" -> isNull(children[0]);
      case "IS_NOT_NULL" -> isNull(children[0]).map(Truth::not);
      default -> Optional.empty();
    };
  }

  private Optional<Truth[]> both(Expression[] children) {
    if (!(children[0] instanceof Predicate left) || !(children[1] instanceof Predicate right)) {
      return Optional.empty();
    }
    Optional<Truth> a = exactly(left);
    Optional<Truth> b = a.isPresent() ? exactly(right) : Optional.empty();
    return b.isPresent() && a.get().dimension() == b.get().dimension()
        ? Optional.of(new Truth[] {a.get(), b.get()})
        : Optional.empty();
  }

  private Optional<Truth> comparison(String operator, Expression[] children) {
    if (children[0] instanceof Literal<?> && children[1] instanceof NamedReference) {
      return comparison(mirrored(operator), new Expression[] {children[1], children[0]});
    }
    Optional<Column> column = column(children[0]);
    if (column.isEmpty() || !(children[1] instanceof Literal<?> literal)) {
      return Optional.empty();
    }
    int dimension = column.get().dimension();
    CoordinateValues values = column.get().values();
    Object value = literal.value();
    if (value == null) {
      return operator.equals("<=>")
          ? isNull(children[0])
          : Optional.of(new Truth(dimension, IndexRanges.none(), IndexRanges.none()));
    }
    if (!values.isComparable(value)) {
      return Optional.empty();
    }
    IndexRanges below = values.below(value, false);
    IndexRanges upTo = values.below(value, true);
    IndexRanges known = values.nulls().complement(values.size());
    IndexRanges equal = upTo.intersect(below.complement(values.size()));
    return Optional.of(
        switch (operator) {
          case "<" -> truth(column.get(), below, known);
          case "<=" -> truth(column.get(), upTo, known);
          case ">" -> truth(column.get(), upTo, known).not();
          case ">=" -> truth(column.get(), below, known).not();
          case "=" -> truth(column.get(), equal, known);
          case "<>" -> truth(column.get(), equal, known).not();
          // Never NULL: a NULL coordinate just differs from the literal.
          default -> truth(column.get(), equal, IndexRanges.all(values.size()));
        });
  }

  /** True in some indices, false in the others that are known. */
  private static Truth truth(Column column, IndexRanges whereTrue, IndexRanges known) {
    IndexRanges others = whereTrue.complement(column.values().size());
    return new Truth(column.dimension(), whereTrue, known.intersect(others));
  }

  static String mirrored(String operator) {
    return switch (operator) {
      case "<" -> ">";
      case "<=" -> ">=";
      case ">" -> "<";
      case ">=" -> "<=";
      default -> operator;
    };
  }

  private Optional<Truth> in(Expression[] children) {
    Optional<Truth> any = Optional.empty();
    for (int i = 1; i < children.length; i++) {
      Optional<Truth> one = comparison("=", new Expression[] {children[0], children[i]});
      if (one.isEmpty()) {
        return Optional.empty();
      }
      any = any.isEmpty() ? one : Optional.of(any.get().or(one.get()));
    }
    return any;
  }

  private Optional<Truth> isNull(Expression child) {
    return column(child)
        .map(
            column ->
                truth(column, column.values().nulls(), IndexRanges.all(column.values().size())));
  }

  /** The column a reference names, its coordinates loaded, if it is one. */
  private Optional<Column> column(Expression expression) {
    return expression instanceof NamedReference reference && reference.fieldNames().length == 1
        ? columns.computeIfAbsent(reference.fieldNames()[0], source::column)
        : Optional.empty();
  }
}
