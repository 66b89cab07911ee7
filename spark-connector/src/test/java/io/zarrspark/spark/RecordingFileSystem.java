package io.zarrspark.spark;

import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * The local disk under the scheme {@code rec}, noting what is read. In local mode driver and
 * executors share this class, so a test sees what the tasks asked for.
 */
public class RecordingFileSystem extends RawLocalFileSystem {
  /** A range read from a file. */
  public record Read(String path, long position, int length) {}

  private static final List<String> OPENED = Collections.synchronizedList(new ArrayList<>());
  private static final List<Read> READS = Collections.synchronizedList(new ArrayList<>());
  private static volatile Predicate<String> failing = path -> false;

  /** Forgets what was read, and stops failing. */
  public static void reset() {
    OPENED.clear();
    READS.clear();
    failing = path -> false;
  }

  /** Paths of the opened files, in order, since the reset. */
  public static List<String> opened() {
    return List.copyOf(OPENED);
  }

  public static List<Read> reads() {
    return List.copyOf(READS);
  }

  /** Makes reading the files fail, as a broken disk would. */
  public static void failOn(Predicate<String> paths) {
    failing = paths;
  }

  @Override
  public URI getUri() {
    return URI.create("rec:///");
  }

  @Override
  public String getScheme() {
    return "rec";
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    failIfWanted(path);
    return super.getFileStatus(path);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    failIfWanted(path);
    return super.delete(path, recursive);
  }

  private static void failIfWanted(Path path) throws IOException {
    if (failing.test("status of " + path.toUri().getPath())) {
      throw new IOException("the disk is on fire");
    }
  }

  /** Plain statuses: the base class reads permissions of paths with the scheme file only. */
  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    failIfWanted(path);
    FileStatus[] children = super.listStatus(path);
    for (int i = 0; i < children.length; i++) {
      FileStatus child = children[i];
      children[i] =
          new FileStatus(
              child.getLen(),
              child.isDirectory(),
              1,
              child.getBlockSize(),
              child.getModificationTime(),
              child.getPath());
    }
    return children;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    OPENED.add(path.toUri().getPath());
    return new FSDataInputStream(
        new RecordingStream(path.toUri().getPath(), super.open(path, bufferSize)));
  }

  private static final class RecordingStream extends FSInputStream {
    private final String path;
    private final FSDataInputStream in;

    RecordingStream(String path, FSDataInputStream in) {
      this.path = path;
      this.in = in;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      READS.add(new Read(path, position, length));
      if (failing.test(path)) {
        throw new IOException("the disk is on fire");
      }
      try {
        in.readFully(position, buffer, offset, length);
      } catch (EOFException e) {
        throw new EOFException("end of " + path);
      }
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long target) throws IOException {
      return in.seekToNewSource(target);
    }

    @Override
    public int read() throws IOException {
      throw new UnsupportedOperationException("only positional reads are expected");
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
