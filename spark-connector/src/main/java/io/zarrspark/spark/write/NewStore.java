package io.zarrspark.spark.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.ZarrNode;
import io.zarrspark.codec.PackingChoice;
import io.zarrspark.metadata.ArrayMetadata;
import io.zarrspark.metadata.ArrayTemplate;
import io.zarrspark.metadata.DataTypes;
import io.zarrspark.metadata.GroupMetadata;
import io.zarrspark.metadata.V2Store;
import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.WriteOptions;
import io.zarrspark.spark.schema.DecodingOptions;
import io.zarrspark.store.Store;
import io.zarrspark.type.DataType;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.types.StructField;

/** A store that is to be created: its arrays, described, and its coordinates. */
final class NewStore {
  private static final int COORDINATES_PER_CHUNK = 1 << 20;
  private static final int LEAST_COORDINATES_PER_CHUNK = 1024;

  /** What a cell of variable length counts for where a guess must do. */
  private static final int TYPICAL_VARIABLE_BYTES = 32;

  private final List<GridDimension> dimensions;
  private final List<StructField> variables;
  private final WriteOptions options;
  private final ObjectShapes shapes;
  private final Map<String, ArrayMetadata> arrays = new LinkedHashMap<>();

  /**
   * Describes a store.
   *
   * @param dimensions of all variables, in order
   * @param variables the columns that become arrays
   * @param like the table whose chunks the arrays have, unless options say other ones
   * @param ranges of the variables that are packed, by name
   * @throws io.zarrspark.type.ZarrException if the options do not describe arrays that can be
   *     written
   */
  NewStore(
      List<GridDimension> dimensions,
      List<StructField> variables,
      WriteOptions options,
      Optional<StoredTable> like,
      Map<String, ValueRange> ranges) {
    this.dimensions = dimensions;
    this.variables = variables;
    this.options = options;
    requireKnownNames();
    List<String> dims = dimensions.stream().map(GridDimension::name).toList();
    long[] shape = dimensions.stream().mapToLong(GridDimension::size).toArray();
    Map<String, ArrayEncoding> encodings = new LinkedHashMap<>();
    int cellBytes = 0;
    for (StructField variable : variables) {
      ArrayEncoding encoding = encoding(variable, ranges);
      encodings.put(variable.name(), encoding);
      int bytes = encoding.dataType().storage().bytes();
      cellBytes += bytes == 0 ? TYPICAL_VARIABLE_BYTES : bytes;
    }
    ObjectShapes asked =
        like.flatMap(table -> ObjectShapes.like(table.layout(), options, dims))
            .orElse(ObjectShapes.of(options, dims, shape, Math.max(1, cellBytes)));
    this.shapes = isVersion2() ? asked.withoutShards() : asked;
    for (GridDimension dimension : dimensions) {
      if (dimension.hasCoordinates()) {
        arrays.put(dimension.name(), coordinates(dimension));
      }
    }
    encodings.forEach(
        (name, encoding) -> {
          ArrayTemplate template =
              ArrayTemplate.of(encoding.dataType(), shape).withDimensionNames(dims);
          template =
              shapes.shard().isPresent()
                  ? template.withShards(shapes.shard().get(), shapes.chunk())
                  : template.withChunks(shapes.chunk());
          arrays.put(name, encoding.applyTo(template).toMetadata());
        });
    if (isVersion2()) {
      arrays.replaceAll(this::ofVersion2);
    }
  }

  private boolean isVersion2() {
    return options.zarrFormat() == 2;
  }

  private ArrayMetadata ofVersion2(String name, ArrayMetadata array) {
    if (options.shards().isPresent() || options.pack(name).isPresent()) {
      throw new OptionException(
          "The option zarrFormat is 2, but Zarr v2 has neither shards nor the codecs that the option"
              + " pack chooses. Leave these options out, or pack with an encoding of scale_factor"
              + " and add_offset");
    }
    return V2Store.array(array);
  }

  /** The document of an array as its node is read. */
  private JsonNode document(String name) {
    ArrayMetadata array = arrays.get(name);
    return isVersion2() ? V2Store.document(array) : array.toJson();
  }

  private void requireKnownNames() {
    Set<String> names = new TreeSet<>();
    dimensions.forEach(dimension -> names.add(dimension.name()));
    variables.forEach(variable -> names.add(variable.name()));
    for (String name : names) {
      if (name.isEmpty() || name.contains("/") || name.startsWith(".") || name.startsWith("__")) {
        throw new WriteException(
            "The column \""
                + name
                + "\" cannot be the name of an array: such names are not empty, have no / and begin"
                + " with neither . nor __. Rename it");
      }
    }
    options
        .namedArrays()
        .forEach(
            (option, arrays) -> {
              for (String array : arrays) {
                if (names.stream().noneMatch(array::equalsIgnoreCase)) {
                  throw new OptionException(
                      "The option "
                          + option
                          + " is about "
                          + array
                          + ", but there are the columns "
                          + names);
                }
              }
            });
  }

