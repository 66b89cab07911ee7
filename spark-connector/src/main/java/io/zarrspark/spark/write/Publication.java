package io.zarrspark.spark.write;

import io.zarrspark.ZarrNode;
import io.zarrspark.metadata.V2Documents;
import io.zarrspark.spark.io.StoreDirectory;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a new store becomes visible, and what it replaces disappears.
 *
 * <p>Where the file system can rename, the store is written into a hidden directory beside its
 * place and moved there when it is complete; what it replaces stays readable until then. The hidden
 * directory is no Zarr node itself, so that a group around does not show it. Elsewhere the store is
 * written in place, where nobody sees it until the metadata of its group is put last; what it
 * replaces must be gone before.
 */
final class Publication {
  private static final Logger LOG = LoggerFactory.getLogger(Publication.class);

  private final StoreDirectory place;
  private final boolean replace;
  private final Configuration configuration;

  /** Null where the store is written in place. */
  private final StoreDirectory hidden;

  private Publication(
      StoreDirectory place, StoreDirectory hidden, boolean replace, Configuration configuration) {
    this.place = place;
    this.replace = replace;
    this.hidden = hidden;
    this.configuration = configuration;
  }

  /**
   * Prepares the writing of a store.
   *
   * @param replace whether it replaces what is there; otherwise nothing may be there
   */
  static Publication prepare(
      String location, String token, boolean replace, Configuration configuration)
      throws IOException {
    StoreDirectory place = StoreDirectory.of(location, configuration);
    if (!replace && place.isTaken()) {
      throw new WriteException(
          "Cannot create the store "
              + location
              + ": there is something that is no Zarr store, or the rest of a write that failed."
              + " Delete it, write with mode overwrite, or choose another path");
    }
    return new Publication(
        place,
        place.canRename() ? place.sibling("." + place.name() + "." + token + ".tmp") : null,
        replace,
        configuration);
  }

  /** Where objects and metadata are put. */
  String location() {
    return hidden == null ? place.location() : hidden.child("new").location();
  }

  Store store() throws IOException {
    return Stores.open(location(), configuration);
  }

  /** Makes room: from here on, a replaced store is gone where nothing can be renamed. */
  void begin() throws IOException {
    if (hidden != null || !place.isTaken()) {
      return;
    }
    LOG.warn(
        "{} cannot be renamed into on this file system: the old store is deleted now, and the new"
            + " one appears when it is complete",
        place.location());
    // First, so that nobody reads a part of it.
    Store old = Stores.open(place.location(), configuration);
    for (String key :
        List.of(ZarrNode.METADATA_KEY, V2Documents.CONSOLIDATED_KEY, V2Documents.GROUP_KEY)) {
      old.delete(key);
    }
    place.delete();
  }

  /** Makes the store visible, whose metadata is written. */
  void publish() throws IOException {
    if (hidden == null) {
      return;
    }
    if (!replace && place.isTaken()) {
      throw new WriteException(
          "Cannot create the store "
              + place.location()
              + ": something has been written there in the meantime. Write to another path");
    }
    StoreDirectory old = hidden.child("old");
    boolean replaces = place.exists();
    if (replaces) {
      place.moveTo(old);
    }
    try {
      hidden.child("new").moveTo(place);
    } catch (IOException | RuntimeException e) {
      if (replaces) {
        old.moveTo(place);
      }
      throw e;
    }
    deleteQuietly(hidden);
  }

  /** Deletes what was written of a store that is not to be; never throws. */
  void abandon() {
    deleteQuietly(hidden == null ? place : hidden);
  }

  private static void deleteQuietly(StoreDirectory directory) {
    try {
      directory.delete();
    } catch (IOException | RuntimeException e) {
      LOG.warn("Cannot delete {}, which nothing reads: delete it", directory.location(), e);
    }
  }
}
