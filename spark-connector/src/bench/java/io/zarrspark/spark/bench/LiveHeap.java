package io.zarrspark.spark.bench;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * What is reachable in the heap, at its most, above what was when it was opened: counted every
 * second by a full collection, so that nothing is to be timed meanwhile.
 */
final class LiveHeap implements AutoCloseable {
  private static final long EVERY_MILLIS = 1000;

  private final long before = liveBytes();
  private final Thread counting = new Thread(this::count, "live heap");
  private volatile long most;

  LiveHeap() {
    counting.setDaemon(true);
    counting.start();
  }

  private void count() {
    try {
      while (true) {
        Thread.sleep(EVERY_MILLIS);
        most = Math.max(most, liveBytes());
      }
    } catch (InterruptedException e) {
      // It was closed.
    }
  }

  /** The sum below a histogram of classes: {@code Total instances bytes}. */
  private static long liveBytes() {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      String histogram =
          (String)
              server.invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
      String total = histogram.substring(histogram.lastIndexOf("Total")).trim();
      return Long.parseLong(total.split("\\s+")[2]);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  double megabytes() {
    return (most - before) / 1048576.0;
  }

  @Override
  public void close() {
    counting.interrupt();
    try {
      counting.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
