package io.zarrspark.spark;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/** A disk on which each file takes its time, so that a write can be met in the middle. */
public final class SlowFileSystem extends RecordingFileSystem {
  private static final int MILLIS = 30;

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    try {
      Thread.sleep(MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(path.toString());
    }
    return super.create(path, overwrite, bufferSize, replication, blockSize, progress);
  }
}
