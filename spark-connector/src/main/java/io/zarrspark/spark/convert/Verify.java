package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.SerializableConfiguration;

/** Compares two stores, cell by cell; stored values, nothing unpacked that codecs do not unpack. */
final class Verify {
  private final JavaSparkContext spark;
  private final String left;
  private final String right;
  private final double tolerance;
  private final List<String> leftOut;
  private final RunOptions run;

  private final List<String> paths = new ArrayList<>();
  private final List<UnitGrid> units = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /**
   * A comparison.
   *
   * @param tolerance how far numbers may be apart; 0 for not at all
   * @param leftOut paths that are not compared
   */
  Verify(
      JavaSparkContext spark,
      String left,
      String right,
      double tolerance,
      List<String> leftOut,
      RunOptions run)
      throws IOException {
    this.spark = spark;
    this.left = Places.qualify(left, spark.hadoopConfiguration());
    this.right = Places.qualify(right, spark.hadoopConfiguration());
    this.tolerance = tolerance;
    this.leftOut = leftOut;
    this.run = run;
  }

  /** Compares; the report's member {@code equal} says how it ended. */
  ObjectNode run() throws IOException {
    Configuration configuration = spark.hadoopConfiguration();
    SortedMap<String, ZarrArray> a =
        SourceNodes.open(Stores.open(left, configuration), leftOut).arrays();
    SortedMap<String, ZarrArray> b =
        SourceNodes.open(Stores.open(right, configuration), leftOut).arrays();
    TreeSet<String> all = new TreeSet<>(a.keySet());
    all.addAll(b.keySet());
    for (String path : all) {
      match(path, a.get(path), b.get(path));
    }
    List<TaskRange> tasks = TaskRanges.of(units);
    List<Comparison> results = compare(tasks);
    return report(tasks, results);
  }

  private void match(String path, ZarrArray a, ZarrArray b) {
    if (a == null || b == null) {
      problems.add(name(path) + " is only in " + (a == null ? right : left));
    } else if (!Arrays.equals(a.shape(), b.shape())) {
      problems.add(
          name(path)
              + " has the shapes "
              + Arrays.toString(a.shape())
              + " and "
              + Arrays.toString(b.shape()));
    } else if (!CellComparison.isPossible(a.dataType(), b.dataType())) {
      problems.add(name(path) + " has the data types " + a.dataType() + " and " + b.dataType());
    } else {
      GridShape of = GridShape.of(b);
      // Whatever is stored together, boxes are as small as blocks.
      GridShape blocks =
          new GridShape(of.shape(), of.blockShape(), of.blockShape(), of.cellBytes());
      TaskMemory memory = TaskMemory.of(spark).atMost(run.memoryPerTask());
      long share = Math.min(memory.bytes() / 3, 128L << 20);
      paths.add(path);
      units.add(UnitPlanner.plan(GridShape.of(a), blocks, share));
    }
  }

  private static String name(String path) {
    return path.isEmpty() ? "the array" : path;
  }

  private List<Comparison> compare(List<TaskRange> tasks) {
    ProgressCounters counters = new ProgressCounters(spark);
    long objects = 0;
    for (UnitGrid grid : units) {
      objects += grid.units() * grid.objectsOfUnit();
    }
    String description = "verify " + left + " and " + right;
    ProgressLine line = new ProgressLine("verify", objects, counters, run.console());
    try {
      return SparkJob.run(
          spark,
          description,
          tasks,
          new VerifyTask(
              left,
              right,
              paths,
              units,
              tolerance,
              spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration())),
              counters),
          "");
    } finally {
      line.close();
    }
  }

  private ObjectNode report(List<TaskRange> tasks, List<Comparison> results) {
    Comparison[] byArray = new Comparison[paths.size()];
    Arrays.fill(byArray, Comparison.NONE);
    for (int i = 0; i < tasks.size(); i++) {
      int array = tasks.get(i).array();
      byArray[array] = byArray[array].plus(results.get(i));
    }
    ObjectNode report = Json.nodes().objectNode();
    report.put("verb", "verify").put("left", left).put("right", right);
    report.put("tolerance", tolerance);
    ArrayNode arrays = report.putArray("arrays");
    boolean equal = problems.isEmpty();
    for (int i = 0; i < byArray.length; i++) {
      Comparison found = byArray[i];
      equal &= found.differing() == 0;
      run.console()
          .printf(
              Locale.ROOT,
              "%s: %d cells compared, %d differ%s%n",
              name(paths.get(i)),
              found.cells(),
              found.differing(),
              found.maxDifference() == 0 ? "" : ", at most by " + found.maxDifference());
      found.first().forEach(cell -> run.console().println("  " + cell));
      ObjectNode row = arrays.addObject().put("path", paths.get(i));
      row.put("cells", found.cells()).put("differing", found.differing());
      row.put("max_difference", found.maxDifference());
      ArrayNode first = row.putArray("first");
      found.first().forEach(first::add);
    }
    ArrayNode told = report.putArray("problems");
    problems.forEach(told::add);
    problems.forEach(run.console()::println);
    report.put("equal", equal);
    run.console()
        .println(
            equal
                ? "equal" + (tolerance > 0 ? " within " + tolerance : "")
                : "NOT equal: " + left + " and " + right);
    return report;
  }
}
