package io.zarrspark.spark.read;

import io.zarrspark.ZarrArray;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.ObjectRead;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Reads the cells of one variable, object by object of the plan. */
interface VariableReader extends AutoCloseable {

  /** The reader of a variable: a fast one if its grid is the plan's. */
  static VariableReader of(
      Store store, ReadColumn.Variable column, ReadTask task, ReadCounts counts) {
    VariableArray variable = new VariableArray(store, column, task, counts);
    ZarrArray array = variable.array();
    BlockPlan plan = task.plan();
    return isAligned(array, column.axes(), plan)
        ? new AlignedVariable(variable)
        : new RegionVariable(variable, column.axes(), plan);
  }

  private static boolean isAligned(ZarrArray array, int[] axes, BlockPlan plan) {
    boolean isAligned = Arrays.equals(axes, IntStream.range(0, plan.rank()).toArray());
    for (int d = 0; d < axes.length && isAligned; d++) {
      isAligned =
          array.objectGrid().axis(d).equals(plan.objectAxis(d))
              && array.blockGrid().axis(d).equals(plan.blockAxis(d));
    }
    return isAligned;
  }

  /**
   * Fetches what the variable has in an object of the plan. May run on another thread, ahead of the
   * reading of what was fetched before.
   */
  FetchedVariable fetch(ObjectRead read) throws IOException;

  @Override
  void close();
}
