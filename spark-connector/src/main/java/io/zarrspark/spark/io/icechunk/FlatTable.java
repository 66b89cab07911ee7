package io.zarrspark.spark.io.icechunk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A table of a {@link FlatBuffer}. Fields have the numbers of their order in the schema, from 0; a
 * field that is not there has its default.
 */
final class FlatTable {
  private final FlatBuffer buffer;
  private final long position;
  private final long vtable;
  private final int vtableSize;

  private FlatTable(FlatBuffer buffer, long position, long vtable, int vtableSize) {
    this.buffer = buffer;
    this.position = position;
    this.vtable = vtable;
    this.vtableSize = vtableSize;
  }

  static FlatTable at(FlatBuffer buffer, long position) throws IOException {
    long vtable = position - buffer.int32(position);
    return new FlatTable(buffer, position, vtable, buffer.uint16(vtable));
  }

  /** Where a field lies, or -1 if it is not there. */
  private long position(int field) throws IOException {
    int entry = 4 + 2 * field;
    int offset = entry + 2 > vtableSize ? 0 : buffer.uint16(vtable + entry);
    return offset == 0 ? -1 : position + offset;
  }

  private long required(int field, String name) throws IOException {
    long at = position(field);
    if (at < 0) {
      throw buffer.corrupt("the field " + name + " is missing");
    }
    return at;
  }

  boolean has(int field) throws IOException {
    return position(field) >= 0;
  }

  int uint8(int field, int otherwise) throws IOException {
    long at = position(field);
    return at < 0 ? otherwise : buffer.uint8(at);
  }

  long uint32(int field) throws IOException {
    long at = position(field);
    return at < 0 ? 0 : buffer.uint32(at);
  }

  long uint63(int field) throws IOException {
    long at = position(field);
    return at < 0 ? 0 : buffer.uint63(at);
  }

  /** An id, which is a struct of so many bytes. */
  ObjectId id(int field, int length, String name) throws IOException {
    return new ObjectId(buffer.copy(required(field, name), length));
  }

  FlatTable table(int field, String name) throws IOException {
    return at(buffer, buffer.follow(required(field, name)));
  }

  /** A vector whose elements have so many bytes; tables have 4, those of the offset to them. */
  FlatVector vector(int field, int elementSize, String name) throws IOException {
    return FlatVector.at(buffer, buffer.follow(required(field, name)), elementSize);
  }

  byte[] bytes(int field, String name) throws IOException {
    return vector(field, 1, name).bytes();
  }

  String text(int field, String name) throws IOException {
    return new String(bytes(field, name), StandardCharsets.UTF_8);
  }
}
