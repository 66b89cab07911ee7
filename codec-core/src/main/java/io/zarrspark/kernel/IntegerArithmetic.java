package io.zarrspark.kernel;

import io.zarrspark.type.NumberType;

/**
 * Exact integer arithmetic with one constant operand: no result outside the type, no remainder.
 * Types of up to 32 bits are computed in {@code long}, where nothing but a uint32 product can leave
 * the range, and that one turns negative, which the check sees.
 */
final class IntegerArithmetic {
  private IntegerArithmetic() {}

  static Step checked(Operation operation, NumberType type, long operand) {
    if (type == NumberType.UINT64) {
      return switch (operation) {
        case SUBTRACT -> (tile, n) -> subtractUnsigned(tile.longs, n, operand);
        case MULTIPLY -> (tile, n) -> multiplyUnsigned(tile.longs, n, operand);
        case DIVIDE -> (tile, n) -> divideUnsigned(tile.longs, n, operand);
        case ADD -> (tile, n) -> addUnsigned(tile.longs, n, operand);
      };
    }
    if (type == NumberType.INT64) {
      return switch (operation) {
        case SUBTRACT -> (tile, n) -> subtractLong(tile.longs, n, operand);
        case MULTIPLY -> (tile, n) -> multiplyLong(tile.longs, n, operand);
        case DIVIDE -> (tile, n) -> divideLong(tile.longs, n, operand);
        case ADD -> (tile, n) -> addLong(tile.longs, n, operand);
      };
    }
    long min = type.minInteger();
    long max = type.maxInteger();
    return switch (operation) {
      case SUBTRACT -> (tile, n) -> add(tile.longs, n, -operand, min, max);
      case MULTIPLY -> (tile, n) -> multiply(tile.longs, n, operand, min, max);
      case DIVIDE -> (tile, n) -> divide(tile.longs, n, operand, min, max);
      case ADD -> (tile, n) -> add(tile.longs, n, operand, min, max);
    };
  }

  /** The same without checks, for operands and intervals that cannot leave the type. */
  static Step unchecked(Operation operation, long operand) {
    return switch (operation) {
      case SUBTRACT -> (tile, n) -> add(tile.longs, n, -operand);
      case MULTIPLY -> (tile, n) -> multiply(tile.longs, n, operand);
      case ADD -> (tile, n) -> add(tile.longs, n, operand);
      case DIVIDE -> throw new IllegalArgumentException("a remainder is always possible");
    };
  }

  private static boolean add(long[] x, int n, long operand) {
    for (int i = 0; i < n; i++) {
      x[i] += operand;
    }
    return false;
  }

  private static boolean multiply(long[] x, int n, long operand) {
    for (int i = 0; i < n; i++) {
      x[i] *= operand;
    }
    return false;
  }

  private static boolean add(long[] x, int n, long operand, long min, long max) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      long r = x[i] + operand;
      bad |= r < min | r > max;
      x[i] = r;
    }
    return bad;
  }

  private static boolean multiply(long[] x, int n, long operand, long min, long max) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      long r = x[i] * operand;
      bad |= r < min | r > max;
      x[i] = r;
    }
    return bad;
  }

  private static boolean divide(long[] x, int n, long operand, long min, long max) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      long r = x[i] / operand;
      bad |= r * operand != x[i] | r < min | r > max;
      x[i] = r;
    }
    return bad;
  }

  private static boolean addLong(long[] x, int n, long operand) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      long r = x[i] + operand;
      bad |= ((x[i] ^ r) & (operand ^ r)) < 0;
      x[i] = r;
    }
    return bad;
  }

  private static boolean subtractLong(long[] x, int n, long operand) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      long r = x[i] - operand;
      bad |= ((x[i] ^ operand) & (x[i] ^ r)) < 0;
      x[i] = r;
    }
    return bad;
  }

  private static boolean multiplyLong(long[] x, int n, long operand) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      long r = x[i] * operand;
      bad |= Math.multiplyHigh(x[i], operand) != r >> 63;
      x[i] = r;
    }
    return bad;
  }

  private static boolean divideLong(long[] x, int n, long operand) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      long r = x[i] / operand;
      // The only quotient beyond the type is Long.MIN_VALUE / -1, which Java wraps to itself.
      bad |= r * operand != x[i] | (operand == -1 & x[i] == Long.MIN_VALUE);
      x[i] = r;
    }
    return bad;
  }

  private static boolean addUnsigned(long[] x, int n, long operand) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      long r = x[i] + operand;
      bad |= Long.compareUnsigned(r, operand) < 0;
      x[i] = r;
    }
    return bad;
  }

  private static boolean subtractUnsigned(long[] x, int n, long operand) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      bad |= Long.compareUnsigned(x[i], operand) < 0;
      x[i] -= operand;
    }
    return bad;
  }

  private static boolean multiplyUnsigned(long[] x, int n, long operand) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      // Math.unsignedMultiplyHigh, which Java 17 lacks.
      long high =
          Math.multiplyHigh(x[i], operand) + ((x[i] >> 63) & operand) + ((operand >> 63) & x[i]);
      bad |= high != 0;
      x[i] *= operand;
    }
    return bad;
  }

  private static boolean divideUnsigned(long[] x, int n, long operand) {
    boolean bad = false;
    for (int i = 0; i < n; i++) {
      long r = Long.divideUnsigned(x[i], operand);
      bad |= r * operand != x[i];
      x[i] = r;
    }
    return bad;
  }
}
