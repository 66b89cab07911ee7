package io.zarrspark.spark.io.reference;

import io.zarrspark.store.StoredObject;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A stored object as Parquet reads it. */
record StoredInputFile(StoredObject object) implements InputFile {
  @Override
  public long getLength() {
    return object.size();
  }

  @Override
  public SeekableInputStream newStream() {
    Bytes bytes = new Bytes(object);
    return new DelegatingSeekableInputStream(bytes) {
      @Override
      public long getPos() {
        return bytes.position;
      }

      @Override
      public void seek(long position) {
        bytes.position = position;
      }
    };
  }

  private static final class Bytes extends InputStream {
    private final StoredObject object;
    private long position;

    Bytes(StoredObject object) {
      this.object = object;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (position > object.size()) {
        throw new EOFException("position " + position + " of " + object.size());
      }
      int read = (int) Math.min(length, object.size() - position);
      if (read == 0) {
        return -1;
      }
      object.read(position, target, offset, read);
      position += read;
      return read;
    }
  }
}
