package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ObjectWriter;
import io.zarrspark.ZarrArray;
import io.zarrspark.ZarrGroup;
import io.zarrspark.ZarrNode;
import io.zarrspark.metadata.ArrayMetadata;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.metadata.V2Store;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Writes a store anew with other chunks, shards, codecs, data types, fill values or attributes. The
 * values stay as they are; the target's metadata appears once all of them are there.
 */
final class Recode {
  private final String verb;
  private final JavaSparkContext spark;
  private final Configuration configuration;
  private final String source;
  private final String target;
  private final RecodeOptions options;
  private final RunOptions run;
  private final Store sourceStore;
  private final Store targetStore;

  /**
   * A conversion.
   *
   * @param verb what it is called by, for messages
   */
  Recode(
      String verb,
      JavaSparkContext spark,
      String source,
      String target,
      RecodeOptions options,
      RunOptions run)
      throws IOException {
    this.verb = verb;
    this.spark = spark;
    this.configuration = spark.hadoopConfiguration();
    this.source = Places.qualify(source, configuration);
    this.target = Places.qualify(target, configuration);
    this.options = options;
    this.run = run;
    Places.requireApart(this.source, this.target);
    this.sourceStore = Stores.open(this.source, configuration);
    this.targetStore = Stores.open(this.target, configuration);
  }

  /**
   * Plans and, unless it is a dry run, converts.
   *
   * @return a report
   * @throws ConversionException if it cannot start, or cannot go on
   */
  ObjectNode run() throws IOException {
    SourceState before = SourceState.of(sourceStore, source, options.leftOut(), configuration);
    SourceNodes nodes = before.nodes();
    SortedMap<String, ArrayMetadata> targets = Recoding.arrays(nodes, options);
    SortedMap<String, ZarrArray> targetArrays = bind(targets);
    ObjectNode identity = identity(before, targets);
    Optional<JsonNode> earlier = ConversionJournal.read(targetStore);
    if (earlier.isPresent()) {
      ConversionJournal.requireSame(earlier.get(), identity, source, target);
    } else {
      Places.requireEmpty(targetStore, target);
    }
    ConversionPlan plan = plan(nodes, targetArrays, before, earlier);
    plan.requireMemory();
    run.console().println(plan.describe());
    ObjectNode report = plan.toJson();
    report.put("dry_run", run.dryRun()).put("resumed", earlier.isPresent());
    if (run.dryRun()) {
      return report;
    }
    if (earlier.isEmpty()) {
      ObjectNode kept = identity.deepCopy();
      ObjectNode arrays = kept.putObject("plans");
      plan.arrays().forEach(array -> arrays.set(array.path(), array.toJson()));
      ConversionJournal.write(targetStore, kept);
    }
    long startedAt = System.nanoTime();
    TaskResult result = transfer(plan);
    before.requireUnchanged(sourceStore, source, target, options.leftOut(), configuration);
    publish(plan);
    targetStore.deleteAll(ConversionJournal.FOLDER);
    Summary.tell(
        run.console(), verb, target, result, (System.nanoTime() - startedAt) / 1e9, report);
    return report;
  }

  /** The arrays of the target, none of them stored yet, all known to be writable. */
  private SortedMap<String, ZarrArray> bind(SortedMap<String, ArrayMetadata> targets) {
    SortedMap<String, ZarrArray> bound = new TreeMap<>();
    targets.forEach(
        (path, metadata) -> {
          try {
            ZarrArray array = ZarrArray.of(targetStore, path, metadata);
            ObjectWriter.of(array).close();
            bound.put(path, array);
          } catch (InvalidMetadataException | UnsupportedExtensionException e) {
            throw new ConversionException(
                e.getMessage()
                    + ". Choose others for it: --codecs, --fill-value, or --leave-out "
                    + path,
                e);
          }
        });
    return bound;
  }

  /** What an earlier run must have had in common for its work to be of use. */
  private ObjectNode identity(SourceState state, SortedMap<String, ArrayMetadata> targets) {
    ObjectNode identity =
        Json.nodes().objectNode().put("format", 1).put("verb", verb).put("source", source);
    identity.put("source_state", state.digest());
    ObjectNode documents = identity.putObject("target");
    targets.forEach((path, metadata) -> documents.set(path, metadata.toJson()));
    identity.put("zarr_format", options.zarrFormat());
    return identity;
  }

