package io.zarrspark.spark.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** What is in the heap after garbage collections, at its most, while it is open. */
final class PeakHeap implements AutoCloseable {
  private final Set<String> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toSet());
  private final List<NotificationEmitter> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .map(collector -> (NotificationEmitter) collector)
          .toList();
  private final NotificationListener listener = (notification, handback) -> add(notification);
  private volatile long most;

  PeakHeap() {
    System.gc();
    collectors.forEach(collector -> collector.addNotificationListener(listener, null, null));
  }

  private synchronized void add(Notification notification) {
    long used =
        GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
            .getGcInfo()
            .getMemoryUsageAfterGc()
            .entrySet()
            .stream()
            .filter(pool -> pools.contains(pool.getKey()))
            .mapToLong(pool -> pool.getValue().getUsed())
            .sum();
    most = Math.max(most, used);
  }

  double megabytes() {
    return most / 1048576.0;
  }

  @Override
  public void close() {
    try {
      for (NotificationEmitter collector : collectors) {
        collector.removeNotificationListener(listener);
      }
    } catch (ListenerNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
