package io.zarrspark.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.spark.plan.PredicateTranslator.Translation;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

/** Ranges hold every cell for which a predicate is true, and no other if they are called exact. */
class PredicateTranslatorTest {
  private static final List<String> NAMES = List.of("x", "y");
  private static final double[] POOL = {
    -2, -1, -0.0, 0.0, 1, 2, 3, 4, Double.NaN, Double.POSITIVE_INFINITY
  };

  /** A predicate with its meaning at a cell in three values: true, false or null. */
  private record Known(Predicate predicate, Meaning meaning) {}

  private interface Meaning {
    Boolean at(int x, int y);
  }

  /** Coordinates x are floats, perhaps with NaN and NULL; y are integers. */
  private record Grid(double[] x, boolean[] xNull, long[] y) {
    static Grid of(Random random) {
      double[] x =
          random.doubles(1 + random.nextInt(12), 0, POOL.length).map(i -> POOL[(int) i]).toArray();
      long[] y = random.longs(1 + random.nextInt(8), -3, 5).toArray();
      boolean[] nulls = null;
      switch (random.nextInt(4)) {
        case 0 -> x = java.util.Arrays.stream(x).sorted().toArray();
        case 1 -> {
          double[] sorted = java.util.Arrays.stream(x).sorted().toArray();
          for (int i = 0; i < x.length; i++) {
            x[i] = sorted[x.length - 1 - i];
          }
        }
        case 2 -> {
          nulls = new boolean[x.length];
          nulls[random.nextInt(x.length)] = true;
        }
        default -> {
          // As drawn.
        }
      }
      return new Grid(x, nulls, y);
    }

    boolean isNull(int i) {
      return xNull != null && xNull[i];
    }
  }

  @Test
  void rangesAreASupersetAndExactOnesAreExact() {
    Random random = new Random(4);
    int exact = 0;
    int restricted = 0;
    for (int round = 0; round < 20_000; round++) {
      Grid grid = Grid.of(random);
      Known known = predicate(grid, random, 3);
      Translation translation = translator(grid).translate(known.predicate);
      exact += translation.exact() ? 1 : 0;
      restricted += translation.ranges()[0] != null || translation.ranges()[1] != null ? 1 : 0;
      for (int x = 0; x < grid.x.length; x++) {
        for (int y = 0; y < grid.y.length; y++) {
          boolean inside =
              contains(translation.ranges()[0], x) && contains(translation.ranges()[1], y);
          boolean isTrue = Boolean.TRUE.equals(known.meaning.at(x, y));
          if (translation.exact()) {
            assertThat(inside)
                .as("round %s: %s at %s,%s", round, known.predicate, x, y)
                .isEqualTo(isTrue);
          } else if (isTrue) {
            assertThat(inside).as("round %s: %s at %s,%s", round, known.predicate, x, y).isTrue();
          }
        }
      }
    }
    assertThat(exact).isGreaterThan(5_000);
    assertThat(restricted - exact).as("translations that are supersets only").isGreaterThan(500);
  }

  private static boolean contains(IndexRanges ranges, int index) {
    return ranges == null || ranges.contains(index);
  }

  private static PredicateTranslator translator(Grid grid) {
    return new PredicateTranslator(
        NAMES,
        dimension ->
            Optional.of(
                dimension == 0
                    ? new DoubleCoordinates(grid.x, grid.xNull)
                    : new LongCoordinates(grid.y, null)));
  }

