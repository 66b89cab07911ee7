package io.zarrspark.spark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The statuses of objects on S3, asked for one by one at first, and by listing where several below
 * one directory were asked for: a listing tells a thousand in one request, and spares the reader of
 * each a request (HEAD).
 *
 * <p>What was listed is believed for a minute; tasks have a store of their own and see what is
 * there when they run. A listing is given up where a directory turns out to be large.
 */
final class ListedStatuses {
  private static final int ASKED_BEFORE_LISTING = 4;
  private static final int MOST_LISTED = 2000;
  private static final long BELIEVED_NANOS = 60_000_000_000L;

  private final FileSystem fileSystem;
  private final String root;
  private final Map<String, Integer> asked = new HashMap<>();
  private final Set<String> listed = new HashSet<>();
  private final Set<String> complete = new HashSet<>();
  private final Map<String, FileStatus> statuses = new HashMap<>();
  private long since = System.nanoTime();
  private boolean isDenied;

  ListedStatuses(FileSystem fileSystem, String root) {
    this.fileSystem = fileSystem;
    this.root = root;
  }

  /**
   * The status of an object, or null if it has to be asked for alone.
   *
   * @throws FileNotFoundException if there is no such object
   */
  synchronized FileStatus status(String key) throws IOException {
    if (System.nanoTime() - since > BELIEVED_NANOS) {
      forget();
    }
    FileStatus known = known(key);
    return known == null && listDirectory(key) ? known(key) : known;
  }

  /** What is written or deleted through the same store makes listings old. */
  synchronized void forget() {
    asked.clear();
    listed.clear();
    complete.clear();
    statuses.clear();
    since = System.nanoTime();
  }

  private FileStatus known(String key) throws FileNotFoundException {
    FileStatus status = statuses.get(key);
    for (int slash = slash(key); status == null && slash > 0; slash = slash(key, slash)) {
      if (complete.contains(key.substring(0, slash))) {
        throw new FileNotFoundException(root + "/" + key + " is not listed");
      }
    }
    return status;
  }

  /** Lists the deepest directory of a key that has been asked about often and is not listed yet. */
  private boolean listDirectory(String key) throws IOException {
    String directory = null;
    for (int slash = slash(key); slash > 0; slash = slash(key, slash)) {
      String ancestor = key.substring(0, slash);
      int before = asked.merge(ancestor, 1, Integer::sum) - 1;
      if (directory == null && before >= ASKED_BEFORE_LISTING && !listed.contains(ancestor)) {
        directory = ancestor;
      }
    }
    if (directory == null || isDenied) {
      return false;
    }
    listed.add(directory);
    list(directory);
    return true;
  }

  private void list(String directory) throws IOException {
    String prefix = directory + "/";
    int count = 0;
    try {
      RemoteIterator<? extends FileStatus> files =
          FileListing.files(fileSystem, new Path(root + "/" + directory));
      while (files.hasNext()) {
        if (count++ == MOST_LISTED) {
          return;
        }
        FileStatus status = files.next();
        String path = status.getPath().toString();
        int start = path.indexOf(prefix, root.length());
        if (start == root.length() + 1) {
          statuses.put(path.substring(start), status);
        }
      }
    } catch (FileNotFoundException e) {
      // Nothing is there.
    } catch (AccessDeniedException e) {
      // Reading may still be allowed.
      isDenied = true;
      return;
    }
    complete.add(directory);
  }

  private static int slash(String key) {
    return key.lastIndexOf('/');
  }

  private static int slash(String key, int before) {
    return key.lastIndexOf('/', before - 1);
  }
}
