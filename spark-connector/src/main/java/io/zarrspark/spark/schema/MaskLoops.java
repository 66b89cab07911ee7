package io.zarrspark.spark.schema;

/** One loop per primitive type: marks the elements equal to a value. Written alike on purpose. */
final class MaskLoops {
  private MaskLoops() {}

  static boolean[] find(byte[] values, int offset, int length, byte missing, boolean[] found) {
    boolean[] nulls = found;
    for (int i = 0; i < length; i++) {
      if (values[offset + i] == missing) {
        if (nulls == null) {
          nulls = new boolean[length];
        }
        nulls[i] = true;
      }
    }
    return nulls;
  }

  static boolean[] find(short[] values, int offset, int length, short missing, boolean[] found) {
    boolean[] nulls = found;
    for (int i = 0; i < length; i++) {
      if (values[offset + i] == missing) {
        if (nulls == null) {
          nulls = new boolean[length];
        }
        nulls[i] = true;
      }
    }
    return nulls;
  }

  static boolean[] find(int[] values, int offset, int length, int missing, boolean[] found) {
    boolean[] nulls = found;
    for (int i = 0; i < length; i++) {
      if (values[offset + i] == missing) {
        if (nulls == null) {
          nulls = new boolean[length];
        }
        nulls[i] = true;
      }
    }
    return nulls;
  }

  static boolean[] find(long[] values, int offset, int length, long missing, boolean[] found) {
    boolean[] nulls = found;
    for (int i = 0; i < length; i++) {
      if (values[offset + i] == missing) {
        if (nulls == null) {
          nulls = new boolean[length];
        }
        nulls[i] = true;
      }
    }
    return nulls;
  }

  static boolean[] find(float[] values, int offset, int length, float missing, boolean[] found) {
    boolean[] nulls = found;
    boolean nan = Float.isNaN(missing);
    for (int i = 0; i < length; i++) {
      float value = values[offset + i];
      if (nan ? value != value : value == missing) {
        if (nulls == null) {
          nulls = new boolean[length];
        }
        nulls[i] = true;
      }
    }
    return nulls;
  }

  static boolean[] find(double[] values, int offset, int length, double missing, boolean[] found) {
    boolean[] nulls = found;
    boolean nan = Double.isNaN(missing);
    for (int i = 0; i < length; i++) {
      double value = values[offset + i];
      if (nan ? value != value : value == missing) {
        if (nulls == null) {
          nulls = new boolean[length];
        }
        nulls[i] = true;
      }
    }
    return nulls;
  }
}
