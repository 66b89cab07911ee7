package io.zarrspark.spark.io.icechunk;

import java.io.IOException;

/** A vector of a {@link FlatBuffer}, all of whose elements are there. */
final class FlatVector {
  private final FlatBuffer buffer;
  private final long start;
  private final int size;
  private final int elementSize;

  private FlatVector(FlatBuffer buffer, long start, int size, int elementSize) {
    this.buffer = buffer;
    this.start = start;
    this.size = size;
    this.elementSize = elementSize;
  }

  static FlatVector at(FlatBuffer buffer, long position, int elementSize) throws IOException {
    long size = buffer.uint32(position);
    buffer.checked(position + 4, size * elementSize);
    return new FlatVector(buffer, position + 4, (int) size, elementSize);
  }

  int size() {
    return size;
  }

  /** Where an element lies, which may be none if its number was read. */
  long position(long index) throws IOException {
    if (index >= size) {
      throw buffer.corrupt("it refers to element " + index + " of " + size);
    }
    return start + index * elementSize;
  }

  /** All elements, which have one byte each. */
  byte[] bytes() throws IOException {
    return buffer.copy(start, size);
  }

  FlatTable table(long index) throws IOException {
    return FlatTable.at(buffer, buffer.follow(position(index)));
  }

  /** The number that starts so many bytes into an element. */
  long uint32(int index, int offset) throws IOException {
    return buffer.uint32(position(index) + offset);
  }
}