  private static Known predicate(Grid grid, Random random, int depth) {
    int kind = depth == 0 ? 3 + random.nextInt(4) : random.nextInt(7);
    switch (kind) {
      case 0, 1 -> {
        Known a = predicate(grid, random, depth - 1);
        Known b = predicate(grid, random, depth - 1);
        String name = kind == 0 ? "AND" : "OR";
        // Of a conjunction FALSE decides alone, of a disjunction TRUE.
        Boolean decides = kind == 1;
        return new Known(
            call(name, a.predicate, b.predicate),
            (x, y) -> {
              Boolean left = a.meaning.at(x, y);
              Boolean right = b.meaning.at(x, y);
              if (decides.equals(left) || decides.equals(right)) {
                return decides;
              }
              return left == null || right == null ? null : Boolean.valueOf(!decides);
            });
      }
      case 2 -> {
        Known a = predicate(grid, random, depth - 1);
        return new Known(
            call("NOT", a.predicate),
            (x, y) -> {
              Boolean value = a.meaning.at(x, y);
              return value == null ? null : Boolean.valueOf(!value);
            });
      }
      case 3 -> {
        boolean positive = random.nextBoolean();
        return new Known(
            call(positive ? "IS_NULL" : "IS_NOT_NULL", FieldReference.column("x")),
            (x, y) -> grid.isNull(x) == positive);
      }
      case 4 -> {
        // Nothing that is known here: it may be true anywhere.
        return new Known(call("=", FieldReference.column("v"), literal(1.0)), (x, y) -> true);
      }
      default -> {
        return comparison(grid, random);
      }
    }
  }

  private static Known comparison(Grid grid, Random random) {
    String[] operators = {"=", "<=>", "<>", "<", "<=", ">", ">="};
    String operator = operators[random.nextInt(operators.length)];
    if (random.nextBoolean()) {
      long value = random.nextInt(10) - 4;
      return new Known(
          call(operator, FieldReference.column("y"), LiteralValue.apply(value, DataTypes.LongType)),
          (x, y) -> holds(operator, Long.compare(grid.y[y], value)));
    }
    double value = POOL[random.nextInt(POOL.length)];
    boolean mirrored = random.nextBoolean();
    Expression reference = FieldReference.column("x");
    return new Known(
        mirrored
            ? call(mirror(operator), literal(value), reference)
            : call(operator, reference, literal(value)),
        (x, y) -> {
          if (grid.isNull(x)) {
            return operator.equals("<=>") ? Boolean.FALSE : null;
          }
          double a = grid.x[x];
          return holds(operator, a == value ? 0 : Double.compare(a, value));
        });
  }

  private static String mirror(String operator) {
    return operator.startsWith("<=>") || operator.equals("<>") || operator.equals("=")
        ? operator
        : operator.replace('<', '#').replace('>', '<').replace('#', '>');
  }

  private static boolean holds(String operator, int compared) {
    return switch (operator) {
      case "=", "<=>" -> compared == 0;
      case "<>" -> compared != 0;
      case "<" -> compared < 0;
      case "<=" -> compared <= 0;
      case ">" -> compared > 0;
      default -> compared >= 0;
    };
  }

  private static Expression literal(double value) {
    return LiteralValue.apply(value, DataTypes.DoubleType);
  }

  private static Predicate call(String name, Expression... children) {
    return new Predicate(name, children);
  }

  @Test
  void inWithNullIsNeverFalse() {
    Predicate in =
        call(
            "IN",
            FieldReference.column("y"),
            LiteralValue.apply(1L, DataTypes.LongType),
            LiteralValue.apply(null, DataTypes.LongType));
    PredicateTranslator translator = translator(new Grid(new double[1], null, new long[] {0, 1}));
    assertThat(translator.translate(in).ranges()[1]).hasToString("[1,2)");
    assertThat(translator.translate(call("NOT", in)).ranges()[1]).hasToString("none");
  }

  @Test
  void unknownShapesAndTypesStayWithSpark() {
    PredicateTranslator translator = translator(new Grid(new double[1], null, new long[1]));
    Expression text = LiteralValue.apply("1", DataTypes.StringType);
    assertThat(translator.translate(call("=", FieldReference.column("y"), text)).exact()).isFalse();
    assertThat(translator.translate(call("STARTS_WITH", FieldReference.column("y"), text)).exact())
        .isFalse();
    assertThat(translator.translate(call("ALWAYS_TRUE")).exact()).isFalse();
  }
}
