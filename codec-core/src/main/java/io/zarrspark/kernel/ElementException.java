package io.zarrspark.kernel;

/** One element of a chunk has no result. The message names the codec, the value and the remedy. */
public final class ElementException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int element;

  ElementException(String message, int element) {
    super(message);
    this.element = element;
  }

  /** C-order index of the element in the chunk as the codec sees it. */
  public int element() {
    return element;
  }
}
