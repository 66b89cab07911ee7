package io.zarrspark.spark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where objects are stored, on file systems whose storage is spread over the nodes that also
 * compute. Object stores and local disks have nothing to tell, so they are not asked.
 */
public final class BlockHosts {
  private static final Set<String> SCHEMES = Set.of("hdfs", "viewfs");

  private final FileSystem fileSystem;
  private final Path root;

  private BlockHosts(FileSystem fileSystem, Path root) {
    this.fileSystem = fileSystem;
    this.root = root;
  }

  /** The hosts of the objects of a store, if asking for them is cheap and worthwhile. */
  public static Optional<BlockHosts> of(String location, Configuration configuration)
      throws IOException {
    StoreLocation store = StoreLocation.parse(location);
    if (store.kind() != StoreLocation.Kind.DIRECTORY || store.isHttp()) {
      return Optional.empty();
    }
    Path root = new Path(store.url());
    String scheme = root.toUri().getScheme();
    return scheme != null && SCHEMES.contains(scheme)
        ? Optional.of(new BlockHosts(root.getFileSystem(configuration), root))
        : Optional.empty();
  }

  /** The hosts of the start of an object; none if it is absent. */
  public String[] hosts(String key) throws IOException {
    try {
      FileStatus status = fileSystem.getFileStatus(new Path(root, key));
      BlockLocation[] blocks = fileSystem.getFileBlockLocations(status, 0, 1);
      return blocks == null || blocks.length == 0
          ? new String[0]
          : Arrays.stream(blocks[0].getHosts())
              .filter(host -> !host.equals("localhost"))
              .toArray(String[]::new);
    } catch (FileNotFoundException e) {
      return new String[0];
    }
  }
}
