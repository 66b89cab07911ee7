package io.zarrspark.spark.read;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.spark.plan.CoordinateValues;
import io.zarrspark.spark.plan.DoubleCoordinates;
import io.zarrspark.spark.plan.IndexCoordinates;
import io.zarrspark.spark.plan.LongCoordinates;
import io.zarrspark.spark.plan.PredicateTranslator.CoordinateSource;
import io.zarrspark.spark.plan.TextCoordinates;
import io.zarrspark.spark.schema.ArrayColumn;
import io.zarrspark.spark.schema.CellValues;
import io.zarrspark.spark.schema.DimensionColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** The coordinates of a table's dimensions, read when they are first needed, on the driver. */
final class DimensionCoordinates implements CoordinateSource {
  private final List<DimensionColumn> dimensions;
  private final CellValues[] values;
  private final CoordinateValues[] comparable;

  DimensionCoordinates(List<DimensionColumn> dimensions) {
    this.dimensions = dimensions;
    this.values = new CellValues[dimensions.size()];
    this.comparable = new CoordinateValues[dimensions.size()];
  }

  /** The values of a dimension that has a coordinate array, starting at offset 0. */
  Optional<CellValues> values(int dimension) {
    Optional<ArrayColumn> coordinate = dimensions.get(dimension).coordinate();
    if (coordinate.isEmpty()) {
      return Optional.empty();
    }
    if (values[dimension] == null) {
      values[dimension] = read(coordinate.get());
    }
    return Optional.of(values[dimension]);
  }

  private static CellValues read(ArrayColumn coordinate) {
    try {
      ChunkData elements = coordinate.array().readAll();
      return coordinate.decoding().decode(elements, 0, elements.length());
    } catch (ArithmeticException e) {
      throw new ChunkException(
          "Cannot read the coordinates " + coordinate.array().location() + ": " + e.getMessage(),
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot read the coordinates " + coordinate.array().location() + ": " + e.getMessage(),
          e);
    }
  }

  @Override
  public Optional<CoordinateValues> coordinates(int dimension) {
    DimensionColumn column = dimensions.get(dimension);
    Optional<CellValues> cells = values(dimension);
    if (cells.isEmpty()) {
      return Optional.of(new IndexCoordinates(column.size()));
    }
    if (!isComparable(column.sparkType().typeName())) {
      return Optional.empty();
    }
    if (comparable[dimension] == null) {
      comparable[dimension] = comparable(cells.get());
    }
    return Optional.of(comparable[dimension]);
  }

  /** Decimals, which unsigned 64-bit integers are, stay with Spark; so do bytes and booleans. */
  private static boolean isComparable(String type) {
    return switch (type) {
      case "binary", "boolean" -> false;
      default -> !type.startsWith("decimal");
    };
  }

  private static CoordinateValues comparable(CellValues cells) {
    ChunkData data = cells.values();
    if (data instanceof ChunkData.Doubles doubles) {
      return new DoubleCoordinates(doubles.values(), cells.nulls());
    }
    if (data instanceof ChunkData.Floats floats) {
      double[] wide = new double[floats.length()];
      for (int i = 0; i < wide.length; i++) {
        wide[i] = floats.values()[i];
      }
      return new DoubleCoordinates(wide, cells.nulls());
    }
    if (data instanceof ChunkData.Variable texts) {
      return new TextCoordinates(texts.values(), cells.nulls());
    }
    long[] wide = new long[data.length()];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = data.stored(i);
    }
    return new LongCoordinates(wide, cells.nulls());
  }
}
