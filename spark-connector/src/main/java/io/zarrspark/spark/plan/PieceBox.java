package io.zarrspark.spark.plan;

import io.zarrspark.spark.plan.PartitionPacker.Piece;
import java.util.Arrays;

/**
 * The smallest box of wanted indices that is easily known to hold a piece. Indices are counted
 * among the wanted ones of their dimension.
 *
 * <pre>
 *   objects in C order   . . . .
 *                        . . a a        a to b: rows 1 to 2, all columns
 *                        a b . .
 * </pre>
 *
 * @param from first index along each dimension
 * @param counts number of indices along each dimension
 */
public record PieceBox(long[] from, long[] counts) {

  /** The box of a piece of a plan. */
  public static PieceBox of(BlockPlan plan, Piece piece) {
    long[] from = new long[plan.rank()];
    long[] counts = new long[plan.rank()];
    if (piece.firstObject() < piece.endObject()) {
      long[] first = plan.ordinals(piece.firstObject());
      long[] last = plan.ordinals(piece.endObject() - 1);
      boolean isOneObject = true;
      for (int d = 0; d < from.length; d++) {
        GridAxis axis = plan.axis(d);
        long low = isOneObject ? first[d] : 0;
        long high = isOneObject ? last[d] : axis.objectCount() - 1;
        isOneObject &= low == high;
        from[d] = axis.indicesBefore(low);
        counts[d] = axis.indicesBefore(high + 1) - from[d];
      }
    }
    return new PieceBox(from, counts);
  }

  /** Number of combinations of the indices of some dimensions; saturated. */
  public long combinations(int[] dimensions) {
    long product = 1;
    for (int dimension : dimensions) {
      product = BlockPlan.saturatedProduct(product, counts[dimension]);
    }
    return product;
  }

  @Override
  public String toString() {
    return Arrays.toString(from) + " + " + Arrays.toString(counts);
  }
}
