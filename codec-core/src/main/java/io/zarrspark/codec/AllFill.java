package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.BytesScalar;
import io.zarrspark.type.FieldsScalar;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.PlainScalar;
import io.zarrspark.type.Scalar;
import java.util.Arrays;

/**
 * Whether a chunk holds nothing but the fill value, by bits: -0.0 is not dropped for a fill value
 * of +0.0. Of NaNs, those with the fill value's own pattern count.
 */
final class AllFill {
  private AllFill() {}

  static boolean test(ChunkData elements, Scalar fill) {
    if (fill instanceof BytesScalar bytes) {
      return all(((ChunkData.Variable) elements).values(), bytes.bytes());
    }
    if (fill instanceof FieldsScalar fields) {
      for (int i = 0; i < fields.values().size(); i++) {
        if (!test(((ChunkData.Fields) elements).fields()[i], fields.values().get(i))) {
          return false;
        }
      }
      return true;
    }
    return fill instanceof NumberScalar number
        ? test(elements, fill, number.stored())
        : test(elements, fill, ((PlainScalar) fill).stored());
  }

  private static boolean test(ChunkData elements, Scalar fill, long stored) {
    ChunkData one = ChunkData.filled(fill, 1);
    // Quickly out for the usual chunk.
    if (elements.length() == 0 || elements.stored(0) != one.stored(0)) {
      return elements.length() == 0;
    }
    if (elements instanceof ChunkData.Bytes data) {
      return all(data.values(), (byte) stored);
    } else if (elements instanceof ChunkData.Shorts data) {
      return all(data.values(), (short) stored);
    } else if (elements instanceof ChunkData.Ints data) {
      return all(data.values(), (int) stored);
    } else if (elements instanceof ChunkData.Longs data) {
      return all(data.values(), stored);
    } else if (elements instanceof ChunkData.Floats data) {
      return all(data.values(), (int) stored);
    }
    return all(((ChunkData.Doubles) elements).values(), stored);
  }

  private static boolean all(byte[][] values, byte[] fill) {
    for (byte[] value : values) {
      if (!Arrays.equals(value, fill)) {
        return false;
      }
    }
    return true;
  }

  private static boolean all(byte[] values, byte fill) {
    for (byte value : values) {
      if (value != fill) {
        return false;
      }
    }
    return true;
  }

  private static boolean all(short[] values, short fill) {
    for (short value : values) {
      if (value != fill) {
        return false;
      }
    }
    return true;
  }

  private static boolean all(int[] values, int fill) {
    for (int value : values) {
      if (value != fill) {
        return false;
      }
    }
    return true;
  }

  private static boolean all(long[] values, long fill) {
    for (long value : values) {
      if (value != fill) {
        return false;
      }
    }
    return true;
  }

  private static boolean all(float[] values, int fill) {
    for (float value : values) {
      if (Float.floatToRawIntBits(value) != fill) {
        return false;
      }
    }
    return true;
  }

  private static boolean all(double[] values, long fill) {
    for (double value : values) {
      if (Double.doubleToRawLongBits(value) != fill) {
        return false;
      }
    }
    return true;
  }
}
