package io.zarrspark.spark;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.ZarrGroup;
import io.zarrspark.ZarrNode;
import io.zarrspark.spark.inspect.ZarrInspectionTable;
import io.zarrspark.spark.io.Consolidated;
import io.zarrspark.spark.io.MissingChunks;
import io.zarrspark.spark.io.OptionException;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.spark.schema.DecodingOptions;
import io.zarrspark.spark.schema.DecodingOptions.Durations;
import io.zarrspark.spark.schema.LayoutBuilder;
import io.zarrspark.spark.schema.LayoutOptions;
import io.zarrspark.spark.schema.TableLayout;
import io.zarrspark.store.Store;
import io.zarrspark.store.StoredObject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Table;

/** Opens the node at a path and lays it out as a table. */
final class TableOpener {
  private TableOpener() {}

  static Table open(ZarrOptions options, Map<String, String> given) {
    Configuration configuration = SparkSession.active().sparkContext().hadoopConfiguration();
    try {
      try {
        return open(Stores.qualify(options, configuration), options, given);
      } catch (FileNotFoundException e) {
        String inRepository = Stores.inRepository(options, configuration).orElseThrow(() -> e);
        return open(inRepository, options, given);
      }
    } catch (FileNotFoundException e) {
      throw new NodeNotFoundException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static Table open(String location, ZarrOptions options, Map<String, String> given)
      throws IOException {
    SparkSession session = SparkSession.active();
    Configuration configuration = session.sparkContext().hadoopConfiguration();
    boolean caseSensitive = Boolean.parseBoolean(session.conf().get("spark.sql.caseSensitive"));
    LayoutOptions layoutOptions =
        new LayoutOptions(
            options.dims(),
            options.variables(),
            Set.copyOf(options.dropVariables()),
            decoding(options),
            options.missingChunks() == MissingChunks.NULL,
            caseSensitive);
    Store store = Stores.open(location, configuration);
    if (options.inspect().isPresent()) {
      return ZarrInspectionTable.open(location, store, options);
    }
    JsonNode document = ZarrNode.readMetadata(store, "").orElse(null);
    ZarrNode node = document == null ? ZarrNode.open(store, "") : ZarrNode.of(store, "", document);
    if (node instanceof ZarrArray array) {
      return array(location, array, document, configuration, layoutOptions, given);
    }
    ZarrGroup group = consolidated((ZarrGroup) node, options.consolidated());
    TableLayout layout = LayoutBuilder.ofGroup(group, layoutOptions);
    return table(location, layout, given);
  }

  /** Whether there is metadata of a Zarr node where options say. */
  static boolean exists(ZarrOptions options) {
    Configuration configuration = SparkSession.active().sparkContext().hadoopConfiguration();
    try {
      if (hasNode(Stores.open(Stores.qualify(options, configuration), configuration))) {
        return true;
      }
      Optional<String> inRepository = Stores.inRepository(options, configuration);
      return inRepository.isPresent() && hasNode(Stores.open(inRepository.get(), configuration));
    } catch (FileNotFoundException e) {
      // An Icechunk repository or a file is named, and there is none.
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static boolean hasNode(Store store) throws IOException {
    for (String key : new String[] {ZarrNode.METADATA_KEY, ".zgroup", ".zarray"}) {
      Optional<StoredObject> metadata = store.open(key);
      if (metadata.isPresent()) {
        metadata.get().close();
        return true;
      }
    }
    return false;
  }

  /** A group whose copy of the metadata below is used as the option says. */
  static ZarrGroup consolidated(ZarrGroup group, Consolidated option) throws IOException {
    boolean isRequired = option == Consolidated.REQUIRED || option == Consolidated.VERIFIED;
    if (isRequired && !group.isConsolidated()) {
      throw new OptionException(
          group.location()
              + " has no consolidated metadata, which the option consolidated asks for."
              + " Consolidate it, or leave the option out");
    }
    if (option == Consolidated.VERIFIED) {
      group.verifyConsolidated();
    }
    return option == Consolidated.IGNORED ? group.withoutConsolidated() : group;
  }

  private static DecodingOptions decoding(ZarrOptions options) {
    return new DecodingOptions(
        options.maskAndScale(),
        options.decodeTimes(),
        options
            .decodeTimedelta()
            .map(byUnits -> byUnits ? Durations.BY_UNITS : Durations.NONE)
            .orElse(Durations.NOTED),
        options.useZarrFillValueAsMask().orElse(null));
  }

  /** An array has the coordinates that lie beside it, if anything does. */
  private static Table array(
      String location,
      ZarrArray array,
      JsonNode document,
      Configuration configuration,
      LayoutOptions options,
      Map<String, String> given)
      throws IOException {
    String name = Stores.name(location);
    Optional<String> parent = Stores.parent(location);
    boolean hasNames =
        array.metadata().dimensionNames().stream().anyMatch(dimension -> dimension != null);
    if (!hasNames || parent.isEmpty()) {
      return table(
          location,
          LayoutBuilder.ofArray(name, array, document, SiblingArrays.NONE, options),
          given);
    }
    Store store = Stores.open(parent.get(), configuration);
    return table(
        parent.get(),
        LayoutBuilder.ofArray(
            name,
            ZarrArray.of(store, name, document),
            document,
            SiblingArrays.of(store, new ZarrOptions(given).consolidated()),
            options),
        given);
  }

  private static Table table(String location, TableLayout layout, Map<String, String> given) {
    return switch (new ZarrOptions(given).layout()) {
      case CELLS -> new ZarrTable(location, layout, given);
      case BLOCKS -> new ZarrBlocksTable(location, layout, given);
    };
  }
}
