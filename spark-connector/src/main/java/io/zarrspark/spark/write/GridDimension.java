package io.zarrspark.spark.write;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;

/** A dimension of the grid that is written: from the value of a column to the index. */
final class GridDimension implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final CoordinateType type;
  private final long size;

  /** By index, in any order; null if the coordinates are the indices. */
  private final long[] codes;

  /** Open addressing: the index plus one, 0 where nothing is. */
  private transient int[] table;

  private GridDimension(String name, CoordinateType type, long size, long[] codes) {
    this.name = name;
    this.type = type;
    this.size = size;
    this.codes = codes;
    buildTable();
  }

  /** A dimension whose column holds the indices. */
  static GridDimension ofIndices(String name, CoordinateType type, long size) {
    return new GridDimension(name, type, size, null);
  }

  /** A dimension with coordinates, all different. */
  static GridDimension ofCodes(String name, CoordinateType type, long[] codes) {
    return new GridDimension(name, type, codes.length, codes);
  }

  private void buildTable() {
    if (codes == null) {
      return;
    }
    table = new int[Integer.highestOneBit(Math.max(8, codes.length)) * 4];
    int mask = table.length - 1;
    for (int i = 0; i < codes.length; i++) {
      int slot = (int) (Mixing.mix(codes[i]) & mask);
      while (table[slot] != 0) {
        if (codes[table[slot] - 1] == codes[i]) {
          throw new WriteException(
              "The dimension "
                  + name
                  + " has the coordinate "
                  + type.text(codes[i])
                  + " twice, at the indices "
                  + (table[slot] - 1)
                  + " and "
                  + i
                  + ": rows with it belong to no one cell");
        }
        slot = slot + 1 & mask;
      }
      table[slot] = i + 1;
    }
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    buildTable();
  }

  String name() {
    return name;
  }

  CoordinateType type() {
    return type;
  }

  long size() {
    return size;
  }

  boolean hasCoordinates() {
    return codes != null;
  }

  /** The codes of its coordinates by index; null if they are the indices. */
  long[] codes() {
    return codes;
  }

  /** The code of a row's coordinate. */
  long code(InternalRow row, int ordinal) {
    if (row.isNullAt(ordinal)) {
      throw nullCoordinate(name);
    }
    return type.code(row, ordinal, name);
  }

  static WriteException nullCoordinate(String name) {
    return new WriteException(
        "NULL in the dimension column " + name + ": a row without a coordinate has no cell");
  }

  /** The index of the coordinate with a code. */
  long index(long code) {
    if (codes == null) {
      if (code < 0 || code >= size) {
        throw notInGrid(code);
      }
      return code;
    }
    int mask = table.length - 1;
    int slot = (int) (Mixing.mix(code) & mask);
    while (table[slot] != 0) {
      int index = table[slot] - 1;
      if (codes[index] == code) {
        return index;
      }
      slot = slot + 1 & mask;
    }
    throw notInGrid(code);
  }

  private WriteException notInGrid(long code) {
    return new WriteException(
        "The coordinate "
            + type.text(code)
            + " of the dimension "
            + name
            + " is not in the grid, which has "
            + describe()
            + ". If the coordinates were taken from the data, the data has changed since: set the"
            + " option cache to true. To add coordinates to a store, append without the option"
            + " region");
  }

  /** The coordinate at an index, as messages show it. */
  String text(long index) {
    return codes == null ? Long.toString(index) : type.text(codes[(int) index]);
  }

  private String describe() {
    if (size == 0) {
      return "none";
    }
    return (codes == null ? "the indices " : size + " coordinates from ")
        + text(0)
        + " to "
        + text(size - 1);
  }
}
