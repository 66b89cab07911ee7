package io.zarrspark.spark.bench;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * What is reachable in the heap, at its most, above what was when it was opened: counted after a
 * full collection, several times a second, so that nothing is to be timed meanwhile. While native
 * code works on an array, the JVM counts without collecting: such counts are left out.
 */
final class LiveHeap implements AutoCloseable {
  private static final long EVERY_MILLIS = 200;

  private final long before = countedBytes();
  private final Thread counting = new Thread(this::count, "live heap");
  private volatile long most;
  private volatile int counts;

  LiveHeap() {
    counting.setDaemon(true);
    counting.start();
  }

  private void count() {
    try {
      while (true) {
        Thread.sleep(EVERY_MILLIS);
        long collections = fullCollections();
        long bytes = countedBytes();
        if (fullCollections() > collections) {
          most = Math.max(most, bytes);
          counts++;
        }
      }
    } catch (InterruptedException e) {
      // It was closed.
    }
  }

  /** The sum below a histogram of classes: {@code Total instances bytes}. */
  private static long countedBytes() {
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

  private static long fullCollections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(collector -> collector.getName().contains("Old"))
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  /** Counts so far. */
  int counts() {
    return counts;
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
