package io.zarrspark.spark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** All files below a directory. */
final class FileListing {
  private FileListing() {}

  /**
   * Lists them, in no order.
   *
   * @throws FileNotFoundException if nothing is there; only once it is asked, on some file systems
   */
  static RemoteIterator<? extends FileStatus> files(FileSystem fileSystem, Path directory)
      throws IOException {
    // Object stores list all below a prefix at once. For a local file, what listFiles returns holds
    // permissions, for which Hadoop starts a process where it has no native library.
    return fileSystem.getUri().getScheme().equals("file")
        ? new Walk(fileSystem, directory)
        : fileSystem.listFiles(directory, true);
  }

  /** Directory by directory. */
  private static final class Walk implements RemoteIterator<FileStatus> {
    private final FileSystem fileSystem;
    private final Deque<Path> directories = new ArrayDeque<>();
    private Iterator<FileStatus> statuses;
    private FileStatus next;

    Walk(FileSystem fileSystem, Path directory) throws IOException {
      this.fileSystem = fileSystem;
      this.statuses = Arrays.asList(fileSystem.listStatus(directory)).iterator();
    }

    @Override
    public boolean hasNext() throws IOException {
      while (next == null) {
        if (statuses.hasNext()) {
          FileStatus status = statuses.next();
          if (status.isDirectory()) {
            directories.push(status.getPath());
          } else {
            next = status;
          }
        } else if (directories.isEmpty()) {
          return false;
        } else {
          statuses = Arrays.asList(list(directories.pop())).iterator();
        }
      }
      return true;
    }

    /** A directory that has gone since its parent was listed has no files. */
    private FileStatus[] list(Path directory) throws IOException {
      try {
        return fileSystem.listStatus(directory);
      } catch (FileNotFoundException e) {
        return new FileStatus[0];
      }
    }

    @Override
    public FileStatus next() throws IOException {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      FileStatus file = next;
      next = null;
      return file;
    }
  }
}
