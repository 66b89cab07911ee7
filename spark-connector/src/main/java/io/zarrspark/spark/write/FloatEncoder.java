package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.spark.schema.CellEncoding;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;

/** Floats and doubles into arrays of their own type, to the bit. */
final class FloatEncoder extends CellEncoder {
  private final CellEncoding encoding;
  private ChunkData elements;
  private float[] floats;
  private double[] doubles;

  FloatEncoder(CellEncoding encoding) {
    this.encoding = encoding;
  }

  @Override
  void bind(ChunkData newElements) {
    elements = newElements;
    floats = newElements instanceof ChunkData.Floats data ? data.values() : null;
    doubles = newElements instanceof ChunkData.Doubles data ? data.values() : null;
  }

  @Override
  void put(SpecializedGetters row, int ordinal, int element) {
    long bits;
    if (floats != null) {
      float value = row.getFloat(ordinal);
      floats[element] = value;
      bits = Float.floatToRawIntBits(value);
    } else {
      double value = row.getDouble(ordinal);
      doubles[element] = value;
      bits = Double.doubleToRawLongBits(value);
    }
    if (encoding.readsAsNull(bits)) {
      throw new ArithmeticException(
          "it is the missing value of the array and would be read as NULL");
    }
  }

  @Override
  void putNull(int element) {
    elements.setStored(element, encoding.missing().orElseThrow(NumberEncoder::noMissingValue));
  }

  /** Copies them, where no value but NaN stands for NULL. */
  @Override
  boolean putBlock(ArrayData values, ChunkData target, int[] sizes, int[] strides) {
    if (!encoding.missingIsNaN()) {
      return false;
    }
    int length = values.numElements();
    ChunkData block =
        floats != null
            ? new ChunkData.Floats(values.toFloatArray())
            : new ChunkData.Doubles(values.toDoubleArray());
    long missing = encoding.missing().getAsLong();
    for (int i = 0; i < length; i++) {
      if (values.isNullAt(i)) {
        block.setStored(i, missing);
      }
    }
    StridedCopy.copy(block, 0, Shapes.strides(sizes), target, 0, strides, sizes);
    return true;
  }
}
