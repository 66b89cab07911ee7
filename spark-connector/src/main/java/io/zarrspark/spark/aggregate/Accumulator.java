package io.zarrspark.spark.aggregate;

import io.zarrspark.chunk.ChunkData;
import org.apache.spark.sql.types.DataType;

/** One function of a column, for every group. */
abstract class Accumulator {

  /**
   * Adds a tile whose cells are all of one group.
   *
   * @param weight how many cells each stands for
   */
  abstract void reduce(Tile tile, int group, long weight);

  /** Adds a tile whose cells are of the groups that it holds. */
  abstract void scatter(Tile tile, long weight);

  /** The values of some groups as those of a column. */
  abstract ChunkData results(int[] groups, DataType type);

  /** An array for the values of a column. */
  static ChunkData allocate(DataType type, int length) {
    return switch (type.typeName()) {
      case "byte" -> new ChunkData.Bytes(new byte[length]);
      case "short" -> new ChunkData.Shorts(new short[length]);
      case "integer" -> new ChunkData.Ints(new int[length]);
      case "float" -> new ChunkData.Floats(new float[length]);
      case "double" -> new ChunkData.Doubles(new double[length]);
      default -> new ChunkData.Longs(new long[length]);
    };
  }
}
