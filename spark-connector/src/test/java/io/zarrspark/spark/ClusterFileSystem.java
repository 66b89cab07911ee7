package io.zarrspark.spark;

import java.net.URI;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;

/** The local disk under the scheme {@code hdfs}, each file on a host named after it. */
public final class ClusterFileSystem extends RecordingFileSystem {
  @Override
  public URI getUri() {
    return URI.create("hdfs:///");
  }

  @Override
  public String getScheme() {
    return "hdfs";
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
    String host = "host-of-" + file.getPath().getName();
    return new BlockLocation[] {
      new BlockLocation(new String[] {host + ":1"}, new String[] {host, "localhost"}, 0, 1)
    };
  }
}
