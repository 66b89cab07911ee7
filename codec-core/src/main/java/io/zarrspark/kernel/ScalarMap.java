package io.zarrspark.kernel;

import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.Arrays;
import java.util.List;

/**
 * The {@code scalar_map} of {@code cast_value} in one direction: elements equal to a key get its
 * result, which is final. Equality is by number (every NaN, both zeros), the first match counts.
 */
final class ScalarMap {
  /** Beyond this many entries a binary search beats comparing each. */
  private static final int FEW = 8;

  private final long[] keys;
  private final int[] entryOfKey;
  private final NumberType.Kernel fromKernel;
  private final List<NumberScalar> results;

  ScalarMap(NumberType from, List<CastValue.Mapping> mappings) {
    this.fromKernel = from.kernel();
    this.results = mappings.stream().map(CastValue.Mapping::result).toList();
    record Key(long bits, int entry) {}
    Key[] sorted = new Key[mappings.size()];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = new Key(canonical(mappings.get(i).key()), i);
    }
    // Stable, so that of equal keys the first stays first; the later ones are dropped.
    Arrays.sort(sorted, (a, b) -> Long.compare(a.bits, b.bits));
    long[] bits = new long[sorted.length];
    int[] entries = new int[sorted.length];
    int distinct = 0;
    for (Key key : sorted) {
      if (distinct == 0 || bits[distinct - 1] != key.bits) {
        bits[distinct] = key.bits;
        entries[distinct++] = key.entry;
      }
    }
    this.keys = Arrays.copyOf(bits, distinct);
    this.entryOfKey = Arrays.copyOf(entries, distinct);
  }

  /** Finds the elements that equal a key, and puts 1 there: it survives every cast. */
  Step match() {
    return (tile, n) -> {
      Arrays.fill(tile.matches, 0, n, -1);
      switch (fromKernel) {
        case LONG -> matchLongs(tile, n);
        case FLOAT -> matchFloats(tile, n);
        case DOUBLE -> matchDoubles(tile, n);
      }
      return false;
    };
  }

  /** Puts the results where keys were found. */
  Step replace(NumberType to) {
    int count = results.size();
    long[] longs = new long[count];
    float[] floats = new float[count];
    double[] doubles = new double[count];
    for (int i = 0; i < count; i++) {
      switch (to.kernel()) {
        case LONG -> longs[i] = results.get(i).stored();
        case FLOAT -> floats[i] = (float) results.get(i).doubleValue();
        case DOUBLE -> doubles[i] = results.get(i).doubleValue();
      }
    }
    NumberType.Kernel kernel = to.kernel();
    return (tile, n) -> {
      for (int i = 0; i < n; i++) {
        int entry = tile.matches[i];
        if (entry >= 0) {
          switch (kernel) {
            case LONG -> tile.longs[i] = longs[entry];
            case FLOAT -> tile.floats[i] = floats[entry];
            case DOUBLE -> tile.doubles[i] = doubles[entry];
          }
        }
      }
      return false;
    };
  }

  private void matchLongs(Tile tile, int n) {
    for (int i = 0; i < n; i++) {
      int key = find(tile.longs[i]);
      if (key >= 0) {
        tile.matches[i] = entryOfKey[key];
        tile.longs[i] = 1;
      }
    }
  }

  private void matchFloats(Tile tile, int n) {
    for (int i = 0; i < n; i++) {
      int key = find(canonical(tile.floats[i]));
      if (key >= 0) {
        tile.matches[i] = entryOfKey[key];
        tile.floats[i] = 1;
      }
    }
  }

  private void matchDoubles(Tile tile, int n) {
    for (int i = 0; i < n; i++) {
      int key = find(canonical(tile.doubles[i]));
      if (key >= 0) {
        tile.matches[i] = entryOfKey[key];
        tile.doubles[i] = 1;
      }
    }
  }

  private int find(long bits) {
    if (keys.length > FEW) {
      return Arrays.binarySearch(keys, bits);
    }
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] == bits) {
        return i;
      }
    }
    return -1;
  }

  private static long canonical(NumberScalar key) {
    return key.dataType().isInteger() ? key.stored() : canonical(key.doubleValue());
  }

  /** One pattern for all NaNs and for both zeros. */
  private static long canonical(double value) {
    return Double.doubleToLongBits(value + 0.0);
  }
}
