package io.zarrspark.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

class ValueConditionTranslatorTest {
  private static final Expression V = FieldReference.column("v");
  private static final Expression N = FieldReference.column("n");

  private static ValueCondition condition(String column, Predicate... predicates) {
    ValueConditionTranslator translator =
        new ValueConditionTranslator(
            Map.of(
                "v",
                DataTypes.DoubleType,
                "n",
                DataTypes.LongType,
                "u",
                DataTypes.createDecimalType(20, 0)));
    for (Predicate predicate : predicates) {
      translator.add(predicate);
    }
    return translator.conditions().get(column);
  }

  private static Predicate is(String operator, Expression... children) {
    return new Predicate(operator, children);
  }

  private static Expression literal(Object value) {
    return Expressions.literal(value);
  }

  @Test
  void comparisonsHoldOrNotOrAreUnknown() {
    ValueCondition above = condition("v", is(">", V, literal(1.5)));
    assertThat(above.of(2.0)).isTrue();
    assertThat(above.of(1.5)).isFalse();
    assertThat(above.of(null)).isNull();
    assertThat(condition("v", is(">", literal(1.5), V)).of(1.0)).isTrue();
    assertThat(condition("n", is("<=", N, literal(3L))).of(3L)).isTrue();
  }

  @Test
  void nanIsGreatestAndZerosAreEqual() {
    assertThat(condition("v", is(">", V, literal(1.0))).of(Double.NaN)).isTrue();
    assertThat(condition("v", is("=", V, literal(Double.NaN))).of(Double.NaN)).isTrue();
    assertThat(condition("v", is("<", V, literal(0.0))).of(-0.0)).isFalse();
  }

  @Test
  void nullIsComparedAsInSql() {
    assertThat(condition("v", is("IS_NULL", V)).of(null)).isTrue();
    assertThat(condition("v", is("IS_NOT_NULL", V)).of(null)).isFalse();
    assertThat(condition("v", is("<=>", V, literal(1.0))).of(null)).isFalse();
    assertThat(condition("v", is("NOT", is("=", V, literal(1.0)))).of(null)).isNull();
    Predicate either = is("OR", is("=", V, literal(1.0)), is("IS_NULL", V));
    assertThat(condition("v", either).of(null)).isTrue();
    Predicate both = is("AND", is("=", V, literal(1.0)), is("IS_NULL", V));
    assertThat(condition("v", both).of(null)).isNull();
    assertThat(condition("v", both).of(1.0)).isFalse();
  }

  @Test
  void predicatesOnOneColumnAreJoined() {
    ValueCondition between =
        condition("n", is(">", N, literal(1L)), is("IN", N, literal(1L), literal(2L)));
    assertThat(between.of(2L)).isTrue();
    assertThat(between.of(1L)).isFalse();
  }

  @Test
  void ofAConjunctionTheKnownPartsAreKept() {
    Predicate unknown = is("ABS", V);
    Predicate all = is("AND", is("AND", unknown, is(">", N, literal(1L))), is("<", V, literal(0.)));
    assertThat(condition("n", all).of(1L)).isFalse();
    assertThat(condition("v", all).of(1.0)).isFalse();
  }

  @Test
  void otherShapesAreLeftOut() {
    assertThat(condition("v", is(">", V, N))).isNull();
    assertThat(condition("v", is("OR", is(">", V, literal(1.0)), is(">", N, literal(1L)))))
        .isNull();
    assertThat(condition("u", is(">", FieldReference.column("u"), literal(1L)))).isNull();
    assertThat(condition("x", is(">", FieldReference.column("x"), literal(1L)))).isNull();
    assertThat(condition("v", is("NOT", is("LIKE", V)))).isNull();
  }
}
