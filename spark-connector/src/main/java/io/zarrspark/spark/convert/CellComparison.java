package io.zarrspark.spark.convert;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.DataType;
import io.zarrspark.type.NumberType;
import java.util.Arrays;

/**
 * Compares cells. Exactly: of equal types the same bits, but NaN equals NaN whatever its bits; of
 * different number types the same value, as a double. With a tolerance, numbers that far apart
 * equal; NaN equals NaN alone, an infinity itself alone.
 */
final class CellComparison {
  private static final int TILE = 4096;

  private final DataType left;
  private final DataType right;
  private final double tolerance;
  private final double[] leftTile = new double[TILE];
  private final double[] rightTile = new double[TILE];

  /** Takes a cell that differs. */
  interface Sink {
    void differs(int index);
  }

  /** The greatest difference of two numbers so far; infinite where one alone is no number. */
  private double maxDifference;

  CellComparison(DataType left, DataType right, double tolerance) {
    this.left = left;
    this.right = right;
    this.tolerance = tolerance;
  }

  /** Whether cells of the types can be compared at all. */
  static boolean isPossible(DataType left, DataType right) {
    return left.equals(right) || left instanceof NumberType && right instanceof NumberType;
  }

  double maxDifference() {
    return maxDifference;
  }

  /** Compares all cells of two arrays of equal length. */
  void compare(ChunkData a, ChunkData b, Sink sink) {
    if (left.equals(right) && isSame(a, b)) {
      return;
    }
    if (left instanceof NumberType leftType && right instanceof NumberType rightType) {
      compareNumbers(a, b, leftType, rightType, sink);
      return;
    }
    compareOthers(a, b, sink);
  }

  private static boolean isSame(ChunkData a, ChunkData b) {
    if (a instanceof ChunkData.Bytes x && b instanceof ChunkData.Bytes y) {
      return Arrays.equals(x.values(), y.values());
    }
    if (a instanceof ChunkData.Shorts x && b instanceof ChunkData.Shorts y) {
      return Arrays.equals(x.values(), y.values());
    }
    if (a instanceof ChunkData.Ints x && b instanceof ChunkData.Ints y) {
      return Arrays.equals(x.values(), y.values());
    }
    if (a instanceof ChunkData.Longs x && b instanceof ChunkData.Longs y) {
      return Arrays.equals(x.values(), y.values());
    }
    if (a instanceof ChunkData.Floats x && b instanceof ChunkData.Floats y) {
      return Arrays.equals(x.values(), y.values());
    }
    return a instanceof ChunkData.Doubles x
        && b instanceof ChunkData.Doubles y
        && Arrays.equals(x.values(), y.values());
  }

  private void compareNumbers(
      ChunkData a, ChunkData b, NumberType leftType, NumberType rightType, Sink sink) {
    boolean bits = leftType == rightType;
    for (int at = 0; at < a.length(); at += TILE) {
      int n = Math.min(TILE, a.length() - at);
      NumberTiles.load(a, leftType, at, leftTile, n);
      NumberTiles.load(b, rightType, at, rightTile, n);
      for (int i = 0; i < n; i++) {
        double x = leftTile[i];
        double y = rightTile[i];
        if (x == y ? bits && a.stored(at + i) != b.stored(at + i) : !(x != x && y != y)) {
          double difference = Math.abs(x - y);
          // Integers of 64 bits and zeros of either sign differ although their doubles do not.
          if (!(difference <= tolerance) || tolerance == 0) {
            maxDifference =
                Math.max(maxDifference, difference == difference ? difference : Double.MAX_VALUE);
            sink.differs(at + i);
          } else {
            maxDifference = Math.max(maxDifference, difference);
          }
        }
      }
    }
  }

  private static void compareOthers(ChunkData a, ChunkData b, Sink sink) {
    if (a instanceof ChunkData.Variable x && b instanceof ChunkData.Variable y) {
      for (int i = 0; i < a.length(); i++) {
        if (!Arrays.equals(x.values()[i], y.values()[i])) {
          sink.differs(i);
        }
      }
    } else if (a instanceof ChunkData.Fields x && b instanceof ChunkData.Fields y) {
      boolean[] differs = new boolean[a.length()];
      for (int f = 0; f < x.fields().length; f++) {
        compareFields(x.fields()[f], y.fields()[f], differs);
      }
      for (int i = 0; i < differs.length; i++) {
        if (differs[i]) {
          sink.differs(i);
        }
      }
    } else {
      for (int i = 0; i < a.length(); i++) {
        if (a.stored(i) != b.stored(i)) {
          sink.differs(i);
        }
      }
    }
  }

  private static void compareFields(ChunkData a, ChunkData b, boolean[] differs) {
    compareOthers(a, b, index -> differs[index] = true);
  }
}
