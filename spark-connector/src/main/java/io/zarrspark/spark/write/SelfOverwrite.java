package io.zarrspark.spark.write;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.TreeNode;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * Refuses to replace the store that the rows are read from, which Spark does not. All scans of a
 * command, of its subqueries too, are made under one execution id, before anything is written.
 */
public final class SelfOverwrite {
  private static final String ROOT_EXECUTION = "spark.sql.execution.root.id";
  private static final int MOST_EXECUTIONS = 1000;

  private static final Map<String, Set<String>> READ = executions();
  private static final Map<String, Set<String>> REPLACED = executions();

  private SelfOverwrite() {}

  private static Map<String, Set<String>> executions() {
    return Collections.synchronizedMap(
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Set<String>> eldest) {
            return size() > MOST_EXECUTIONS;
          }
        });
  }

  /** Notes that the running command reads a store. */
  public static void reads(String location) {
    note(location, READ, REPLACED);
  }

  /** Notes that the running command replaces a store. */
  static void replaces(String location) {
    note(location, REPLACED, READ);
  }

  private static void note(
      String location, Map<String, Set<String>> same, Map<String, Set<String>> other) {
    String execution = SparkSession.active().sparkContext().getLocalProperty(ROOT_EXECUTION);
    if (execution == null) {
      return;
    }
    same.computeIfAbsent(execution, id -> Collections.synchronizedSet(new HashSet<>()))
        .add(location);
    for (String candidate : other.getOrDefault(execution, Set.of()).toArray(new String[0])) {
      requireDistinct(location, candidate);
    }
  }

  /** The same for rows that Spark holds in its cache, of which no scan is made. */
  static void requireNotReadBy(Dataset<Row> data, String location) {
    LogicalPlan plan = data.queryExecution().analyzed();
    for (int i = 0; ; i++) {
      TreeNode<?> node = plan.apply(i);
      if (node == null) {
        return;
      }
      if (node instanceof DataSourceV2Relation relation
          && relation.table() instanceof StoredTable table) {
        requireDistinct(table.storeLocation(), location);
      }
    }
  }

  private static void requireDistinct(String one, String other) {
    if (one.equals(other) || one.startsWith(other + "/") || other.startsWith(one + "/")) {
      throw new WriteException(
          "Cannot overwrite "
              + other
              + ": the rows are read from it. Write to another path, or write the rows there first");
    }
  }
}
