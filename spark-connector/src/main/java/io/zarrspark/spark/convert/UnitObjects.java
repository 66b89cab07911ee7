package io.zarrspark.spark.convert;

import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.chunk.Shapes;
import java.io.IOException;
import java.util.List;

/** The stored objects of one unit at a time, numbered in C order of a whole unit. */
final class UnitObjects {
  private final UnitGrid units;
  private final RecordingStore store;
  private final ZarrArray target;
  private long[] first;

  UnitObjects(UnitGrid units, RecordingStore store, ZarrArray target) {
    this.units = units;
    this.store = store;
    this.target = target;
  }

  /** Turns to a unit. */
  void start(long unit) {
    first = units.position(unit);
    for (int d = 0; d < first.length; d++) {
      first[d] *= units.objectsPerUnit()[d];
    }
  }

  /** Objects of a whole unit. */
  int count() {
    return Math.toIntExact(units.objectsOfUnit());
  }

  /** Position of its first object along a dimension of the grid of objects. */
  long first(int dimension) {
    return first[dimension];
  }

  /** Position of its i-th object, or null if the grid ends before. */
  long[] object(int i) {
    ChunkGrid grid = target.objectGrid();
    int[] inUnit = Shapes.coordinates(i, units.objectsPerUnit());
    long[] object = new long[inUnit.length];
    for (int d = 0; d < object.length; d++) {
      object[d] = first[d] + inUnit[d];
      if (object[d] >= grid.chunks(d)) {
        return null;
      }
    }
    return object;
  }

  /** Turns to a unit, and tells whether the store has its objects as they were once recorded. */
  boolean areStored(long unit, List<WrittenObject> records, boolean readAll) throws IOException {
    start(unit);
    int record = 0;
    for (int i = 0; i < count(); i++) {
      long[] object = object(i);
      if (object == null) {
        continue;
      }
      if (record == records.size()
          || !records.get(record).isIn(store, target.objectKey(object), readAll)) {
        return false;
      }
      record++;
    }
    return record == records.size();
  }
}
