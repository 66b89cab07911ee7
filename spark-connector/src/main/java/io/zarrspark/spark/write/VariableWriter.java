package io.zarrspark.spark.write;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ObjectWriter;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.metadata.V2Documents;
import io.zarrspark.spark.schema.DecodingOptions;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.util.BitSet;
import org.apache.spark.sql.types.DataType;

/** A variable in a task: its array, and how values get there. */
final class VariableWriter implements AutoCloseable {
  private final TargetVariable variable;
  private final ObjectWriter writer;
  private final CellEncoder encoder;

  /** Of the cells that are there; null if the array is new. */
  private final ZarrArray oldArray;

  private final ObjectWriter oldReader;

  VariableWriter(Store store, TargetVariable variable, DecodingOptions decoding) {
    this.variable = variable;
    JsonNode document = parse(variable.document());
    ZarrArray array = ZarrArray.of(store, variable.path(), document);
    this.writer = objectWriter(array, document);
    this.encoder = CellEncoders.of(variable.sparkType(), array, document, decoding);
    this.oldArray =
        variable.oldDocument() == null
            ? null
            : ZarrArray.of(store, variable.path(), parse(variable.oldDocument()));
    this.oldReader = oldArray == null ? null : ObjectWriter.of(oldArray);
  }

  /**
   * A writer of an array's objects. Readers of Zarr v2 need not know of a fill value, and then an
   * object must be stored whatever it holds.
   */
  static ObjectWriter objectWriter(ZarrArray array, JsonNode document) {
    ObjectWriter writer = ObjectWriter.of(array);
    return V2Documents.isVersion2(document) && document.path("fill_value").isNull()
        ? writer.storingFill()
        : writer;
  }

  private static JsonNode parse(String document) {
    try {
      return Json.parse(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("metadata written by the driver is not JSON", e);
    }
  }

  String name() {
    return variable.name();
  }

  DataType sparkType() {
    return variable.sparkType();
  }

  CellEncoder encoder() {
    return encoder;
  }

  ChunkData newBuffer() {
    return writer.newBuffer();
  }

  void reset(ChunkData cells) {
    writer.reset(cells);
  }

  /**
   * Writes an object. Cells that no row had keep the value they have, or are the fill value.
   *
   * @param filled the cells that rows had
   * @param isWhole whether these are all cells inside the array
   */
  void write(long[] object, ChunkData cells, BitSet filled, boolean isWhole) throws IOException {
    if (!isWhole && oldArray != null && isInside(object, oldArray.objectGrid())) {
      keepOld(oldReader.read(object), cells, filled);
    }
    writer.write(object, cells);
  }

  private static boolean isInside(long[] object, ChunkGrid grid) {
    for (int d = 0; d < object.length; d++) {
      if (object[d] >= grid.chunks(d)) {
        return false;
      }
    }
    return true;
  }

  private static void keepOld(ChunkData old, ChunkData cells, BitSet filled) {
    if (old instanceof ChunkData.Fields fields) {
      for (int i = 0; i < fields.fields().length; i++) {
        keepOld(fields.fields()[i], ((ChunkData.Fields) cells).fields()[i], filled);
      }
      return;
    }
    int from = filled.nextClearBit(0);
    while (from < cells.length()) {
      int end = filled.nextSetBit(from);
      end = end < 0 ? cells.length() : end;
      System.arraycopy(old.array(), from, cells.array(), from, end - from);
      from = filled.nextClearBit(end);
    }
  }

  @Override
  public void close() {
    writer.close();
    if (oldReader != null) {
      oldReader.close();
    }
  }
}
