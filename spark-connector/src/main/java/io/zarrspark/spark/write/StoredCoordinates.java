package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.CellValues;
import io.zarrspark.spark.schema.DimensionColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the coordinates of a store that exists. */
final class StoredCoordinates {
  private StoredCoordinates() {}

  /** A dimension as the store has it. */
  static GridDimension of(DimensionColumn column) throws IOException {
    CoordinateType type = CoordinateType.of(column.name(), column.sparkType());
    if (column.coordinate().isEmpty()) {
      return GridDimension.ofIndices(column.name(), type, column.size());
    }
    return GridDimension.of(column.name(), type, coordinates(column.coordinate().get()));
  }

  private static Coordinates coordinates(ArrayColumn coordinate) throws IOException {
    ChunkData elements = coordinate.array().readAll();
    CellValues cells = coordinate.decoding().decode(elements, 0, elements.length());
    long[] codes = new long[elements.length()];
    List<byte[]> texts = new ArrayList<>();
    for (int i = 0; i < codes.length; i++) {
      if (cells.nulls() != null && cells.nulls()[i]) {
        throw new WriteException(
            "The coordinates "
                + coordinate.array().location()
                + " are missing at index "
                + i
                + ": rows cannot be written by coordinates. Repair them");
      }
      int element = cells.offset() + i;
      if (cells.values() instanceof ChunkData.Variable data) {
        texts.add(data.values()[element]);
        continue;
      }
      codes[i] =
          cells.values() instanceof ChunkData.Floats floats
              ? code(floats.values()[element], coordinate, i)
              : cells.values() instanceof ChunkData.Doubles doubles
                  ? code(doubles.values()[element], coordinate, i)
                  : cells.values().stored(element);
    }
    return cells.values() instanceof ChunkData.Variable
        ? Coordinates.ofTexts(texts)
        : Coordinates.ofCodes(codes);
  }

  private static long code(double value, ArrayColumn coordinate, int index) {
    if (Double.isNaN(value)) {
      throw new WriteException(
          "The coordinates "
              + coordinate.array().location()
              + " are NaN at index "
              + index
              + ": no row can have it. Repair them");
    }
    return CoordinateType.ofDouble(value);
  }
}
