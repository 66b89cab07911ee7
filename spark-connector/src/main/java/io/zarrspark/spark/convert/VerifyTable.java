package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * Compares a store with a table that has a row per cell: the rows of both are joined by their
 * dimensions.
 */
final class VerifyTable {
  private static final List<org.apache.spark.sql.types.DataType> NUMBERS =
      List.of(
          DataTypes.ByteType,
          DataTypes.ShortType,
          DataTypes.IntegerType,
          DataTypes.LongType,
          DataTypes.FloatType,
          DataTypes.DoubleType);

  private final SparkSession session;
  private final JavaSparkContext spark;
  private final TableSource store;
  private final TableSource table;
  private final List<String> dimensions;
  private final double tolerance;
  private final RunOptions run;

  /**
   * A comparison.
   *
   * @param dimensions the columns to join by
   * @param tolerance how far numbers may be apart; 0 for not at all
   */
  VerifyTable(
      SparkSession session,
      TableSource store,
      TableSource table,
      List<String> dimensions,
      double tolerance,
      RunOptions run) {
    this.session = session;
    this.spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    this.store = store;
    this.table = table;
    this.dimensions = dimensions;
    this.tolerance = tolerance;
    this.run = run;
  }

  /** Compares; the report's member {@code equal} says how it ended. */
  ObjectNode run() {
    String description = "verify " + store.place() + " and " + table.place();
    return SqlJob.run(spark, description, run.console(), this::compare);
  }

  private ObjectNode compare() {
    Dataset<Row> left = store.read(session);
    Dataset<Row> right = table.read(session);
    List<String> columns = Arrays.asList(left.columns());
    List<String> others = Arrays.asList(right.columns());
    for (String dimension : dimensions) {
      if (!columns.contains(dimension) || !others.contains(dimension)) {
        throw new UsageException(
            "--dims names "
                + dimension
                + ", but the store has the columns "
                + columns
                + " and the table "
                + others);
      }
    }
    List<String> common = new ArrayList<>(columns);
    common.retainAll(others);
    common.removeAll(dimensions);
    ObjectNode report = Json.nodes().objectNode().put("verb", "verify");
    report.put("left", store.place()).put("right", table.place()).put("tolerance", tolerance);
    List<String> missing = new ArrayList<>(columns);
    missing.removeAll(others);
    Row counts = counts(left, right, common);
    boolean equal = missing.isEmpty();
    missing.forEach(name -> run.console().println(name + " is not in the table"));
    missing.forEach(report.putArray("missing_columns")::add);
    String[] rows = {
      "rows of the store", "only in the store", "only in the table", "repeated in the table"
    };
    for (int i = 0; i < rows.length; i++) {
      long count = counts.getLong(i);
      equal &= i == 0 || count == 0;
      run.console().printf(Locale.ROOT, "%s: %d%n", rows[i], count);
      report.put(rows[i].replace(' ', '_'), count);
    }
    ObjectNode differing = report.putObject("differing");
    for (int i = 0; i < common.size(); i++) {
      long count = counts.getLong(rows.length + i);
      equal &= count == 0;
      run.console().printf(Locale.ROOT, "%s: %d cells differ%n", common.get(i), count);
      differing.put(common.get(i), count);
    }
    report.put("equal", equal);
    run.console()
        .println((equal ? "equal: " : "NOT equal: ") + store.place() + " and " + table.place());
    return report;
  }

  private Row counts(Dataset<Row> left, Dataset<Row> right, List<String> common) {
    String suffix = UUID.randomUUID().toString().replace('-', '_');
    String a = "zarr_convert_left_" + suffix;
    String b = "zarr_convert_right_" + suffix;
    left.createOrReplaceTempView(a);
    right.createOrReplaceTempView(b);
    try {
      String keys = dimensions.stream().map(VerifyTable::quote).collect(Collectors.joining(", "));
      String join =
          dimensions.stream()
              .map(name -> "a." + quote(name) + " <=> b." + quote(name))
              .collect(Collectors.joining(" AND "));
      StringBuilder sql = new StringBuilder("SELECT count(a._here), count_if(b._here IS NULL), ");
      sql.append("count_if(a._here IS NULL), coalesce(sum(b._count - 1), 0)");
      for (String name : common) {
        sql.append(", count_if(a._here AND b._here AND NOT ")
            .append(same(name, field(left, name), field(right, name)))
            .append(')');
      }
      sql.append(" FROM (SELECT *, true AS _here FROM ").append(a).append(") a FULL OUTER JOIN (");
      sql.append("SELECT ").append(keys);
      for (String name : common) {
        sql.append(", first(").append(quote(name)).append(") AS ").append(quote(name));
      }
      sql.append(", count(*) AS _count, true AS _here FROM ").append(b);
      sql.append(" GROUP BY ").append(keys).append(") b ON ").append(join);
      return session.sql(sql.toString()).collectAsList().get(0);
    } finally {
      session.catalog().dropTempView(a);
      session.catalog().dropTempView(b);
    }
  }

  private static StructField field(Dataset<Row> table, String name) {
    return table.schema().apply(name);
  }

  /** NaN equals NaN and NULL equals NULL. */
  private String same(String name, StructField left, StructField right) {
    String a = "a." + quote(name);
    String b = "b." + quote(name);
    if (tolerance == 0
        || !NUMBERS.contains(left.dataType())
        || !NUMBERS.contains(right.dataType())) {
      return "(" + a + " <=> " + b + ")";
    }
    return "(("
        + a
        + " <=> "
        + b
        + ") OR coalesce(abs(CAST("
        + a
        + " AS DOUBLE) - CAST("
        + b
        + " AS DOUBLE)) <= "
        + tolerance
        + "D, false))";
  }

  private static String quote(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