  private ArrayEncoding encoding(StructField variable, Map<String, ValueRange> ranges) {
    String name = variable.name();
    if (options.pack(name).isEmpty()) {
      VariablePacking.requireNoOptions(name, options);
    }
    ObjectNode json = options.encoding(name);
    boolean isInUnits = ColumnTypes.isInUnits(variable.dataType(), json);
    DataType usual = isInUnits ? NumberType.INT64 : ColumnTypes.dataType(name, variable.dataType());
    Optional<PackingChoice> packing =
        options
            .pack(name)
            .map(
                codes ->
                    VariablePacking.of(
                        name, codes, floatType(name, usual, json), ranges.get(name), options));
    return new ArrayEncoding(
        name,
        json,
        usual,
        true,
        isInUnits
            ? ColumnTypes.attributes(variable.dataType(), TimeUnits.MICROSECONDS)
            : Json.nodes().objectNode(),
        packing);
  }

  private static NumberType floatType(String name, DataType usual, ObjectNode json) {
    DataType type = json.has("dtype") ? DataTypes.parse("dtype", json.get("dtype")) : usual;
    if (type instanceof NumberType number && number.isFloat()) {
      return number;
    }
    throw new OptionException(
        "The option pack." + name + " packs floats, but " + name + " is stored as " + type);
  }

  private ArrayMetadata coordinates(GridDimension dimension) {
    ObjectNode json = options.encoding(dimension.name());
    boolean isInUnits = ColumnTypes.isInUnits(dimension.type().sparkType(), json);
    ArrayEncoding encoding =
        new ArrayEncoding(
            dimension.name(),
            json,
            isInUnits
                ? NumberType.INT64
                : ColumnTypes.dataType(dimension.name(), dimension.type().sparkType()),
            false,
            isInUnits
                ? ColumnTypes.attributes(
                    dimension.type().sparkType(), TimeUnits.coarsest(times(dimension)))
                : Json.nodes().objectNode(),
            Optional.empty());
    // Room to grow in: every append would add an object to an array of small chunks.
    int chunk =
        (int)
            Math.max(
                LEAST_COORDINATES_PER_CHUNK, Math.min(COORDINATES_PER_CHUNK, dimension.size()));
    return encoding
        .applyTo(
            ArrayTemplate.of(encoding.dataType(), dimension.size())
                .withChunks(chunk)
                .withDimensionNames(List.of(dimension.name())))
        .toMetadata();
  }

  private static long[] times(GridDimension dimension) {
    long[] codes = dimension.coordinates().codes();
    long[] times = new long[codes.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = dimension.type().micros(codes[i]);
    }
    return times;
  }

  /** The rows' target, once objects can be put at a location. */
  WriteTarget target(String location, int openObjects) {
    List<TargetVariable> targets = new ArrayList<>();
    for (StructField variable : variables) {
      targets.add(
          new TargetVariable(
              variable.name(),
              variable.name(),
              Json.write(document(variable.name())),
              null,
              variable.dataType()));
    }
    return new WriteTarget(
        location,
        new WriteGrid(dimensions, shapes.object()),
        targets,
        DecodingOptions.DEFAULT,
        openObjects,
        null);
  }

  /**
   * Checks that all can be written into arrays like these: codecs bound, coordinates encoded.
   *
   * @param store where they will be
   */
  void check(Store store) {
    WriteTarget target = target("", 1);
    for (TargetVariable variable : target.variables()) {
      new VariableWriter(store, variable, target.decoding()).close();
    }
    for (GridDimension dimension : dimensions) {
      if (dimension.hasCoordinates()) {
        coordinateWriter(store, dimension).encode();
      }
    }
  }

  private CoordinateWriter coordinateWriter(Store store, GridDimension dimension) {
    JsonNode document = document(dimension.name());
    ZarrArray array = ZarrArray.of(store, dimension.name(), document);
    return new CoordinateWriter(array, document, dimension, DecodingOptions.DEFAULT);
  }

  /** Writes coordinates and metadata; that of the group comes last and makes all of it visible. */
  void publish(Store store) throws IOException {
    for (GridDimension dimension : dimensions) {
      if (dimension.hasCoordinates()) {
        coordinateWriter(store, dimension).write();
      }
    }
    Map<String, JsonNode> documents = new TreeMap<>();
    arrays.forEach((name, array) -> documents.put(name, array.toJson()));
    GroupMetadata group =
        GroupMetadata.of(options.attributes().orElseGet(() -> Json.nodes().objectNode()));
    group = options.consolidated() ? group.withConsolidated(documents) : group;
    if (isVersion2()) {
      ZarrNode.writeVersion2(store, arrays, Map.of("", group.toJson()));
      return;
    }
    for (Map.Entry<String, JsonNode> array : documents.entrySet()) {
      ZarrNode.writeMetadata(store, array.getKey(), array.getValue());
    }
    ZarrNode.writeMetadata(store, "", group.toJson());
  }
}
