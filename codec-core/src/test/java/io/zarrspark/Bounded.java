package io.zarrspark;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** Runs something that must neither allocate much nor take long, whatever it is given. */
final class Bounded {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long MAX_NANOSECONDS = 5_000_000_000L;

  private Bounded() {}

  /** Something that may fail. */
  interface Action {
    void run() throws IOException;
  }

  static void run(String what, long maxBytes, Action action) throws IOException {
    long thread = Thread.currentThread().getId();
    long start = System.nanoTime();
    long before = THREADS.getThreadAllocatedBytes(thread);
    try {
      action.run();
    } finally {
      long allocated = THREADS.getThreadAllocatedBytes(thread) - before;
      long nanoseconds = System.nanoTime() - start;
      if (allocated > maxBytes || nanoseconds > MAX_NANOSECONDS) {
        throw new AssertionError(
            what + ": allocated " + allocated + " bytes in " + nanoseconds / 1_000_000 + " ms");
      }
    }
  }

  /** How many mutated cases to run: a share of the property {@code mutations}. */
  static int cases(double share) {
    return (int) (Integer.getInteger("mutations", 100_000) * share);
  }
}
