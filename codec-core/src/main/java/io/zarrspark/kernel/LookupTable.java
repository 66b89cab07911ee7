package io.zarrspark.kernel;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberType;

/**
 * The results for all patterns of a type of up to 16 bits, filled by the stages themselves on first
 * use, so that table and stages cannot disagree.
 *
 * <p>A table has an entry for every value of its storage, 256 or 65,536, also for narrower types:
 * the loops below compare its length with that constant once, and the virtual machine then leaves
 * out the check of every index, a third of the time.
 */
final class LookupTable {
  private final Elementwise elementwise;
  private final int patterns;
  private volatile Filled filled;

  /**
   * @param results by pattern
   * @param bad whether a pattern has no result; null if all have one
   */
  private record Filled(ChunkData results, boolean[] bad) {}

  LookupTable(Elementwise elementwise) {
    this.elementwise = elementwise;
    this.patterns = 1 << 8 * elementwise.from().storage().bytes();
  }

  /** Whether a table costs less than it saves on that many elements. */
  boolean pays(int elements) {
    return filled != null || elements >= patterns / 4;
  }

  /**
   * Looks up all elements.
   *
   * @return whether some element has no result; the target is then incomplete
   */
  boolean run(ChunkData source, ChunkData target) {
    Filled table = filled();
    if (table.bad != null && anyBad(source, table.bad)) {
      return true;
    }
    if (source instanceof ChunkData.Bytes bytes) {
      lookUp(bytes.values(), table.results, target);
    } else {
      lookUp(((ChunkData.Shorts) source).values(), table.results, target);
    }
    return false;
  }

  private Filled filled() {
    Filled table = filled;
    if (table == null) {
      // Two threads may both fill it: they write the same.
      table = fill();
      filled = table;
    }
    return table;
  }

  private Filled fill() {
    NumberType from = elementwise.from();
    ChunkData all = ChunkData.allocate(from, patterns);
    for (int pattern = 0; pattern < patterns; pattern++) {
      all.setStored(pattern, from.extend(pattern));
    }
    boolean[] bad = new boolean[patterns];
    boolean[] any = new boolean[1];
    ChunkData results = ChunkData.allocate(elementwise.to(), patterns);
    elementwise.runStages(
        all,
        results,
        pattern -> {
          bad[pattern] = true;
          any[0] = true;
          return true;
        });
    return new Filled(results, any[0] ? bad : null);
  }

  private static boolean anyBad(ChunkData source, boolean[] bad) {
    boolean any = false;
    int mask = bad.length - 1;
    if (source instanceof ChunkData.Bytes bytes) {
      for (byte pattern : bytes.values()) {
        any |= bad[pattern & mask];
      }
    } else {
      for (short pattern : ((ChunkData.Shorts) source).values()) {
        any |= bad[pattern & mask];
      }
    }
    return any;
  }

  private static void lookUp(byte[] from, ChunkData table, ChunkData target) {
    if (table instanceof ChunkData.Bytes values) {
      lookUp(from, values.values(), ((ChunkData.Bytes) target).values());
    } else if (table instanceof ChunkData.Shorts values) {
      lookUp(from, values.values(), ((ChunkData.Shorts) target).values());
    } else if (table instanceof ChunkData.Ints values) {
      lookUp(from, values.values(), ((ChunkData.Ints) target).values());
    } else if (table instanceof ChunkData.Longs values) {
      lookUp(from, values.values(), ((ChunkData.Longs) target).values());
    } else if (table instanceof ChunkData.Floats values) {
      lookUp(from, values.values(), ((ChunkData.Floats) target).values());
    } else if (table instanceof ChunkData.Doubles values) {
      lookUp(from, values.values(), ((ChunkData.Doubles) target).values());
    }
  }

  private static void lookUp(short[] from, ChunkData table, ChunkData target) {
    if (table instanceof ChunkData.Bytes values) {
      lookUp(from, values.values(), ((ChunkData.Bytes) target).values());
    } else if (table instanceof ChunkData.Shorts values) {
      lookUp(from, values.values(), ((ChunkData.Shorts) target).values());
    } else if (table instanceof ChunkData.Ints values) {
      lookUp(from, values.values(), ((ChunkData.Ints) target).values());
    } else if (table instanceof ChunkData.Longs values) {
      lookUp(from, values.values(), ((ChunkData.Longs) target).values());
    } else if (table instanceof ChunkData.Floats values) {
      lookUp(from, values.values(), ((ChunkData.Floats) target).values());
    } else if (table instanceof ChunkData.Doubles values) {
      lookUp(from, values.values(), ((ChunkData.Doubles) target).values());
    }
  }

  private static void lookUp(byte[] from, byte[] table, byte[] to) {
    requireLength(table.length == 1 << 8);
    for (int i = 0; i < from.length; i++) {
      to[i] = table[from[i] & 0xff];
    }
  }

  private static void lookUp(short[] from, byte[] table, byte[] to) {
    requireLength(table.length == 1 << 16);
    for (int i = 0; i < from.length; i++) {
      to[i] = table[from[i] & 0xffff];
    }
  }

  private static void lookUp(byte[] from, short[] table, short[] to) {
    requireLength(table.length == 1 << 8);
    for (int i = 0; i < from.length; i++) {
      to[i] = table[from[i] & 0xff];
    }
  }

  private static void lookUp(short[] from, short[] table, short[] to) {
    requireLength(table.length == 1 << 16);
    for (int i = 0; i < from.length; i++) {
      to[i] = table[from[i] & 0xffff];
    }
  }

  private static void lookUp(byte[] from, int[] table, int[] to) {
    requireLength(table.length == 1 << 8);
    for (int i = 0; i < from.length; i++) {
      to[i] = table[from[i] & 0xff];
    }
  }

  private static void lookUp(short[] from, int[] table, int[] to) {
    requireLength(table.length == 1 << 16);
    for (int i = 0; i < from.length; i++) {
      to[i] = table[from[i] & 0xffff];
    }
  }

  private static void lookUp(byte[] from, long[] table, long[] to) {
    requireLength(table.length == 1 << 8);
    for (int i = 0; i < from.length; i++) {
      to[i] = table[from[i] & 0xff];
    }
  }

  private static void lookUp(short[] from, long[] table, long[] to) {
    requireLength(table.length == 1 << 16);
    for (int i = 0; i < from.length; i++) {
      to[i] = table[from[i] & 0xffff];
    }
  }

  private static void lookUp(byte[] from, float[] table, float[] to) {
    requireLength(table.length == 1 << 8);
    for (int i = 0; i < from.length; i++) {
      to[i] = table[from[i] & 0xff];
    }
  }

  private static void lookUp(short[] from, float[] table, float[] to) {
    requireLength(table.length == 1 << 16);
    for (int i = 0; i < from.length; i++) {
      to[i] = table[from[i] & 0xffff];
    }
  }

  private static void lookUp(byte[] from, double[] table, double[] to) {
    requireLength(table.length == 1 << 8);
    for (int i = 0; i < from.length; i++) {
      to[i] = table[from[i] & 0xff];
    }
  }

  private static void lookUp(short[] from, double[] table, double[] to) {
    requireLength(table.length == 1 << 16);
    for (int i = 0; i < from.length; i++) {
      to[i] = table[from[i] & 0xffff];
    }
  }

  private static void requireLength(boolean right) {
    if (!right) {
      throw new IllegalStateException("a table has not the length of its storage");
    }
  }
}
