package io.zarrspark.spark.io.icechunk;

import java.io.IOException;
import java.util.Optional;

/** Tells whether files outside a repository are still those that its references mean. */
public interface FileVersions {
  /**
   * A state of a file.
   *
   * @param etag in quotes or not, where the file system has such
   * @param modifiedSeconds when it was written, in seconds since 1970
   */
  record FileVersion(Optional<String> etag, long modifiedSeconds) {}

  /** The state of the file at a URL, or empty if it cannot be told. */
  Optional<FileVersion> version(String url) throws IOException;
}
