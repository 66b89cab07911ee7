package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.ObjectRead;
import java.io.IOException;
import java.io.InterruptedIOException;
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

  /**
   * An object with what each variable has in it.
   *
   * @param needed places of the needed ones among its blocks
   * @param variables not fetched, and null, if no block is needed
   */
  record Fetched(ObjectRead read, int[] needed, FetchedVariable[] variables) {}

  private final Iterator<ObjectRead> reads;
  private final List<VariableReader> readers;
  private final BlockFilter filter;
  private ExecutorService thread;
  private Future<Fetched> next;
  private Fetched taken;

  ObjectQueue(Iterator<ObjectRead> reads, List<VariableReader> readers, BlockFilter filter) {
    this.reads = reads;
    this.readers = readers;
    this.filter = filter;
  }

  /** The next object, or null after the last. The one before is done with. */
  Fetched take() throws IOException {
    Fetched current;
    release();
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
    taken = current;
    return current;
  }

  private void release() {
    if (taken != null) {
      for (FetchedVariable variable : taken.variables) {
        if (variable != null) {
          variable.release();
        }
      }
      taken = null;
    }
  }

  /** Variables with a predicate come first: they may show that the others are not needed. */
  private Fetched fetch(ObjectRead read) throws IOException {
    FetchedVariable[] variables = new FetchedVariable[readers.size()];
    fetch(read, variables, true);
    int[] needed = filter.needed(read, variables);
    if (needed.length > 0) {
      fetch(read, variables, false);
    }
    return new Fetched(read, needed, variables);
  }

  private void fetch(ObjectRead read, FetchedVariable[] variables, boolean tested)
      throws IOException {
    for (int v = 0; v < variables.length; v++) {
      if (filter.tests(v) == tested) {
        variables[v] = readers.get(v).fetch(read);
      }
    }
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
