package io.zarrspark.spark.write;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.ZarrGroup;
import io.zarrspark.ZarrNode;
import io.zarrspark.metadata.ArrayMetadata;
import io.zarrspark.metadata.GroupMetadata;
import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.StoreDirectory;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.spark.io.WriteOptions;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.DimensionColumn;
import io.zarrspark.spark.schema.TableLayout;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes rows into a store that exists: cells within its grid are replaced, and one dimension may
 * become longer. Cells and variables that the rows do not have keep their values.
 *
 * <p>New lengths become visible last, when all objects are written; until then, what was written
 * beyond the old ones is padding that nobody reads.
 */
final class StoreUpdate {
  private static final Logger LOG = LoggerFactory.getLogger(StoreUpdate.class);

  private final Dataset<Row> data;
  private final String location;
  private final WriteOptions options;
  private final TableLayout layout;
  private final Store store;
  private final List<String> columns = new ArrayList<>();
  private final List<ArrayColumn> variables = new ArrayList<>();

  private StoreUpdate(Dataset<Row> data, WriteRequest request, StoredTable table)
      throws IOException {
    this.data = data;
    this.location = table.storeLocation();
    this.options = request.options();
    this.layout = table.layout();
    Configuration configuration = data.sparkSession().sparkContext().hadoopConfiguration();
    // Refuses what is no directory.
    this.store = Stores.open(StoreDirectory.of(location, configuration).location(), configuration);
    matchColumns(request.caseSensitive());
  }

  private void matchColumns(boolean caseSensitive) {
    List<StructField> rest = new ArrayList<>(Arrays.asList(data.schema().fields()));
    for (DimensionColumn dimension : layout.dimensions()) {
      StructField field =
          Columns.find(data.schema(), dimension.name(), caseSensitive)
              .orElseThrow(
                  () ->
                      new WriteException(
                          "The rows have no column for the dimension "
                              + dimension.name()
                              + " of "
                              + layout.location()
                              + "; their columns are "
                              + Arrays.toString(data.columns())));
      columns.add(field.name());
      rest.remove(field);
    }
    for (ArrayColumn variable : layout.variables()) {
      Columns.find(data.schema(), variable.name(), caseSensitive)
          .ifPresent(
              field -> {
                columns.add(field.name());
                variables.add(variable);
                rest.remove(field);
              });
    }
    if (!rest.isEmpty()) {
      throw new WriteException(
          "The rows have the column "
              + rest.get(0).name()
              + ", but "
              + layout.location()
              + " has the variables "
              + layout.variables().stream().map(ArrayColumn::name).toList()
              + ". Drop the column; a variable is added by writing the store anew");
    }
    if (variables.isEmpty()) {
      throw new WriteException(
          "The rows have none of the variables of "
              + layout.location()
              + ", which are "
              + layout.variables().stream().map(ArrayColumn::name).toList());
    }
    requireOneGrid();
  }

  /** One task owns one object of every variable. */
  private void requireOneGrid() {
    for (ArrayColumn variable : variables) {
      if (variable.document().path("zarr_format").asInt() != 3) {
        throw new WriteException(
            "Cannot write into "
                + variable.array().location()
                + ": it is Zarr version 2, which is not written yet. Write a new store");
      }
    }
    List<String> dims = layout.dimensions().stream().map(DimensionColumn::name).toList();
    int[] shape = variables.get(0).array().objectGrid().chunkShape();
    for (ArrayColumn variable : variables) {
      List<String> own = variable.dimensions().stream().map(ArrayColumn.Dimension::name).toList();
      if (!own.equals(dims)) {
        throw new WriteException(
            "Cannot write "
                + variable.name()
                + ": it has the dimensions "
                + own
                + ", but the rows are cells of "
                + dims
                + ". Leave the column out, or choose the table with the option variables");
      }
      if (!Arrays.equals(variable.array().objectGrid().chunkShape(), shape)) {
        throw new WriteException(
            "Cannot write "
                + variables.get(0).name()
                + " and "
                + variable.name()
                + " together: their stored objects have the shapes "
                + Arrays.toString(shape)
                + " and "
                + Arrays.toString(variable.array().objectGrid().chunkShape())
                + ". Write them one after the other");
      }
    }
  }

  /** Writes the rows. */
  static void run(Dataset<Row> data, WriteRequest request, StoredTable table) throws IOException {
    new StoreUpdate(data, request, table).run();
  }

