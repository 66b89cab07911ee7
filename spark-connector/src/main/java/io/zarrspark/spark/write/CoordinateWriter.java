package io.zarrspark.spark.write;

import io.zarrspark.ObjectWriter;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.spark.schema.CellEncoding;
import io.zarrspark.spark.schema.DecodingOptions;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;

/** Writes the array of a dimension's coordinates. */
final class CoordinateWriter {
  private final ZarrArray array;
  private final GridDimension dimension;
  private final NumberType dataType;

  /**
   * A writer.
   *
   * @param array with the length that it shall have
   */
  CoordinateWriter(ZarrArray array, GridDimension dimension) {
    if (!(array.dataType() instanceof NumberType number)) {
      throw new WriteException(
          "The coordinates "
              + array.location()
              + " are "
              + array.dataType()
              + ", which cannot be written yet");
    }
    this.array = array;
    this.dimension = dimension;
    this.dataType = number;
  }

  /**
   * All coordinates as the array holds them.
   *
   * @throws WriteException if the array cannot hold one
   */
  ChunkData encode() {
    long[] codes = dimension.codes();
    ChunkData elements = ChunkData.allocate(dataType, codes.length);
    CellEncoder encoder =
        NumberEncoder.of(
            dimension.type().sparkType(),
            CellEncoding.of(dataType, array.attributes(), new DecodingOptions(true, true)));
    encoder.bind(elements);
    for (int i = 0; i < codes.length; i++) {
      InternalRow row = new GenericInternalRow(new Object[] {dimension.type().value(codes[i])});
      try {
        encoder.put(row, 0, i);
      } catch (ArithmeticException e) {
        throw new WriteException(
            "Cannot write the coordinate "
                + dimension.text(i)
                + " of the dimension "
                + dimension.name()
                + ": "
                + e.getMessage(),
            e);
      }
    }
    requireDistinct(elements);
    return elements;
  }

  /** Coordinates that the array's type rounds to one value would belong to two cells. */
  private void requireDistinct(ChunkData elements) {
    LongSet seen = new LongSet();
    for (int i = 0; i < elements.length(); i++) {
      if (!seen.add(elements.stored(i))) {
        throw new WriteException(
            "Cannot write the coordinate "
                + dimension.text(i)
                + " of the dimension "
                + dimension.name()
                + ": as "
                + dataType
                + " it equals another one");
      }
    }
  }

  /** Writes all coordinates. */
  void write() throws IOException {
    write(0, encode());
  }

  /**
   * Writes the coordinates behind those that are stored.
   *
   * @param stored which stay as they are, to the bit
   */
  void append(ChunkData stored) throws IOException {
    ChunkData elements = encode();
    System.arraycopy(stored.array(), 0, elements.array(), 0, stored.length());
    write(stored.length(), elements);
  }

  /** Writes the objects from the one that holds an index on. */
  private void write(long fromIndex, ChunkData elements) throws IOException {
    int chunk = array.objectGrid().chunkShape()[0];
    try (ObjectWriter writer = ObjectWriter.of(array)) {
      for (long object = fromIndex / chunk; object * chunk < elements.length(); object++) {
        ChunkData cells = writer.newBuffer();
        int from = (int) (object * chunk);
        System.arraycopy(
            elements.array(), from, cells.array(), 0, Math.min(chunk, elements.length() - from));
        writer.write(new long[] {object}, cells);
      }
    }
  }
}
