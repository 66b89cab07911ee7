package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.ObjectRead;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The objects of a partition in order, each fetched while the one before it is decoded: at any time
 * one is decoded and the encoded bytes of one more are held.
 */
final class ObjectQueue implements AutoCloseable {

  /** An object with what each variable has in it. */
  record Fetched(ObjectRead read, List<FetchedVariable> variables) {}

  private final Iterator<ObjectRead> reads;
  private final List<VariableReader> readers;
  private ExecutorService thread;
  private Future<Fetched> next;

  ObjectQueue(Iterator<ObjectRead> reads, List<VariableReader> readers) {
    this.reads = reads;
    this.readers = readers;
  }

  /** The next object, or null after the last. */
  Fetched take() throws IOException {
    Fetched current;
    if (next != null) {
      current = await(next);
      next = null;
    } else if (reads.hasNext()) {
      current = fetch(reads.next());
    } else {
      return null;
    }
    if (reads.hasNext() && !readers.isEmpty()) {
      ObjectRead read = reads.next();
      next = thread().submit(() -> fetch(read));
    }
    return current;
  }

  private Fetched fetch(ObjectRead read) throws IOException {
    List<FetchedVariable> variables = new ArrayList<>(readers.size());
    for (VariableReader reader : readers) {
      variables.add(reader.fetch(read));
    }
    return new Fetched(read, variables);
  }

  private ExecutorService thread() {
    if (thread == null) {
      thread =
          Executors.newSingleThreadExecutor(
              task -> {
                Thread worker = new Thread(task, "zarr-fetch");
                worker.setDaemon(true);
                return worker;
              });
    }
    return thread;
  }

  private static Fetched await(Future<Fetched> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while fetching");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IOException(e.getCause());
    }
  }

  /**
   * Stops fetching and closes the readers. They hold native memory, none of which may be freed
   * under a thread that uses it, so a fetching thread closes them itself when it has stopped.
   */
  @Override
  public void close() {
    if (thread == null) {
      closeReaders();
      return;
    }
    if (next != null) {
      next.cancel(true);
    }
    thread.execute(this::closeReaders);
    thread.shutdown();
  }

  private void closeReaders() {
    readers.forEach(VariableReader::close);
  }
}
