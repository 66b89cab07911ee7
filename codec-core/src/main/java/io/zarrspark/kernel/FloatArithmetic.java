package io.zarrspark.kernel;

/** Floating-point arithmetic with one constant operand, rounded once in float or in double. */
final class FloatArithmetic {
  private FloatArithmetic() {}

  static Step floats(Operation operation, float operand) {
    return switch (operation) {
      case SUBTRACT -> (tile, n) -> subtract(tile.floats, n, operand);
      case MULTIPLY -> (tile, n) -> multiply(tile.floats, n, operand);
      case DIVIDE -> (tile, n) -> divide(tile.floats, n, operand);
      case ADD -> (tile, n) -> add(tile.floats, n, operand);
    };
  }

  static Step doubles(Operation operation, double operand) {
    return switch (operation) {
      case SUBTRACT -> (tile, n) -> subtract(tile.doubles, n, operand);
      case MULTIPLY -> (tile, n) -> multiply(tile.doubles, n, operand);
      case DIVIDE -> (tile, n) -> divide(tile.doubles, n, operand);
      case ADD -> (tile, n) -> add(tile.doubles, n, operand);
    };
  }

  private static boolean subtract(float[] x, int n, float operand) {
    for (int i = 0; i < n; i++) {
      x[i] -= operand;
    }
    return false;
  }

  private static boolean multiply(float[] x, int n, float operand) {
    for (int i = 0; i < n; i++) {
      x[i] *= operand;
    }
    return false;
  }

  private static boolean divide(float[] x, int n, float operand) {
    for (int i = 0; i < n; i++) {
      x[i] /= operand;
    }
    return false;
  }

  private static boolean add(float[] x, int n, float operand) {
    for (int i = 0; i < n; i++) {
      x[i] += operand;
    }
    return false;
  }

  private static boolean subtract(double[] x, int n, double operand) {
    for (int i = 0; i < n; i++) {
      x[i] -= operand;
    }
    return false;
  }

  private static boolean multiply(double[] x, int n, double operand) {
    for (int i = 0; i < n; i++) {
      x[i] *= operand;
    }
    return false;
  }

  private static boolean divide(double[] x, int n, double operand) {
    for (int i = 0; i < n; i++) {
      x[i] /= operand;
    }
    return false;
  }

  private static boolean add(double[] x, int n, double operand) {
    for (int i = 0; i < n; i++) {
      x[i] += operand;
    }
    return false;
  }
}
