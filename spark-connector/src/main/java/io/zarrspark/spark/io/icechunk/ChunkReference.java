package io.zarrspark.spark.io.icechunk;

import java.util.Optional;

/** Where a chunk is. */
sealed interface ChunkReference {
  /** In the manifest. */
  record Inline(byte[] value) implements ChunkReference {}

  /** In a file of the repository. */
  record Native(String id, long offset, long length) implements ChunkReference {}

  /**
   * In a file of somebody else.
   *
   * @param location a URL, percent-encoded
   * @param etag what the file's was; if it is another now, the file has changed
   * @param lastModified when the file had changed last, in seconds since 1970; 0 if nobody noted it
   */
  record Virtual(
      String location, long offset, long length, Optional<String> etag, long lastModified)
      implements ChunkReference {}
}
