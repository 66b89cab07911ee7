package io.zarrspark.spark.write;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ArrayShapes;
import io.zarrspark.ObjectWriter;
import io.zarrspark.ZarrArray;
import io.zarrspark.ZarrGroup;
import io.zarrspark.ZarrNode;
import io.zarrspark.metadata.V2Documents;
import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.RowLayout;
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
  private final InputColumns columns;
  private final List<String> names = new ArrayList<>();
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
    this.columns =
        InputColumns.of(
            data.schema(),
            layout.dimensions().stream().map(DimensionColumn::name).toList(),
            options.layout(),
            request.caseSensitive());
    matchColumns(request.caseSensitive());
  }

  private void matchColumns(boolean caseSensitive) {
    List<String> written = new ArrayList<>();
    List<StructField> rest = new ArrayList<>(columns.variables());
    for (ArrayColumn variable : layout.variables()) {
      Columns.find(data.schema(), variable.name(), caseSensitive)
          .ifPresent(
              field -> {
                columns.valueType(field);
                written.add(field.name());
                variables.add(variable);
                rest.remove(field);
              });
    }
    names.addAll(columns.names(written));
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
    List<String> dims = layout.dimensions().stream().map(DimensionColumn::name).toList();
    variables.forEach(variable -> ObjectWriter.of(variable.array()).close());
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
    boolean isOfBlocks = columns.layout() == RowLayout.BLOCKS;
    CoordinatePass.Result found = options.region() || isOfBlocks ? null : pass(stored);
    int grows = -1;
    List<GridDimension> dimensions = new ArrayList<>(stored);
    for (int d = 0; found != null && d < stored.size(); d++) {
      GridDimension grown = Growth.grown(stored.get(d), found.coordinates().get(d));
      if (grown != stored.get(d)) {
        requireMayGrow(grown, stored, d, grows);
        dimensions.set(d, grown);
        grows = d;
      }
    }
    if (grows >= 0) {
      requireAllVariables(dimensions.get(grows).name());
    }
    Map<String, long[]> longer = longerArrays(dimensions, grows);
    WriteTarget target = target(dimensions, longer);
    target = isOfBlocks ? columns.ofBlocks(target) : target;
    // Codecs that cannot encode are told before any byte is written.
    target
        .variables()
        .forEach(variable -> new VariableWriter(store, variable, layout.decoding()).close());
    CoordinateWriter coordinates = coordinates(dimensions, grows, longer);
    String token = InnerTables.newToken();
    WrittenObjects written;
    try {
      written = RowWriting.write(data, target, token, options.clustered(), names);
      RowWriting.requireSameRows(found, written.digest());
    } catch (Throwable e) {
      // Whatever it is: Spark throws checked exceptions that its methods do not declare.
      abandon(target, grows);
      throw e;
    }
    if (grows < 0) {
      LOG.info("Wrote {} rows into {}", written.digest().rows(), layout.location());
      return;
    }
    // What an append that failed has left beyond the old end would become visible now.
    deleteNewObjects(target, grows, written.objects().toArray());
    if (coordinates != null) {
      coordinates.append(layout.dimensions().get(grows).coordinate().get().array().readAll());
    }
    // The arrays one after the other, and then the group's copy of their metadata.
    ArrayShapes.write(store, longer);
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
              stored.get(d).name(),
              columns.dimensions()[d].name(),
              stored.get(d).type().sparkType(),
              true));
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
      JsonNode names =
          V2Documents.isVersion2(child.getValue())
              ? child.getValue().path("attributes").path("_ARRAY_DIMENSIONS")
              : child.getValue().path("dimension_names");
      for (JsonNode name : names) {
        if (dimension.equals(name.textValue()) && !given.contains(child.getKey())) {
          others.add(child.getKey());
        }
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

  /** The shapes of the arrays that become longer, the coordinates' first, by path. */
  private Map<String, long[]> longerArrays(List<GridDimension> dimensions, int grows) {
    Map<String, long[]> longer = new LinkedHashMap<>();
    if (grows < 0) {
      return longer;
    }
    long size = dimensions.get(grows).size();
    layout
        .dimensions()
        .get(grows)
        .coordinate()
        .ifPresent(column -> longer.put(column.array().path(), new long[] {size}));
    for (ArrayColumn variable : variables) {
      long[] shape = variable.array().shape().clone();
      shape[grows] = size;
      longer.put(variable.array().path(), shape);
    }
    return longer;
  }

  private WriteTarget target(List<GridDimension> dimensions, Map<String, long[]> longer) {
    List<TargetVariable> targets = new ArrayList<>();
    for (ArrayColumn variable : variables) {
      String path = variable.array().path();
      String old = Json.write(variable.document());
      targets.add(
          new TargetVariable(
              variable.name(),
              path,
              longer.containsKey(path)
                  ? Json.write(ArrayShapes.with(variable.document(), longer.get(path)))
                  : old,
              old,
              ColumnTypes.nullable(variable.decoding().sparkType())));
    }
    return new WriteTarget(
        location,
        new WriteGrid(dimensions, variables.get(0).array().objectGrid().chunkShape()),
        targets,
        layout.decoding(),
        options.clustered() ? 2 : 1,
        null);
  }

  private CoordinateWriter coordinates(
      List<GridDimension> dimensions, int grows, Map<String, long[]> longer) {
    if (grows < 0 || !dimensions.get(grows).hasCoordinates()) {
      return null;
    }
    ArrayColumn column = layout.dimensions().get(grows).coordinate().get();
    ObjectWriter.of(column.array()).close();
    String path = column.array().path();
    JsonNode document = ArrayShapes.with(column.document(), longer.get(path));
    CoordinateWriter writer =
        new CoordinateWriter(
            ZarrArray.of(store, path, document),
            document,
            dimensions.get(grows),
            layout.decoding());
    writer.encode();
    return writer;
  }

  /** Deletes what was written of an append that is not to be; never throws. */
  private void abandon(WriteTarget target, int grows) {
    try {
      if (grows >= 0) {
        deleteNewObjects(target, grows, new long[0]);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "Objects beyond the end of {} may remain: nothing reads them, and the next append"
              + " replaces or deletes them",
          layout.location(),
          e);
    }
  }

  /** Deletes the objects that lie wholly beyond the old end and are not among the written. */
  private void deleteNewObjects(WriteTarget target, int grows, long[] written) throws IOException {
    WriteGrid grid = target.grid();
    long slower = 1;
    long faster = 1;
    for (int d = 0; d < grid.rank(); d++) {
      slower *= d < grows ? grid.objects()[d] : 1;
      faster *= d > grows ? grid.objects()[d] : 1;
    }
    long along = grid.objects()[grows];
    for (long s = 0; s < slower; s++) {
      for (long a = variables.get(0).array().objectGrid().chunks(grows); a < along; a++) {
        for (long f = 0; f < faster; f++) {
          long object = (s * along + a) * faster + f;
          if (Arrays.binarySearch(written, object) < 0) {
            delete(grid.position(object));
          }
        }
      }
    }
  }

  private void delete(long[] position) throws IOException {
    for (ArrayColumn variable : variables) {
      store.delete(variable.array().objectKey(position));
    }
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
