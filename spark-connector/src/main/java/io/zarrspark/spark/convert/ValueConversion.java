package io.zarrspark.spark.convert;

import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.kernel.CastValue;
import io.zarrspark.kernel.ElementException;
import io.zarrspark.kernel.Elementwise;
import io.zarrspark.kernel.OutOfRange;
import io.zarrspark.kernel.Rounding;
import io.zarrspark.type.DataType;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.Scalar;
import java.util.Arrays;
import java.util.List;

/**
 * The values of one data type as values of another, by the rules of the codec {@code cast_value}:
 * by value, rounded to nearest and even, and what the other type cannot hold is refused.
 */
final class ValueConversion {
  private final Elementwise cast;

  private ValueConversion(Elementwise cast) {
    this.cast = cast;
  }

  /**
   * The conversion from one type to another; of equal types, the values as they are.
   *
   * @throws ConversionException if one of two types holds no numbers
   */
  static ValueConversion between(DataType from, DataType to) {
    if (from == to) {
      return new ValueConversion(null);
    }
    if (from instanceof NumberType source && to instanceof NumberType target) {
      return new ValueConversion(
          CastValue.cast(source, target, Rounding.NEAREST_EVEN, OutOfRange.ERROR, List.of()));
    }
    throw new ConversionException(from + " cannot be converted to " + to + ": only numbers can");
  }

  /** Whether values stay as they are. */
  boolean isIdentity() {
    return cast == null;
  }

  /**
   * Converts a block; cells that do not belong to the part may become anything.
   *
   * @throws ConversionException if a cell of the part has no value in the other type
   */
  ChunkData apply(
      ChunkData block, int[] extent, int[] blockShape, int offset, long[] start, ZarrArray array) {
    if (cast == null) {
      return block;
    }
    int[] first = Shapes.coordinates(offset, blockShape);
    try {
      return cast.apply(block, element -> !isInside(element, first, extent, blockShape));
    } catch (ElementException e) {
      int[] inBlock = Shapes.coordinates(e.element(), blockShape);
      long[] index = new long[inBlock.length];
      for (int d = 0; d < index.length; d++) {
        index[d] = start[d] + inBlock[d] - first[d];
      }
      throw new ConversionException(
          "Cannot convert "
              + array.location()
              + " to "
              + cast.to()
              + ": the cell "
              + Arrays.toString(index)
              + " is "
              + block.scalar(cast.from(), e.element())
              + ", which is not representable. Choose a wider --data-type",
          e);
    }
  }

  private static boolean isInside(int element, int[] first, int[] extent, int[] blockShape) {
    int[] position = Shapes.coordinates(element, blockShape);
    for (int d = 0; d < position.length; d++) {
      if (position[d] < first[d] || position[d] >= first[d] + extent[d]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Converts the value of cells that are not stored.
   *
   * @throws ConversionException if the other type has no such value
   */
  Scalar apply(Scalar value, ZarrArray array) {
    if (cast == null) {
      return value;
    }
    try {
      return cast.apply((NumberScalar) value);
    } catch (ElementException e) {
      throw new ConversionException(
          "Cannot convert "
              + array.location()
              + " to "
              + cast.to()
              + ": its fill value "
              + value
              + " is not representable. Choose a wider --data-type",
          e);
    }
  }
}
