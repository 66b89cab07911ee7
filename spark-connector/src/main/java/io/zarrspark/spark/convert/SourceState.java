package io.zarrspark.spark.convert;

import io.zarrspark.spark.io.StoredTree;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import io.zarrspark.type.ZarrException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * A source at one moment.
 *
 * @param nodes its nodes
 * @param stored what is stored of it, if its file system can list
 * @param digest equal as long as neither its metadata changes nor, as far as listing tells, any
 *     stored object
 */
record SourceState(SourceNodes nodes, Optional<StoredTree> stored, String digest) {

  static SourceState of(
      Store store, String location, List<String> leftOut, Configuration configuration)
      throws IOException {
    SourceNodes nodes = SourceNodes.open(store, leftOut);
    Optional<StoredTree> stored = StoredTree.list(location, nodes.arrays().keySet(), configuration);
    MessageDigest sha;
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
    nodes
        .arrays()
        .forEach(
            (path, array) ->
                sha.update(
                    (path + Json.write(array.metadata().toJson()))
                        .getBytes(StandardCharsets.UTF_8)));
    nodes
        .groups()
        .forEach(
            (path, group) ->
                sha.update(
                    (path + Json.write(group.attributes())).getBytes(StandardCharsets.UTF_8)));
    String listing = stored.map(StoredTree::digest).orElse("not listed");
    return new SourceState(
        nodes, stored, HexFormat.of().formatHex(sha.digest(), 0, 16) + " " + listing);
  }

  /**
   * Checks that a source is as it was.
   *
   * @throws ConversionException if it is not
   */
  void requireUnchanged(
      Store store,
      String location,
      String target,
      List<String> leftOut,
      Configuration configuration)
      throws IOException {
    ZarrException cause = null;
    try {
      if (of(store, location, leftOut, configuration).digest.equals(digest)) {
        return;
      }
    } catch (ZarrException e) {
      cause = e;
    }
    throw new ConversionException(
        location
            + " has changed while it was converted, so "
            + target
            + " may hold some of both and was not published. Delete it and convert again",
        cause);
  }
}
