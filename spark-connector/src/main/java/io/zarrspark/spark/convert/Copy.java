package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;

/** Copies a store as it is, to another place: objects and metadata byte by byte. */
final class Copy {
  private static final List<String> DOCUMENTS =
      List.of("zarr.json", ".zattrs", ".zarray", ".zgroup", ".zmetadata");

  private final JavaSparkContext spark;
  private final Configuration configuration;
  private final String source;
  private final String target;
  private final List<String> leftOut;
  private final RunOptions run;
  private final Store sourceStore;
  private final Store targetStore;

  Copy(JavaSparkContext spark, String source, String target, List<String> leftOut, RunOptions run)
      throws IOException {
    this.spark = spark;
    this.configuration = spark.hadoopConfiguration();
    this.source = Places.qualify(source, configuration);
    this.target = Places.qualify(target, configuration);
    this.leftOut = leftOut;
    this.run = run;
    Places.requireApart(this.source, this.target);
    this.sourceStore = Stores.open(this.source, configuration);
    this.targetStore = Stores.open(this.target, configuration);
  }

  /**
   * Plans and, unless it is a dry run, copies.
   *
   * @return a report
   * @throws ConversionException if it cannot start, or cannot go on
   */
  ObjectNode run() throws IOException {
    SourceState before = SourceState.of(sourceStore, source, leftOut, configuration);
    if (!leftOut.isEmpty()
        && before.nodes().groups().values().stream().anyMatch(g -> g.isConsolidated())) {
      throw new UsageException(
          "copy --leave-out would leave the consolidated metadata of "
              + source
              + " wrong, since copy changes no byte. Use recode --leave-out");
    }
    ObjectNode identity =
        Json.nodes()
            .objectNode()
            .put("format", 1)
            .put("verb", "copy")
            .put("source", source)
            .put("source_state", before.digest());
    Optional<JsonNode> earlier = ConversionJournal.read(targetStore);
    if (earlier.isPresent()) {
      ConversionJournal.requireSame(earlier.get(), identity, source, target);
    } else {
      Places.requireEmpty(targetStore, target);
    }
    List<ArrayPass> passes = passes(before.nodes());
    List<TaskRange> tasks = TaskRanges.of(passes.stream().map(ArrayPass::units).toList());
    run.console().println(describe(before, passes.size(), tasks.size()));
    ObjectNode report = identity.deepCopy();
    report.put("target", target).put("tasks", tasks.size()).put("dry_run", run.dryRun());
    report.put("resumed", earlier.isPresent());
    if (run.dryRun()) {
      return report;
    }
    if (earlier.isEmpty()) {
      ConversionJournal.write(targetStore, identity);
    }
    long startedAt = System.nanoTime();
    TaskResult result =
        new Transfer(spark, source, target, run).run("copy", "copy " + source, passes, tasks);
    before.requireUnchanged(sourceStore, source, target, leftOut, configuration);
    publish(before.nodes());
    targetStore.deleteAll(ConversionJournal.FOLDER);
    Summary.tell(
        run.console(), "copy", target, result, (System.nanoTime() - startedAt) / 1e9, report);
    return report;
  }

  private static List<ArrayPass> passes(SourceNodes nodes) {
    List<ArrayPass> passes = new ArrayList<>();
    for (ZarrArray array : nodes.arrays().values()) {
      GridShape grid = grid(array);
      int[] one = new int[grid.rank()];
      Arrays.fill(one, 1);
      passes.add(
          new ArrayPass(
              array.path(),
              null,
              array.path(),
              null,
              false,
              new UnitGrid(grid, grid, one),
              ConversionJournal.tasks(1, passes.size())));
    }
    return passes;
  }

  /** One with as many objects; no more is needed to copy them. */
  private static GridShape grid(ZarrArray array) {
    GridShape grid = GridShape.of(array);
    ChunkGrid objects = array.objectGrid();
    if (objects.isRegular()) {
      return grid;
    }
    // An object counts as one cell of its size.
    int[] one = new int[grid.rank()];
    Arrays.fill(one, 1);
    long[] count = new long[grid.rank()];
    Arrays.setAll(count, objects::chunks);
    int bytes = (int) Math.min(Integer.MAX_VALUE, grid.objectBytes());
    return new GridShape(count, one, one, bytes);
  }

  private String describe(SourceState state, int arrays, int tasks) {
    return String.format(
        Locale.ROOT,
        "copy %s -> %s%n%d arrays, %d tasks%s; a task holds one object as it is stored",
        source,
        target,
        arrays,
        tasks,
        state
            .stored()
            .map(tree -> "; " + Sizes.bytes(tree.bytes()) + " in " + tree.objects() + " objects")
            .orElse(""));
  }

  /** Documents of nodes, those above last. */
  private void publish(SourceNodes nodes) throws IOException {
    TreeSet<String> paths =
        new TreeSet<>(Comparator.comparing(String::length).reversed().thenComparing(path -> path));
    paths.addAll(nodes.arrays().keySet());
    paths.addAll(nodes.groups().keySet());
    for (String path : paths) {
      for (String document : DOCUMENTS) {
        String key = path.isEmpty() ? document : path + "/" + document;
        Optional<byte[]> bytes = sourceStore.get(key);
        if (bytes.isPresent()) {
          targetStore.put(key, bytes.get());
        }
      }
    }
  }
}
