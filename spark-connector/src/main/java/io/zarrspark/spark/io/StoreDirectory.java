package io.zarrspark.spark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** The directory that a store lies in, as a whole: moved and deleted. */
public final class StoreDirectory {
  private final FileSystem fileSystem;
  private final Path path;

  private StoreDirectory(FileSystem fileSystem, Path path) {
    this.fileSystem = fileSystem;
    this.path = path;
  }

  /**
   * The directory at a qualified location, which need not exist.
   *
   * @throws OptionException if the location is no directory of a file system
   */
  public static StoreDirectory of(String qualified, Configuration conf) throws IOException {
    StoreLocation location = StoreLocation.parse(qualified);
    if (location.kind() != StoreLocation.Kind.DIRECTORY || location.isHttp()) {
      throw new OptionException(
          "Cannot write "
              + qualified
              + ": stores are written into directories of file systems, not into files or through"
              + " HTTP");
    }
    Path path = new Path(location.url());
    return new StoreDirectory(path.getFileSystem(conf), path);
  }

  /** The qualified path. */
  public String location() {
    return path.toString();
  }

  /** The directory of a name beside this one; null for a root. */
  public StoreDirectory sibling(String name) {
    return path.getParent() == null
        ? null
        : new StoreDirectory(fileSystem, new Path(path.getParent() + "/" + name));
  }

  public StoreDirectory child(String name) {
    return new StoreDirectory(fileSystem, new Path(path + "/" + name));
  }

  public String name() {
    return path.getName();
  }

  /** Whether a rename is one step here, and not a copy of every object. */
  public boolean canRename() {
    return !WholeObject.isObjectStore(fileSystem) && path.getParent() != null;
  }

  /** Whether there is anything: a file, or a directory that is not empty. */
  public boolean isTaken() throws IOException {
    try {
      return !fileSystem.getFileStatus(path).isDirectory()
          || fileSystem.listStatus(path).length > 0;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** Whether there is a directory, even an empty one. */
  public boolean exists() throws IOException {
    try {
      fileSystem.getFileStatus(path);
      return true;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** Moves this where nothing is, in one step. */
  public void moveTo(StoreDirectory target) throws IOException {
    fileSystem.mkdirs(target.path.getParent());
    if (fileSystem instanceof LocalFileSystem local) {
      Files.move(
          local.pathToFile(path).toPath(),
          local.pathToFile(target.path).toPath(),
          StandardCopyOption.ATOMIC_MOVE);
    } else if (!fileSystem.rename(path, target.path)) {
      throw new IOException("Cannot rename " + path + " to " + target.path);
    }
  }

  /** Deletes this and all below; nothing happens if nothing is there. */
  public void delete() throws IOException {
    fileSystem.delete(path, true);
  }
}
