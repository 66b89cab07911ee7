package io.zarrspark.spark.write;

import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.RowLayout;
import io.zarrspark.spark.io.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates a store from rows: their coordinates are found, the arrays described and checked, the
 * objects written, and then all of it is published.
 */
final class StoreCreation {
  private static final Logger LOG = LoggerFactory.getLogger(StoreCreation.class);

  private final Dataset<Row> data;
  private final WriteRequest request;
  private final WriteOptions options;
  private final Configuration configuration;
  private final List<String> dims;
  private final InputColumns columns;
  private final List<StructField> variables;

  private StoreCreation(Dataset<Row> data, WriteRequest request) {
    this.data = data;
    this.request = request;
    this.options = request.options();
    this.configuration = data.sparkSession().sparkContext().hadoopConfiguration();
    this.dims =
        options
            .dims()
            .filter(names -> !names.isEmpty())
            .or(request::usualDims)
            .orElseThrow(
                () ->
                    new OptionException(
                        "A new Zarr store needs the option dims, which names the dimension columns"
                            + " in order, such as dims=time,lat,lon; the rows have the columns "
                            + Arrays.toString(data.columns())));
    this.columns = InputColumns.of(data.schema(), dims, options.layout(), request.caseSensitive());
    this.variables =
        columns.variables().stream()
            .map(
                field ->
                    DataTypes.createStructField(
                        field.name(), columns.valueType(field), field.nullable()))
            .toList();
    if (variables.isEmpty()) {
      throw new WriteException(
          "The rows have no column beside the dimensions "
              + dims
              + ": there is no variable to write");
    }
  }

  /** Creates the store that is asked for. */
  static void run(Dataset<Row> data, WriteRequest request) throws IOException {
    new StoreCreation(data, request).run();
  }

  private void run() throws IOException {
    options.requireSupported();
    if (request.replaces()) {
      SelfOverwrite.requireNotReadBy(data, request.location());
    }
    String token = InnerTables.newToken();
    Publication publication =
        Publication.prepare(request.location(), token, request.replaces(), configuration);
    GivenCoordinates given = GivenCoordinates.of(options, dims, columns, request.like());
    CoordinatePass.Result found = pass(given);
    NewStore store =
        new NewStore(dimensions(given, found), variables, options, request.like(), ranges(found));
    store.check(publication.store());
    try {
      publication.begin();
      if (!options.template()) {
        WriteTarget target = store.target(publication.location(), options.clustered() ? 2 : 1);
        target = columns.layout() == RowLayout.BLOCKS ? columns.ofBlocks(target) : target;
        RowDigest written =
            RowWriting.write(data, target, token, options.clustered(), names()).digest();
        RowWriting.requireSameRows(found, written);
      }
      store.publish(publication.store());
      publication.publish();
    } catch (Throwable e) {
      // Whatever it is: Spark throws checked exceptions that its methods do not declare.
      publication.abandon();
      throw e;
    }
    LOG.info("Created the Zarr store {} with the dimensions {}", request.location(), dims);
  }

  private List<String> names() {
    return columns.names(variables.stream().map(StructField::name).toList());
  }

  /** Looks through the rows if they alone know something; null if all is given. */
  private CoordinatePass.Result pass(GivenCoordinates given) {
    List<StructField> packed = packed();
    if (given.isComplete() && packed.isEmpty()) {
      return null;
    }
    if (columns.layout() == RowLayout.BLOCKS) {
      throw new OptionException(
          "With layout=blocks the coordinates of a new store and the ranges of packed variables are"
              + " not taken from the rows. Give them with the options like, coords or shape for"
              + " every dimension, and write without pack");
    }
    List<PassColumn> asked = new ArrayList<>();
    for (int d = 0; d < dims.size(); d++) {
      asked.add(
          PassColumn.dimension(
              dims.get(d),
              columns.dimensions()[d].name(),
              columns.dimensions()[d].dataType(),
              given.of(d) == null));
    }
    for (StructField variable : packed) {
      asked.add(PassColumn.variable(variable.name(), variable.dataType()));
    }
    return CoordinatePass.run(data, request.location(), asked);
  }

  /** The variables whose ranges are wanted. */
  private List<StructField> packed() {
    return variables.stream()
        .filter(variable -> options.pack(variable.name()).isPresent())
        .toList();
  }

  private Map<String, ValueRange> ranges(CoordinatePass.Result found) {
    Map<String, ValueRange> ranges = new HashMap<>();
    List<StructField> packed = packed();
    for (int i = 0; i < packed.size(); i++) {
      ranges.put(packed.get(i).name(), found.ranges().get(dims.size() + i));
    }
    return ranges;
  }

  private List<GridDimension> dimensions(GivenCoordinates given, CoordinatePass.Result found) {
    List<GridDimension> dimensions = new ArrayList<>();
    for (int d = 0; d < dims.size(); d++) {
      dimensions.add(
          given.of(d) != null
              ? given.of(d)
              : GridDimension.of(
                  dims.get(d),
                  CoordinateType.of(dims.get(d), columns.dimensions()[d].dataType()),
                  found.coordinates().get(d)));
    }
    return dimensions;
  }

  /** An I/O error as Spark's interfaces let it pass. */
  static UncheckedIOException unchecked(IOException e) {
    return new UncheckedIOException(e.getMessage(), e);
  }
}
