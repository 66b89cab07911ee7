package io.zarrspark.spark.parquet;

import java.io.Closeable;
import java.io.IOException;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A file whose stream can be closed when Parquet's writer, which opened it, has failed. */
final class ClosableOutput implements OutputFile, Closeable {
  private final OutputFile file;
  private PositionOutputStream stream;

  ClosableOutput(OutputFile file) {
    this.file = file;
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) throws IOException {
    stream = file.create(blockSizeHint);
    return stream;
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
    stream = file.createOrOverwrite(blockSizeHint);
    return stream;
  }

  @Override
  public boolean supportsBlockSize() {
    return file.supportsBlockSize();
  }

  @Override
  public long defaultBlockSize() {
    return file.defaultBlockSize();
  }

  /** Of a stream that was closed before, nothing. */
  @Override
  public void close() throws IOException {
    if (stream != null) {
      stream.close();
    }
  }
}
