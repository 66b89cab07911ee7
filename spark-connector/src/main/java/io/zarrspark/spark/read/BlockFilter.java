package io.zarrspark.spark.read;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.ObjectRead;
import io.zarrspark.spark.plan.ValueCondition;
import io.zarrspark.spark.schema.CellValues;
import java.util.Arrays;
import java.util.List;

/**
 * Leaves out blocks that are not stored and whose one value fails a predicate: Spark would drop all
 * of their rows.
 */
final class BlockFilter {
  private final BlockPlan plan;
  private final List<ReadColumn.Variable> variables;
  private final ReadCounts counts;
  private final boolean isIdle;

  BlockFilter(BlockPlan plan, List<ReadColumn.Variable> variables, ReadCounts counts) {
    this.plan = plan;
    this.variables = variables;
    this.counts = counts;
    this.isIdle = variables.stream().allMatch(variable -> variable.condition() == null);
  }

  /** Whether a predicate is known of a variable. */
  boolean tests(int variable) {
    return variables.get(variable).condition() != null;
  }

  /**
   * The places, among the blocks of an object, of those that are needed.
   *
   * @param fetched at least the variables that are tested
   */
  int[] needed(ObjectRead read, FetchedVariable[] fetched) {
    int[] needed = new int[read.blocks().length];
    int n = 0;
    for (int i = 0; i < needed.length; i++) {
      if (isIdle || mayMatch(BlockBox.of(plan, read, i), fetched)) {
        needed[n++] = i;
      }
    }
    counts.skipped(needed.length - n);
    return Arrays.copyOf(needed, n);
  }

  private boolean mayMatch(BlockBox box, FetchedVariable[] fetched) {
    for (int v = 0; v < fetched.length; v++) {
      ValueCondition condition = variables.get(v).condition();
      if (condition != null) {
        CellValues constant = fetched[v].constant(box);
        if (constant != null && !Boolean.TRUE.equals(condition.of(number(constant)))) {
          return false;
        }
      }
    }
    return true;
  }

  /** The first of the values; null if it is NULL, and any number if it is no number. */
  private static Number number(CellValues cells) {
    if (cells.nulls() != null && cells.nulls()[0]) {
      return null;
    }
    if (cells.values() instanceof ChunkData.Floats floats) {
      return (double) floats.values()[cells.offset()];
    }
    if (cells.values() instanceof ChunkData.Doubles doubles) {
      return doubles.values()[cells.offset()];
    }
    if (cells.values() instanceof ChunkData.Variable
        || cells.values() instanceof ChunkData.Fields) {
      // Of such values nothing is asked but whether they are NULL.
      return 0L;
    }
    return cells.values().stored(cells.offset());
  }
}
