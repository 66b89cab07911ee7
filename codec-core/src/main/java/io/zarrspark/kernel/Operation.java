package io.zarrspark.kernel;

/** The four operations of {@code scale_offset}, each with one constant operand. */
enum Operation {
  SUBTRACT("minus offset"),
  MULTIPLY("times scale"),
  DIVIDE("divided by scale"),
  ADD("plus offset");

  private final String words;

  Operation(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
