package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.codec.PackingChoice;
import io.zarrspark.codec.PackingException;
import io.zarrspark.metadata.ArrayTemplate;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.Scalar;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Chooses how float arrays are packed: by the range of all their cells, so that none comes back
 * with an error above a bound.
 */
final class Pack {
  private static final Set<String> PACKING =
      Set.of("scale_offset", "cast_value", "numcodecs.fixedscaleoffset", "numcodecs.quantize");
  private static final List<String> CF_PACKING = List.of("scale_factor", "add_offset");

  /**
   * How an array is packed.
   *
   * @param codecs its new chain
   * @param fillValue a fill value that the chain keeps
   */
  record Packing(List<CodecConfig> codecs, Scalar fillValue) {}

  private final JavaSparkContext spark;
  private final String location;
  private final NumberType codes;
  private final BigDecimal maxAbsError;
  private final RunOptions run;
  private final ObjectNode report = Json.nodes().objectNode();

  Pack(
      JavaSparkContext spark,
      String location,
      NumberType codes,
      BigDecimal maxAbsError,
      RunOptions run) {
    this.spark = spark;
    this.location = location;
    this.codes = codes;
    this.maxAbsError = maxAbsError;
    this.run = run;
  }

  /** What was found and chosen, for a report. */
  ObjectNode report() {
    return report;
  }

  /**
   * Goes over the arrays once and chooses.
   *
   * @param only the arrays to pack; empty for all float arrays that are no coordinates
   * @throws ConversionException if an array is packed already, or the bound cannot be met
   */
  Map<String, Packing> choose(SourceNodes nodes, List<String> only) throws IOException {
    List<ZarrArray> arrays = new ArrayList<>();
    for (ZarrArray array : nodes.arrays().values()) {
      boolean isFloat =
          array.dataType() == NumberType.FLOAT32 || array.dataType() == NumberType.FLOAT64;
      if (only.contains(array.path()) && !isFloat) {
        throw new UsageException(
            "--arrays names "
                + array.path()
                + ", which is "
                + array.dataType()
                + "; only float32 and float64 can be packed");
      }
      if (only.isEmpty()
          ? isFloat && !SourceNodes.isCoordinate(array)
          : only.contains(array.path())) {
        requireUnpacked(array);
        arrays.add(array);
      }
    }
    if (arrays.isEmpty()) {
      throw new ConversionException(
          location
              + " has no array of float32 or float64 beside its coordinates, so nothing to pack");
    }
    Map<String, ValueExtent> extents = extents(arrays);
    Map<String, Packing> packings = new TreeMap<>();
    ArrayNode rows = report.putArray("packing");
    for (ZarrArray array : arrays) {
      packings.put(array.path(), choose(array, extents.get(array.path()), rows.addObject()));
    }
    return packings;
  }

  private void requireUnpacked(ZarrArray array) {
    for (CodecConfig codec : CodecChain.ofChunk(array)) {
      if (PACKING.contains(codec.name())) {
        throw packedAlready(array, "the codec " + codec.name());
      }
    }
    for (String attribute : CF_PACKING) {
      if (array.attributes().has(attribute)) {
        throw packedAlready(array, "the attribute " + attribute);
      }
    }
  }

  private static ConversionException packedAlready(ZarrArray array, String by) {
    return new ConversionException(
        array.location()
            + " is packed already, by "
            + by
            + ", and is not packed twice. Leave it out of --arrays, or recode it with other"
            + " --codecs first");
  }

  private Map<String, ValueExtent> extents(List<ZarrArray> arrays) throws IOException {
    List<UnitGrid> units = new ArrayList<>();
    long objects = 0;
    for (ZarrArray array : arrays) {
      GridShape grid = GridShape.of(array);
      int[] one = new int[grid.rank()];
      Arrays.fill(one, 1);
      units.add(new UnitGrid(grid, grid, one));
      objects += units.get(units.size() - 1).units();
    }
    List<TaskRange> tasks = TaskRanges.of(units);
    ProgressCounters counters = new ProgressCounters(spark);
    String description = "pack " + location + ", finding ranges";
    ProgressLine line = new ProgressLine("pack, finding ranges", objects, counters, run.console());
    List<ValueExtent> found;
    try {
      found =
          SparkJob.run(
              spark,
              description,
              tasks,
              new RangeTask(
                  location,
                  arrays.stream().map(ZarrArray::path).toList(),
                  units,
                  spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration())),
                  counters),
              "");
    } finally {
      line.close();
    }
    Map<String, ValueExtent> extents = new TreeMap<>();
    for (int i = 0; i < found.size(); i++) {
      extents.merge(arrays.get(tasks.get(i).array()).path(), found.get(i), ValueExtent::plus);
    }
    return extents;
  }

  private Packing choose(ZarrArray array, ValueExtent extent, ObjectNode row) {
    NumberType type = (NumberType) array.dataType();
    double min = extent.isEmpty() ? 0 : extent.min();
    double max = extent.isEmpty() ? 0 : extent.max();
    PackingChoice choice;
    try {
      choice =
          PackingChoice.within(
              new PackingChoice.Range(type, codes, min, max, extent.hasNaN()), maxAbsError);
    } catch (PackingException e) {
      throw new ConversionException("Cannot pack " + array.location() + ": " + e.getMessage(), e);
    }
    List<CodecConfig> chain = new ArrayList<>(choice.codecs());
    for (CodecConfig codec : CodecChain.ofChunk(array)) {
      chain.add(codec.name().equals("bytes") ? bytes() : codec);
    }
    run.console()
        .printf(
            Locale.ROOT,
            "%s: %s to %s%s as %s, error at most %s: %s%n",
            array.path().isEmpty() ? "the array" : array.path(),
            min,
            max,
            extent.hasNaN() ? " and NaN" : "",
            codes,
            maxAbsError.toPlainString(),
            choice.codecs().stream().map(codec -> Json.write(codec.toJson())).toList());
    row.put("path", array.path()).put("min", min).put("max", max).put("has_nan", extent.hasNaN());
    ArrayNode codecs = row.putArray("codecs");
    choice.codecs().forEach(codec -> codecs.add(codec.toJson()));
    return new Packing(chain, choice.fillValue());
  }

  private CodecConfig bytes() {
    return ArrayTemplate.arrayToBytes(codes);
  }
}