  private void run() throws IOException {
    options.requireSupported();
    List<GridDimension> stored = new ArrayList<>();
    for (DimensionColumn dimension : layout.dimensions()) {
      stored.add(StoredCoordinates.of(dimension));
    }
    CoordinatePass.Result found = options.region() ? null : pass(stored);
    int grows = -1;
    List<GridDimension> dimensions = new ArrayList<>(stored);
    for (int d = 0; found != null && d < stored.size(); d++) {
      GridDimension grown = Growth.grown(stored.get(d), found.codes().get(d));
      if (grown != stored.get(d)) {
        requireMayGrow(grown, stored, d, grows);
        dimensions.set(d, grown);
        grows = d;
      }
    }
    if (grows >= 0) {
      requireAllVariables(dimensions.get(grows).name());
    }
    Map<String, ArrayMetadata> longer = longerArrays(dimensions, grows);
    WriteTarget target = target(dimensions, longer);
    // Codecs that cannot encode are told before any byte is written.
    target
        .variables()
        .forEach(variable -> new VariableWriter(store, variable, layout.decoding()).close());
    CoordinateWriter coordinates = coordinates(dimensions, grows, longer);
    String token = InnerTables.newToken();
    WrittenObjects written;
    try {
      written = RowWriting.write(data, target, token, options.clustered(), columns);
      RowWriting.requireSameRows(found, written.digest());
    } catch (RuntimeException | Error e) {
      deleteNewObjects(target, new long[0]);
      throw e;
    }
    if (grows < 0) {
      LOG.info("Wrote {} rows into {}", written.digest().rows(), layout.location());
      return;
    }
    // What an append that failed has left beyond the old end would become visible now.
    deleteNewObjects(target, written.objects().toArray());
    if (coordinates != null) {
      coordinates.append(layout.dimensions().get(grows).coordinate().get().array().readAll());
    }
    publish(longer);
    LOG.info(
        "Appended {} rows to {}: {} has {} coordinates now",
        written.digest().rows(),
        layout.location(),
        dimensions.get(grows).name(),
        dimensions.get(grows).size());
  }

  private CoordinatePass.Result pass(List<GridDimension> stored) {
    List<PassColumn> asked = new ArrayList<>();
    for (int d = 0; d < stored.size(); d++) {
      asked.add(
          PassColumn.dimension(
              stored.get(d).name(), columns.get(d), stored.get(d).type().sparkType(), true));
    }
    return CoordinatePass.run(data, layout.location(), asked);
  }

  private void requireMayGrow(
      GridDimension grown, List<GridDimension> stored, int d, int growsAlready) {
    if (growsAlready >= 0) {
      throw new WriteException(
          "The rows have new coordinates of "
              + stored.get(growsAlready).name()
              + " and of "
              + grown.name()
              + ", such as "
              + grown.text(stored.get(d).size())
              + ", but an append makes one dimension longer. Append along one after the other, or"
              + " write the store anew");
    }
    if (options.appendDim().isPresent() && !options.appendDim().get().equals(grown.name())) {
      throw new WriteException(
          "The coordinate "
              + grown.text(stored.get(d).size())
              + " of the dimension "
              + grown.name()
              + " is not stored, but the option appendDim lets only "
              + options.appendDim().get()
              + " become longer");
    }
  }

  /** Arrays of one dimension have one length, so all of them grow or none. */
  private void requireAllVariables(String dimension) throws IOException {
    Set<String> given = new TreeSet<>(Set.of(dimension));
    variables.forEach(variable -> given.add(variable.name()));
    Set<String> others = new TreeSet<>();
    for (Map.Entry<String, JsonNode> child : siblings().entrySet()) {
      JsonNode names = child.getValue().get("dimension_names");
      if (names != null && names.isArray() && !given.contains(child.getKey())) {
        names.forEach(
            name -> {
              if (dimension.equals(name.textValue())) {
                others.add(child.getKey());
              }
            });
      }
    }
    if (!others.isEmpty()) {
      throw new WriteException(
          "The rows make the dimension "
              + dimension
              + " of "
              + layout.location()
              + " longer, but have no values for "
              + others
              + ", which have it too. Append rows with all of them");
    }
  }

  /** The metadata of all arrays in the group; empty if the table is an array in no group. */
  private Map<String, JsonNode> siblings() throws IOException {
    JsonNode document = ZarrNode.readMetadata(store, "").orElse(null);
    return document != null && ZarrNode.of(store, "", document) instanceof ZarrGroup group
        ? group.childDocuments()
        : Map.of();
  }

