package io.zarrspark.spark.plan;

import io.zarrspark.chunk.ChunkAxis;
import io.zarrspark.spark.plan.PartitionPacker.Piece;
import io.zarrspark.spark.plan.PartitionPacker.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A division of the slowest dimension with several objects into keys of whole objects, so that each
 * partition lies within one key. It depends on the grid of a table alone, not on what is wanted of
 * it: tables of one grid have the same keys.
 *
 * @param dimension the dimension
 * @param objectsPerKey objects along it in a key
 * @param indicesPerKey indices along it in a key
 */
public record KeyGrid(int dimension, long objectsPerKey, long indicesPerKey) {
  /** About as many keys as a shuffle has partitions, … */
  private static final int KEYS = 200;

  /** … but each worth a task, … */
  private static final double MIN_CELLS = 1 << 20;

  /** … and none far larger than what a task has else. */
  private static final double MAX_CELLS = 1 << 26;

  private static final long MAX_KEYS = 200_000;

  /** The keys of a grid, if it has several, and objects of one extent along their dimension. */
  public static Optional<KeyGrid> of(long[] shape, ChunkAxis[] objectAxes) {
    double cells = 1;
    for (long extent : shape) {
      cells *= extent;
    }
    for (int d = 0; d < shape.length; d++) {
      if (shape[d] > objectAxes[d].extent(0)) {
        if (!objectAxes[d].isRegular()) {
          return Optional.empty();
        }
        int objectExtent = objectAxes[d].extent(0);
        double slabCells = cells / shape[d] * objectExtent;
        double wanted = Math.min(Math.max(cells / KEYS, MIN_CELLS), MAX_CELLS);
        long objects = (shape[d] - 1) / objectExtent + 1;
        long perKey = (long) Math.max(1, Math.min(wanted / slabCells, objects));
        long keys = (objects - 1) / perKey + 1;
        return keys > 1 && keys <= MAX_KEYS
            ? Optional.of(new KeyGrid(d, perKey, perKey * objectExtent))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** The key of an index of the dimension. */
  public long key(long index) {
    return index / indicesPerKey;
  }

  /** A piece that lies within a key. */
  public record KeyedPiece(Piece piece, long key) {}

  /** Packs the objects of a plan of the grid, those of each key by themselves. */
  public List<KeyedPiece> pack(BlockPlan plan, Sizes sizes) {
    List<KeyedPiece> pieces = new ArrayList<>();
    GridAxis axis = plan.axis(dimension);
    // The slower dimensions have one object each.
    long objectsBelow = plan.objectCount() / Math.max(1, axis.objectCount());
    long ordinal = 0;
    while (ordinal < axis.objectCount() && objectsBelow > 0) {
      long key = axis.object(ordinal) / objectsPerKey;
      long next = axis.objectOrdinal((key + 1) * objectsPerKey);
      for (Piece piece :
          PartitionPacker.pack(plan, ordinal * objectsBelow, next * objectsBelow, sizes)) {
        pieces.add(new KeyedPiece(piece, key));
      }
      ordinal = next;
    }
    return pieces;
  }
}
