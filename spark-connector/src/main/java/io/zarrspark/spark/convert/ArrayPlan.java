package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.metadata.ArrayMetadata;
import io.zarrspark.metadata.ArrayTemplate;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.type.DataType;
import io.zarrspark.type.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The plan of one array.
 *
 * @param path its path, in the source and in the target
 * @param target its new metadata
 * @param passes how its cells get there
 * @param intermediate metadata of the intermediate array, if there are two passes
 */
record ArrayPlan(
    String path, ArrayMetadata target, ArrayPasses passes, Optional<ArrayMetadata> intermediate) {

  /**
   * Plans an array.
   *
   * @param mostReads how often blocks may be decoded before a second pass is preferred
   * @param tasks tasks that run at a time, anywhere
   */
  static ArrayPlan of(
      ZarrArray source,
      ZarrArray target,
      ArrayMetadata metadata,
      TaskMemory memory,
      double mostReads,
      int tasks) {
    ArrayPasses passes =
        ArrayPasses.plan(
            GridShape.of(source), GridShape.of(target), memory.bytes(), mostReads, tasks);
    return new ArrayPlan(source.path(), metadata, passes, intermediate(source, passes));
  }

  private static Optional<ArrayMetadata> intermediate(ZarrArray source, ArrayPasses passes) {
    return passes
        .second()
        .map(
            second ->
                new ArrayTemplate(
                        source.dataType(),
                        source.shape(),
                        second.source().objectShape(),
                        Optional.empty(),
                        source.metadata().fillValue(),
                        source.metadata().dimensionNames(),
                        intermediateCodecs(source.dataType()),
                        Json.nodes().objectNode())
                    .toMetadata());
  }

  /** Written and read once, so fast rather than small. */
  private static List<CodecConfig> intermediateCodecs(DataType dataType) {
    List<CodecConfig> codecs = new ArrayList<>();
    codecs.add(ArrayTemplate.arrayToBytes(dataType));
    codecs.add(
        CodecConfig.of("zstd", Json.nodes().objectNode().put("level", 1).put("checksum", false)));
    return codecs;
  }

  /** Most bytes that a task of any of its passes holds. */
  long peakBytes() {
    return passes
        .second()
        .map(second -> Math.max(second.peakBytes(), passes.first().peakBytes()))
        .orElse(passes.first().peakBytes());
  }

  /** The units of a plan as a journal keeps them. */
  ObjectNode toJson() {
    ObjectNode json = Json.nodes().objectNode();
    json.set("target", target.toJson());
    json.set("first", sizes(passes.first().objectsPerUnit()));
    passes.second().ifPresent(second -> json.set("second", sizes(second.objectsPerUnit())));
    intermediate.ifPresent(metadata -> json.set("intermediate", metadata.toJson()));
    json.put("why", passes.why());
    return json;
  }

  /** The plan of an earlier run with the same source and target. */
  static ArrayPlan resumed(ZarrArray source, ZarrArray target, JsonNode json) {
    Optional<ArrayMetadata> intermediate =
        Optional.ofNullable(json.get("intermediate")).map(ArrayMetadata::parse);
    GridShape from = GridShape.of(source);
    GridShape to = GridShape.of(target);
    int[] first = sizes(json.get("first"));
    ArrayPasses passes;
    if (intermediate.isPresent()) {
      int[] chunk = intermediate.get().grid().chunkShape();
      GridShape between = new GridShape(from.shape(), chunk, chunk, from.cellBytes());
      passes =
          new ArrayPasses(
              new UnitGrid(from, between, first),
              Optional.of(new UnitGrid(between, to, sizes(json.get("second")))),
              json.get("why").asText());
    } else {
      passes =
          new ArrayPasses(
              new UnitGrid(from, to, first), Optional.empty(), json.get("why").asText());
    }
    return new ArrayPlan(source.path(), target.metadata(), passes, intermediate);
  }

  private static ArrayNode sizes(int[] sizes) {
    ArrayNode json = Json.nodes().arrayNode();
    for (int size : sizes) {
      json.add(size);
    }
    return json;
  }

  private static int[] sizes(JsonNode json) {
    int[] sizes = new int[json.size()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = json.get(i).intValue();
    }
    return sizes;
  }
}
