package io.zarrspark.spark.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.List;

/** What is alive after garbage collections, at its most, while it is open. */
final class PeakHeap implements AutoCloseable {
  private final List<MemoryPoolMXBean> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(MemoryPoolMXBean::isCollectionUsageThresholdSupported)
          .toList();
  private final Thread thread = new Thread(this::watch, "peak-heap");
  private volatile long most;

  PeakHeap() {
    System.gc();
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    try {
      while (true) {
        most =
            Math.max(
                most, pools.stream().mapToLong(pool -> pool.getCollectionUsage().getUsed()).sum());
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  double megabytes() {
    return most / 1048576.0;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
