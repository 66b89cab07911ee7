package io.zarrspark.spark.io;

import io.zarrspark.spark.io.icechunk.FileVersions;
import io.zarrspark.store.HttpStore;
import io.zarrspark.store.ReferenceStore.Target;
import io.zarrspark.store.ReferenceStore.Targets;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The objects that references name: on the file systems that Spark is set up for, or by HTTP. */
final class StoreTargets implements Targets, FileVersions {
  private final String folder;
  private final boolean missingOnAccessDenied;
  private final Configuration configuration;
  private final Map<String, Store> stores = new HashMap<>();

  /**
   * Targets.
   *
   * @param folder URL of the folder that relative paths start from
   */
  StoreTargets(String folder, boolean missingOnAccessDenied, Configuration configuration) {
    this.folder = folder;
    this.missingOnAccessDenied = missingOnAccessDenied;
    this.configuration = configuration;
  }

  @Override
  public synchronized Target target(String url) throws IOException {
    String absolute = absolute(url);
    if (absolute.startsWith("http://") || absolute.startsWith("https://")) {
      try {
        return new Target(new HttpStore(absolute, missingOnAccessDenied), "");
      } catch (IllegalArgumentException e) {
        throw new IOException("Cannot read a URL that references name: " + e.getMessage(), e);
      }
    }
    int path = absolute.indexOf('/', absolute.indexOf("://") < 0 ? 0 : absolute.indexOf("://") + 3);
    if (path < 0) {
      throw new IOException("Cannot read " + url + ", which references name: it has no path");
    }
    String root = absolute.substring(0, path);
    Store store = stores.get(root);
    if (store == null) {
      store = Stores.directory(root + "/", missingOnAccessDenied, configuration);
      stores.put(root, store);
    }
    return new Target(store, absolute.substring(path).replaceAll("^/+", ""));
  }

  /** As the file system tells it; HTTP is not asked. */
  @Override
  public Optional<FileVersion> version(String url) throws IOException {
    String absolute = absolute(url);
    if (StoreLocation.directory(absolute).isHttp()) {
      return Optional.empty();
    }
    Path path = new Path(absolute);
    FileStatus status = path.getFileSystem(configuration).getFileStatus(path);
    Optional<String> etag =
        status instanceof EtagSource source
            ? Optional.ofNullable(source.getEtag())
            : Optional.empty();
    return Optional.of(new FileVersion(etag, status.getModificationTime() / 1000));
  }

  private String absolute(String url) {
    if (url.startsWith("s3://") && configuration.get("fs.s3.impl") == null) {
      return "s3a" + url.substring(2);
    }
    if (url.startsWith("gcs://") && configuration.get("fs.gcs.impl") == null) {
      return "gs" + url.substring(3);
    }
    if (url.contains("://")) {
      return url;
    }
    return url.startsWith("/") ? "file://" + url : folder + "/" + url;
  }
}
