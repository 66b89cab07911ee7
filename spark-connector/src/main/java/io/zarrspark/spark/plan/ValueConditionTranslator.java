package io.zarrspark.spark.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataType;

/**
 * Finds among the predicates that Spark joins by AND what the value of one variable must satisfy.
 * What is not understood is left out: Spark evaluates all of them again.
 */
public final class ValueConditionTranslator {
  private final Map<String, DataType> types;
  private final Map<String, ValueCondition> found = new HashMap<>();

  /**
   * A translator.
   *
   * @param types Spark types of the variables
   */
  public ValueConditionTranslator(Map<String, DataType> types) {
    this.types = types;
  }

  /** What the values of variables must satisfy, by name. */
  public Map<String, ValueCondition> conditions() {
    return Map.copyOf(found);
  }

  private record OfColumn(String column, ValueCondition condition) {}

  /** Adds a predicate that must be true. */
  public void add(Predicate predicate) {
    Optional<OfColumn> one = translate(predicate);
    if (one.isPresent()) {
      found.merge(
          one.get().column, one.get().condition, (a, b) -> new ValueCondition.All(List.of(a, b)));
    } else if (predicate.name().equals("AND")) {
      for (Expression child : predicate.children()) {
        if (child instanceof Predicate part) {
          add(part);
        }
      }
    }
  }

  private Optional<OfColumn> translate(Expression expression) {
    if (!(expression instanceof Predicate predicate)) {
      return Optional.empty();
    }
    Expression[] children = predicate.children();
    return switch (predicate.name()) {
      case "AND" -> all(children).map(parts -> join(parts, true));
      case "OR" -> all(children).map(parts -> join(parts, false));
      case "NOT" ->
          translate(children[0])
              .map(part -> new OfColumn(part.column, new ValueCondition.Not(part.condition)));
      case "=", "<=>", "<>", "<", "<=", ">", ">=" ->
          comparison(predicate.name(), children[0], children[1]);
      case "IN" -> in(children);
      case "IS_NULL" -> of(children[0], new ValueCondition.IsNull());
      case "IS_NOT_NULL" -> of(children[0], new ValueCondition.Not(new ValueCondition.IsNull()));
      default -> Optional.empty();
    };
  }

  /** The parts, if all are on the same column. */
  private Optional<List<OfColumn>> all(Expression[] children) {
    List<OfColumn> parts = new ArrayList<>();
    for (Expression child : children) {
      Optional<OfColumn> part = translate(child);
      if (part.isEmpty() || !part.get().column.equals(part(parts, part.get()).column)) {
        return Optional.empty();
      }
      parts.add(part.get());
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(parts);
  }

  private static OfColumn part(List<OfColumn> parts, OfColumn otherwise) {
    return parts.isEmpty() ? otherwise : parts.get(0);
  }

  private static OfColumn join(List<OfColumn> parts, boolean isAnd) {
    List<ValueCondition> conditions = parts.stream().map(OfColumn::condition).toList();
    return new OfColumn(
        parts.get(0).column,
        isAnd ? new ValueCondition.All(conditions) : new ValueCondition.Any(conditions));
  }

  private Optional<OfColumn> in(Expression[] children) {
    List<OfColumn> parts = new ArrayList<>();
    for (int i = 1; i < children.length; i++) {
      Optional<OfColumn> part = comparison("=", children[0], children[i]);
      if (part.isEmpty()) {
        return Optional.empty();
      }
      parts.add(part.get());
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(join(parts, false));
  }

  private Optional<OfColumn> comparison(String operator, Expression left, Expression right) {
    if (left instanceof Literal<?> && right instanceof NamedReference) {
      return comparison(PredicateTranslator.mirrored(operator), right, left);
    }
    if (!(right instanceof Literal<?> literal)) {
      return Optional.empty();
    }
    if (literal.value() == null) {
      return of(
          left,
          operator.equals("<=>") ? new ValueCondition.IsNull() : new ValueCondition.Unknown());
    }
    return isOfType(left, literal.value())
        ? of(left, new ValueCondition.Comparison(operator, (Number) literal.value()))
        : Optional.empty();
  }

  private boolean isOfType(Expression reference, Object literal) {
    DataType type = type(reference);
    if (type == null) {
      return false;
    }
    return switch (type.typeName()) {
      case "float", "double" -> literal instanceof Float || literal instanceof Double;
      case "byte", "short", "integer", "long", "timestamp", "timestamp_ntz" ->
          literal instanceof Byte
              || literal instanceof Short
              || literal instanceof Integer
              || literal instanceof Long;
      default -> false;
    };
  }

  private Optional<OfColumn> of(Expression reference, ValueCondition condition) {
    return type(reference) == null
        ? Optional.empty()
        : Optional.of(new OfColumn(((NamedReference) reference).fieldNames()[0], condition));
  }

  /** The type of the variable that is referred to; null if none is. */
  private DataType type(Expression expression) {
    return expression instanceof NamedReference reference && reference.fieldNames().length == 1
        ? types.get(reference.fieldNames()[0])
        : null;
  }
}
