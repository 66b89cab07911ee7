package io.zarrspark.spark.write;

import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
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
  private final List<StructField> dimensionFields = new ArrayList<>();
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
    boolean caseSensitive = request.caseSensitive();
    for (String dim : dims) {
      StructField field =
          Columns.find(data.schema(), dim, caseSensitive)
              .orElseThrow(
                  () ->
                      new WriteException(
                          "The rows have no column for the dimension "
                              + dim
                              + "; their columns are "
                              + Arrays.toString(data.columns())));
      if (dimensionFields.contains(field)) {
        throw new OptionException("The option dims names " + dim + " twice");
      }
      dimensionFields.add(field);
    }
    this.variables =
        Arrays.stream(data.schema().fields())
            .filter(field -> !dimensionFields.contains(field))
            .toList();
    if (variables.isEmpty()) {
      throw new WriteException(
          "The rows have no column beside the dimensions "
              + dims
              + ": there is no variable to write");
    }
    for (StructField variable : variables) {
      Columns.find(data.schema(), variable.name(), caseSensitive);
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
    GivenCoordinates given = GivenCoordinates.of(options, dims, dimensionFields, request.like());
    CoordinatePass.Result found = pass(given);
    NewStore store = new NewStore(dimensions(given, found), variables, options, request.like());
    store.check(publication.store());
    try {
      publication.begin();
      if (!options.template()) {
        WriteTarget target = store.target(publication.location(), options.clustered() ? 2 : 1);
        RowDigest written =
            RowWriting.write(data, target, token, options.clustered(), names()).digest();
        RowWriting.requireSameRows(found, written);
      }
      store.publish(publication.store());
      publication.publish();
    } catch (IOException | RuntimeException | Error e) {
      publication.abandon();
      throw e;
    }
    LOG.info("Created the Zarr store {} with the dimensions {}", request.location(), dims);
  }

  /** The names of the columns of the rows, dimensions first. */
  private List<String> names() {
    List<String> names = new ArrayList<>();
    dimensionFields.forEach(field -> names.add(field.name()));
    variables.forEach(field -> names.add(field.name()));
    return names;
  }

  /** Looks through the rows if they alone know something; null if all is given. */
  private CoordinatePass.Result pass(GivenCoordinates given) {
    if (given.isComplete()) {
      return null;
    }
    List<PassColumn> columns = new ArrayList<>();
    for (int d = 0; d < dims.size(); d++) {
      columns.add(
          PassColumn.dimension(
              dims.get(d),
              dimensionFields.get(d).name(),
              dimensionFields.get(d).dataType(),
              given.of(d) == null));
    }
    return CoordinatePass.run(data, request.location(), columns);
  }

  private List<GridDimension> dimensions(GivenCoordinates given, CoordinatePass.Result found) {
    List<GridDimension> dimensions = new ArrayList<>();
    for (int d = 0; d < dims.size(); d++) {
      dimensions.add(
          given.of(d) != null
              ? given.of(d)
              : GridDimension.ofCodes(
                  dims.get(d),
                  CoordinateType.of(dims.get(d), dimensionFields.get(d).dataType()),
                  found.codes().get(d)));
    }
    return dimensions;
  }

  /** An I/O error as Spark's interfaces let it pass. */
  static UncheckedIOException unchecked(IOException e) {
    return new UncheckedIOException(e.getMessage(), e);
  }
}
