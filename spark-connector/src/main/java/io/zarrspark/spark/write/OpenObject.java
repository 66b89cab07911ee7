package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import java.util.BitSet;

/** An object whose cells are coming in: a buffer per variable, and which cells have come. */
final class OpenObject {
  final ChunkData[] cells;
  final BitSet filled;
  long number;
  int count;

  OpenObject(ChunkData[] cells, int size) {
    this.cells = cells;
    this.filled = new BitSet(size);
  }

  void start(long newNumber) {
    number = newNumber;
    filled.clear();
    count = 0;
  }
}
