package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.spark.io.StoredTree;
import io.zarrspark.type.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a conversion will do, before it does anything.
 *
 * @param verb what it is called by
 * @param source full path of the source
 * @param target full path of the target
 * @param arrays a plan per array
 * @param groups metadata documents of the groups of the target, by path
 * @param stored what is stored of the source, if its file system can list
 * @param memory what a task may hold
 */
record ConversionPlan(
    String verb,
    String source,
    String target,
    List<ArrayPlan> arrays,
    Map<String, JsonNode> groups,
    Optional<StoredTree> stored,
    TaskMemory memory) {

  /** Tasks of all passes. */
  int tasks() {
    return firstTasks().size() + secondTasks().size();
  }

  List<TaskRange> firstTasks() {
    return TaskRanges.of(arrays.stream().map(array -> array.passes().first()).toList());
  }

  List<TaskRange> secondTasks() {
    return TaskRanges.of(
        arrays.stream().flatMap(array -> array.passes().second().stream()).toList());
  }

  /**
   * Refuses a plan that does not fit into memory.
   *
   * @throws ConversionException if the tasks of an array may hold more than there is
   */
  void requireMemory() {
    for (ArrayPlan array : arrays) {
      if (array.peakBytes() > memory.bytes()) {
        throw new ConversionException(
            "The plan needs "
                + Sizes.bytes(array.peakBytes())
                + " per task for "
                + name(array.path())
                + ", whose "
                + (array.passes().first().target().hasShards() ? "shards" : "chunks")
                + " of "
                + Sizes.bytes(array.passes().first().target().objectBytes())
                + " are written as a whole, but there is "
                + memory
                + ". Give more of "
                + memory.settings()
                + ", or choose smaller ones ("
                + (array.passes().first().target().hasShards() ? "--shards" : "--chunks")
                + ")");
      }
    }
  }

  private static String name(String path) {
    return path.isEmpty() ? "the array" : path;
  }

  /** The plan for people. */
  String describe() {
    StringBuilder text = new StringBuilder();
    text.append(verb).append(' ').append(source).append(" -> ").append(target).append('\n');
    long decoded = 0;
    long peak = 0;
    for (ArrayPlan array : arrays) {
      describe(array, text);
      decoded += array.passes().first().source().bytes();
      peak = Math.max(peak, array.peakBytes());
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%d arrays, %d tasks; %s decoded%s%n",
            arrays.size(),
            tasks(),
            Sizes.bytes(decoded),
            stored
                .map(
                    tree ->
                        ", "
                            + Sizes.bytes(tree.bytes())
                            + " stored in "
                            + tree.objects()
                            + " objects")
                .orElse("")));
    text.append("memory: at most ").append(Sizes.bytes(peak)).append(" of ").append(memory);
    return text.toString();
  }

  private void describe(ArrayPlan array, StringBuilder text) {
    UnitGrid first = array.passes().first();
    text.append("  ").append(name(array.path())).append(": ");
    text.append(layout(first.source())).append(" -> ");
    text.append(layout(array.passes().second().orElse(first).target()));
    stored
        .map(tree -> tree.bytesByFolder().get(array.path()))
        .ifPresent(bytes -> text.append(", ").append(Sizes.bytes(bytes)).append(" to read"));
    text.append(
        String.format(
            Locale.ROOT, ", %s to write before coding", Sizes.bytes(first.target().bytes())));
    text.append(
        String.format(
            Locale.ROOT,
            ", each block decoded at most %.2f times, at most %s per task%n",
            array
                .passes()
                .second()
                .map(second -> second.readAmplification() + first.readAmplification())
                .orElse(first.readAmplification()),
            Sizes.bytes(array.peakBytes())));
    if (array.passes().second().isPresent()) {
      text.append("    through an intermediate array: ")
          .append(layout(first.target()))
          .append(", since ")
          .append(array.passes().why())
          .append('\n');
    } else if (!array.passes().why().isEmpty()) {
      text.append("    note: ").append(array.passes().why()).append('\n');
    }
  }

  private static String layout(GridShape grid) {
    String upTo = grid.isRegular() ? "" : "up to ";
    String objects = upTo + Arrays.toString(grid.objectShape());
    return grid.hasShards()
        ? "chunks " + Arrays.toString(grid.blockShape()) + " in shards " + objects
        : "chunks " + objects;
  }

  /** The plan for programs. */
  ObjectNode toJson() {
    ObjectNode json = Json.nodes().objectNode();
    json.put("verb", verb).put("source", source).put("target", target);
    json.put("tasks", tasks()).put("memory_per_task", memory.bytes());
    stored.ifPresent(
        tree -> json.put("stored_objects", tree.objects()).put("stored_bytes", tree.bytes()));
    ArrayNode list = json.putArray("arrays");
    for (ArrayPlan array : arrays) {
      UnitGrid first = array.passes().first();
      ObjectNode row = list.addObject().put("path", array.path());
      row.put("cells", first.source().cells()).put("decoded_bytes", first.source().bytes());
      stored
          .map(tree -> tree.bytesByFolder().get(array.path()))
          .ifPresent(bytes -> row.put("stored_bytes", bytes));
      row.put("bytes_to_write_before_coding", first.target().bytes());
      row.put("passes", array.passes().second().isPresent() ? 2 : 1);
      row.put("read_amplification", first.readAmplification());
      array
          .passes()
          .second()
          .ifPresent(second -> row.put("second_read_amplification", second.readAmplification()));
      row.put("peak_bytes_per_task", array.peakBytes());
      row.put("note", array.passes().why());
    }
    return json;
  }
}
