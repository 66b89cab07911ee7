package io.zarrspark.spark.write;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.unsafe.types.UTF8String;

/** A dimension of the grid that is written: from the value of a column to the index. */
final class GridDimension implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final CoordinateType type;
  private final long size;

  /** By index, in any order; null if the coordinates are the indices. */
  private final Coordinates coordinates;

  /** Open addressing: the index plus one, 0 where nothing is. */
  private transient int[] table;

  /**
   * The first coordinate as a number, and indices per unit if the coordinates are evenly spaced.
   */
  private transient double first;

  private transient double perUnit;

  private GridDimension(String name, CoordinateType type, long size, Coordinates coordinates) {
    this.name = name;
    this.type = type;
    this.size = size;
    this.coordinates = coordinates;
    buildTable();
  }

  /** A dimension whose column holds the indices. */
  static GridDimension ofIndices(String name, CoordinateType type, long size) {
    return new GridDimension(name, type, size, null);
  }

  /** A dimension with coordinates, all different. */
  static GridDimension of(String name, CoordinateType type, Coordinates coordinates) {
    return new GridDimension(name, type, coordinates.size(), coordinates);
  }

  private void buildTable() {
    if (coordinates == null) {
      return;
    }
    long[] codes = coordinates.codes();
    if (!type.isText() && codes.length > 1) {
      first = number(codes[0]);
      perUnit = (codes.length - 1) / (number(codes[codes.length - 1]) - first);
    }
    table = new int[Integer.highestOneBit(Math.max(8, codes.length)) * 4];
    int mask = table.length - 1;
    for (int i = 0; i < codes.length; i++) {
      int slot = (int) (Mixing.mix(codes[i]) & mask);
      while (table[slot] != 0) {
        if (isAt(table[slot] - 1, codes[i], textAt(i))) {
          throw new WriteException(
              "The dimension "
                  + name
                  + " has the coordinate "
                  + text(i)
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

  private double number(long code) {
    return type.isFloat() ? CoordinateType.toDouble(code) : code;
  }

  private byte[] textAt(int index) {
    return coordinates.texts() == null ? null : coordinates.texts()[index];
  }

  /** Strings of one code may differ. */
  private boolean isAt(int index, long code, byte[] text) {
    return coordinates.codes()[index] == code
        && (text == null || Arrays.equals(textAt(index), text));
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
    return coordinates != null;
  }

  /** Its coordinates by index; null if they are the indices. */
  Coordinates coordinates() {
    return coordinates;
  }

  /** A coordinate as Spark's rows hold it. */
  Object value(int index) {
    return type.isText()
        ? UTF8String.fromBytes(textAt(index))
        : type.value(coordinates.codes()[index]);
  }

  /** The code of a row's coordinate. */
  long code(SpecializedGetters row, int ordinal) {
    if (row.isNullAt(ordinal)) {
      throw nullCoordinate(name);
    }
    return type.code(row, ordinal, name);
  }

  static WriteException nullCoordinate(String name) {
    return new WriteException(
        "NULL in the dimension column " + name + ": a row without a coordinate has no cell");
  }

  /**
   * The index of a row's coordinate.
   *
   * @param code of the coordinate
   */
  long index(SpecializedGetters row, int ordinal, long code) {
    if (coordinates == null) {
      if (code < 0 || code >= size) {
        throw notInGrid(Long.toString(code));
      }
      return code;
    }
    byte[] text = type.isText() ? row.getUTF8String(ordinal).getBytes() : null;
    // Mostly right where coordinates are evenly spaced, and then without a search.
    int guess = (int) ((number(code) - first) * perUnit + 0.5);
    if (perUnit != 0
        && guess >= 0
        && guess < coordinates.codes().length
        && coordinates.codes()[guess] == code) {
      return guess;
    }
    int mask = table.length - 1;
    int slot = (int) (Mixing.mix(code) & mask);
    while (table[slot] != 0) {
      int index = table[slot] - 1;
      if (isAt(index, code, text)) {
        return index;
      }
      slot = slot + 1 & mask;
    }
    throw notInGrid(text(row, ordinal));
  }

  /** A row's coordinate, as messages show it. */
  String text(SpecializedGetters row, int ordinal) {
    return type.isText() ? row.getUTF8String(ordinal).toString() : type.text(code(row, ordinal));
  }

  private WriteException notInGrid(String coordinate) {
    return new WriteException(
        "The coordinate "
            + coordinate
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
    if (coordinates == null) {
      return Long.toString(index);
    }
    return type.isText()
        ? value((int) index).toString()
        : type.text(coordinates.codes()[(int) index]);
  }

  private String describe() {
    if (size == 0) {
      return "none";
    }
    return (coordinates == null ? "the indices " : size + " coordinates from ")
        + text(0)
        + " to "
        + text(size - 1);
  }
}
