package io.zarrspark.spark.write;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ObjectWriter;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.spark.schema.DecodingOptions;
import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;

/** Writes the array of a dimension's coordinates. */
final class CoordinateWriter {
  private final ZarrArray array;
  private final JsonNode document;
  private final GridDimension dimension;
  private final CellEncoder encoder;

  /**
   * A writer.
   *
   * @param array with the length that it shall have
   * @param document its metadata
   * @param decoding the conventions that reading will apply
   */
  CoordinateWriter(
      ZarrArray array, JsonNode document, GridDimension dimension, DecodingOptions decoding) {
    this.array = array;
    this.document = document;
    this.dimension = dimension;
    this.encoder = CellEncoders.of(dimension.type().sparkType(), array, document, decoding);
  }

  /**
   * All coordinates as the array holds them.
   *
   * @throws WriteException if the array cannot hold one
   */
  ChunkData encode() {
    int size = dimension.coordinates().size();
    ChunkData elements = ChunkData.allocate(array.dataType(), size);
    encoder.bind(elements);
    for (int i = 0; i < size; i++) {
      InternalRow row = new GenericInternalRow(new Object[] {dimension.value(i)});
      try {
        encoder.put(row, 0, i);
      } catch (ArithmeticException e) {
        throw new WriteException(
            "Cannot write the coordinate "
                + dimension.text(i)
                + " of the dimension "
                + dimension.name()
                + ": "
                + e.getMessage()
                + (array.attributes().has("units")
                    ? ". Write the store with finer units, by the option encoding."
                        + dimension.name()
                        + "={\"units\": \"seconds since 1970-01-01\"}"
                    : ""),
            e);
      }
    }
    requireDistinct(elements);
    return elements;
  }

  /**
   * Coordinates that the array's type rounds to one value would belong to two cells; strings stay
   * as they are.
   */
  private void requireDistinct(ChunkData elements) {
    if (elements instanceof ChunkData.Variable) {
      return;
    }
    LongSet seen = new LongSet();
    for (int i = 0; i < elements.length(); i++) {
      if (!seen.add(elements.stored(i))) {
        throw new WriteException(
            "Cannot write the coordinate "
                + dimension.text(i)
                + " of the dimension "
                + dimension.name()
                + ": as "
                + array.dataType()
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
    try (ObjectWriter writer = VariableWriter.objectWriter(array, document)) {
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
