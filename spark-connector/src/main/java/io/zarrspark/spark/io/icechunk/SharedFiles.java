package io.zarrspark.spark.io.icechunk;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Files of repositories that were read, for all tasks of a JVM: they never change once they are
 * written, and their names are random. Those used last are kept, as many as have room.
 */
final class SharedFiles<T> {
  /** Reads a file. */
  interface Reader<T> {
    T read() throws IOException;
  }

  private final long mostBytes;
  private final ToLongFunction<T> size;
  private final LinkedHashMap<String, T> files = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, Object> beingRead = new HashMap<>();
  private long bytes;

  SharedFiles(long mostBytes, ToLongFunction<T> size) {
    this.mostBytes = mostBytes;
    this.size = size;
  }

  /** The file at a location, which one of several threads that want it reads. */
  T get(String location, Reader<T> reader) throws IOException {
    Object turn;
    synchronized (this) {
      T file = files.get(location);
      if (file != null) {
        return file;
      }
      turn = beingRead.computeIfAbsent(location, key -> new Object());
    }
    synchronized (turn) {
      synchronized (this) {
        T file = files.get(location);
        if (file != null) {
          return file;
        }
      }
      try {
        T file = reader.read();
        keep(location, file);
        return file;
      } finally {
        synchronized (this) {
          beingRead.remove(location);
        }
      }
    }
  }

  private synchronized void keep(String location, T file) {
    T other = files.put(location, file);
    bytes += size.applyAsLong(file) - (other == null ? 0 : size.applyAsLong(other));
    var eldest = files.entrySet().iterator();
    while (bytes > mostBytes && files.size() > 1) {
      bytes -= size.applyAsLong(eldest.next().getValue());
      eldest.remove();
    }
  }
}