  private ConversionPlan plan(
      SourceNodes nodes,
      SortedMap<String, ZarrArray> targets,
      SourceState state,
      Optional<JsonNode> earlier) {
    TaskMemory memory = TaskMemory.of(spark).atMost(run.memoryPerTask());
    int tasks = Math.max(memory.tasks(), spark.defaultParallelism());
    List<ArrayPlan> arrays = new ArrayList<>();
    nodes
        .arrays()
        .forEach(
            (path, array) ->
                arrays.add(
                    earlier.isPresent()
                        ? ArrayPlan.resumed(
                            array, targets.get(path), earlier.get().path("plans").path(path))
                        : ArrayPlan.of(
                            array,
                            targets.get(path),
                            targets.get(path).metadata(),
                            memory,
                            run.mostReads(),
                            tasks)));
    return new ConversionPlan(
        verb, source, target, arrays, groups(nodes, targets), state.stored(), memory);
  }

  /** Documents of the groups, deepest first, so that a group knows those below it. */
  private SortedMap<String, JsonNode> groups(
      SourceNodes nodes, SortedMap<String, ZarrArray> targets) {
    SortedMap<String, JsonNode> all = new TreeMap<>();
    targets.forEach((path, array) -> all.put(path, array.metadata().toJson()));
    SortedMap<String, JsonNode> groups = new TreeMap<>();
    List<ZarrGroup> deepestFirst = new ArrayList<>(nodes.groups().values());
    deepestFirst.sort(Comparator.comparing((ZarrGroup group) -> group.path().length()).reversed());
    for (ZarrGroup group : deepestFirst) {
      ObjectNode document = Recoding.group(group, options, all).toJson();
      all.put(group.path(), document);
      groups.put(group.path(), document);
    }
    return groups;
  }

  private TaskResult transfer(ConversionPlan plan) {
    List<ArrayPass> first = new ArrayList<>();
    List<ArrayPass> second = new ArrayList<>();
    for (int i = 0; i < plan.arrays().size(); i++) {
      ArrayPlan array = plan.arrays().get(i);
      String document = Json.write(array.target().toJson());
      String between = array.intermediate().map(it -> Json.write(it.toJson())).orElse(null);
      String path = ConversionJournal.intermediate(i);
      first.add(
          new ArrayPass(
              array.path(),
              null,
              between == null ? array.path() : path,
              between == null ? document : between,
              between == null && storesFill(array),
              array.passes().first(),
              ConversionJournal.tasks(1, i)));
      array
          .passes()
          .second()
          .ifPresent(
              units ->
                  second.add(
                      new ArrayPass(
                          path,
                          between,
                          array.path(),
                          document,
                          storesFill(array),
                          units,
                          ConversionJournal.tasks(2, second.size()))));
    }
    Transfer transfer = new Transfer(spark, source, target, run);
    TaskResult one = transfer.run(verb, verb + " " + source, first, plan.firstTasks());
    if (second.isEmpty()) {
      return one;
    }
    TaskResult two =
        transfer.run(
            verb + ", second pass",
            verb + " " + source + ", second pass",
            second,
            plan.secondTasks());
    return one.plus(two);
  }

  private boolean storesFill(ArrayPlan array) {
    return options.zarrFormat() == 2 && V2Store.storesFill(array.target());
  }

  private void publish(ConversionPlan plan) throws IOException {
    if (options.zarrFormat() == 2) {
      SortedMap<String, ArrayMetadata> arrays = new TreeMap<>();
      plan.arrays().forEach(array -> arrays.put(array.path(), array.target()));
      ZarrNode.writeVersion2(targetStore, arrays, plan.groups());
      return;
    }
    for (ArrayPlan array : plan.arrays()) {
      ZarrNode.writeMetadata(targetStore, array.path(), array.target().toJson());
    }
    List<String> deepestFirst = new ArrayList<>(plan.groups().keySet());
    deepestFirst.sort(Comparator.comparing(String::length).reversed());
    for (String path : deepestFirst) {
      ZarrNode.writeMetadata(targetStore, path, plan.groups().get(path));
    }
  }
}
