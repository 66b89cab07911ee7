package io.zarrspark.spark.convert;

import io.zarrspark.spark.io.Stores;
import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.store.Store;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Checks where a conversion reads and writes. */
final class Places {
  private static final List<String> METADATA =
      List.of("zarr.json", ".zgroup", ".zarray", ".zattrs", ".zmetadata");

  private Places() {}

  /** The location that a user names, in full. */
  static String qualify(String path, Configuration configuration) throws IOException {
    return Stores.qualify(new ZarrOptions(Map.of(ZarrOptions.PATH, path)), configuration);
  }

  /** Refuses a target that is the source, or one inside the other. */
  static void requireApart(String source, String target) {
    if (source.equals(target)) {
      throw new ConversionException(
          "Source and target are both " + source + ". Choose another target");
    }
    if (target.startsWith(source + "/") || source.startsWith(target + "/")) {
      throw new ConversionException(
          "Of the source "
              + source
              + " and the target "
              + target
              + " one lies in the other. Choose a target outside");
    }
  }

  /** Refuses a target in which something is. */
  static void requireEmpty(Store store, String target) throws IOException {
    for (String key : METADATA) {
      if (store.open(key).map(Places::close).isPresent()) {
        throw new ConversionException(
            target + " exists already (" + key + "). Delete it, or choose another target");
      }
    }
    try {
      List<String> children = store.childNames("");
      if (!children.isEmpty()) {
        throw new ConversionException(
            target
                + " is not empty: it holds "
                + children.get(0)
                + ". Empty it, or choose another target");
      }
    } catch (FileNotFoundException e) {
      // Nothing is there at all.
    }
  }

  private static boolean close(io.zarrspark.store.StoredObject object) {
    try {
      object.close();
    } catch (IOException e) {
      // It was there; that is all that was asked.
    }
    return true;
  }
}