  /** The metadata of the arrays that become longer, the coordinates' first, by path. */
  private Map<String, ArrayMetadata> longerArrays(List<GridDimension> dimensions, int grows) {
    Map<String, ArrayMetadata> longer = new LinkedHashMap<>();
    if (grows < 0) {
      return longer;
    }
    long size = dimensions.get(grows).size();
    layout
        .dimensions()
        .get(grows)
        .coordinate()
        .ifPresent(
            column -> longer.put(column.array().path(), column.array().metadata().withShape(size)));
    for (ArrayColumn variable : variables) {
      long[] shape = variable.array().shape().clone();
      shape[grows] = size;
      longer.put(variable.array().path(), variable.array().metadata().withShape(shape));
    }
    return longer;
  }

  private WriteTarget target(List<GridDimension> dimensions, Map<String, ArrayMetadata> longer) {
    List<TargetVariable> targets = new ArrayList<>();
    for (ArrayColumn variable : variables) {
      String path = variable.array().path();
      String old = Json.write(variable.document());
      targets.add(
          new TargetVariable(
              variable.name(),
              path,
              longer.containsKey(path) ? Json.write(longer.get(path).toJson()) : old,
              old,
              variable.decoding().sparkType()));
    }
    return new WriteTarget(
        location,
        new WriteGrid(dimensions, variables.get(0).array().objectGrid().chunkShape()),
        targets,
        layout.decoding(),
        options.clustered() ? 2 : 1);
  }

  private CoordinateWriter coordinates(
      List<GridDimension> dimensions, int grows, Map<String, ArrayMetadata> longer) {
    if (grows < 0 || !dimensions.get(grows).hasCoordinates()) {
      return null;
    }
    String path = layout.dimensions().get(grows).coordinate().get().array().path();
    CoordinateWriter writer =
        new CoordinateWriter(ZarrArray.of(store, path, longer.get(path)), dimensions.get(grows));
    writer.encode();
    return writer;
  }

  /** Deletes the objects that lie wholly beyond the old ends and are not among the written. */
  private void deleteNewObjects(WriteTarget target, long[] written) {
    WriteGrid grid = target.grid();
    long[] oldObjects = new long[grid.rank()];
    for (int d = 0; d < oldObjects.length; d++) {
      oldObjects[d] = variables.get(0).array().objectGrid().chunks(d);
    }
    for (long object : newObjects(grid, oldObjects)) {
      if (Arrays.binarySearch(written, object) >= 0) {
        continue;
      }
      for (ArrayColumn variable : variables) {
        String key = variable.array().objectKey(grid.position(object));
        try {
          store.delete(key);
        } catch (IOException e) {
          throw StoreCreation.unchecked(e);
        }
      }
    }
  }

  private static long[] newObjects(WriteGrid grid, long[] oldObjects) {
    long total = Arrays.stream(grid.objects()).reduce(1, Math::multiplyExact);
    long old = Arrays.stream(oldObjects).reduce(1, Math::multiplyExact);
    long[] found = new long[Math.toIntExact(total - old)];
    int n = 0;
    for (long object = 0; n < found.length; object++) {
      long[] position = grid.position(object);
      for (int d = 0; d < position.length; d++) {
        if (position[d] >= oldObjects[d]) {
          found[n++] = object;
          break;
        }
      }
    }
    return found;
  }

  /** Makes arrays longer, one after the other, and then the group's copy of their metadata. */
  private void publish(Map<String, ArrayMetadata> longer) throws IOException {
    for (Map.Entry<String, ArrayMetadata> array : longer.entrySet()) {
      ZarrNode.writeMetadata(store, array.getKey(), array.getValue().toJson());
    }
    JsonNode document = ZarrNode.readMetadata(store, "").orElse(null);
    if (longer.containsKey("") || document == null) {
      return;
    }
    GroupMetadata group = GroupMetadata.parse(document);
    if (group.consolidated().isEmpty()) {
      return;
    }
    Map<String, JsonNode> documents = new TreeMap<>(group.consolidated().get());
    longer.forEach(
        (path, metadata) -> {
          if (documents.containsKey(path)) {
            documents.put(path, metadata.toJson());
          }
        });
    ZarrNode.writeMetadata(store, "", group.withConsolidated(documents).toJson());
  }

  /** A store is replaced as a whole, and a whole one is a group. */
  static void requireReplaceable(WriteRequest request) {
    boolean isArray =
        request.existing().isPresent()
            && (!request.existing().get().storeLocation().equals(request.location())
                || request.existing().get().layout().variables().stream()
                    .anyMatch(variable -> variable.array().path().isEmpty()));
    if (isArray) {
      throw new OptionException(
          "Cannot overwrite "
              + request.location()
              + ": it is an array, and rows become a group of arrays. Overwrite its group, or write"
              + " to another path");
    }
  }
}
