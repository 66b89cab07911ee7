package io.zarrspark.spark.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.BlockReader;
import io.zarrspark.EncodedObject;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.spark.io.MissingChunks;
import io.zarrspark.spark.plan.ObjectRead;
import io.zarrspark.spark.schema.CellDecoding;
import io.zarrspark.spark.schema.CellValues;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.IOException;

/** A variable's array on an executor: opened, bound and counted once per partition. */
final class VariableArray implements AutoCloseable {
  private final ZarrArray array;
  private final CellDecoding decoding;
  private final MissingChunks missingChunks;
  private final ReadCounts counts;
  private final BlockReader reader;

  VariableArray(Store store, ReadColumn.Variable column, ReadTask task, ReadCounts counts) {
    JsonNode document;
    try {
      document = Json.parse(column.document());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("metadata written by the driver is not JSON", e);
    }
    this.array = ZarrArray.of(store, column.path(), document);
    this.decoding = CellDecoding.of(array, document, task.decoding());
    this.missingChunks = task.missingChunks();
    this.counts = counts;
    this.reader = new BlockReader(array);
  }

  ZarrArray array() {
    return array;
  }

  /** The values of elements {@code [offset, offset + length)}. */
  CellValues values(ChunkData elements, int offset, int length) {
    try {
      return decoding.decode(elements, offset, length);
    } catch (ArithmeticException e) {
      throw new ChunkException("Cannot read " + array.location() + ": " + e.getMessage(), e);
    }
  }

  EncodedObject fetch(ObjectRead read) throws IOException {
    long start = System.nanoTime();
    EncodedObject encoded = reader.fetch(read.object(), read.blocks());
    counts.fetched(encoded, System.nanoTime() - start);
    return encoded;
  }

  /** Says that nothing of an object will be decoded any more. */
  void release(EncodedObject encoded) {
    reader.release(encoded);
  }

  /** Decodes a block that is present, to elements that stay. */
  ChunkData decode(EncodedObject encoded, int i) {
    long start = System.nanoTime();
    return counted(reader.decode(encoded, i), start);
  }

  /** Decodes a block that is present, to elements that the next call overwrites. */
  ChunkData decodeReusing(EncodedObject encoded, int i) {
    long start = System.nanoTime();
    return counted(reader.decodeReusing(encoded, i), start);
  }

  private ChunkData counted(ChunkData elements, long start) {
    counts.decoded(elements.length(), System.nanoTime() - start);
    return elements;
  }

  /** Whether the cells of an absent block are NULL. */
  boolean absentIsNull(EncodedObject encoded) {
    counts.absent();
    requireAllowed(encoded);
    return missingChunks == MissingChunks.NULL;
  }

  private void requireAllowed(EncodedObject encoded) {
    if (missingChunks == MissingChunks.ERROR) {
      throw new ChunkException(
          (encoded.isPresent() ? "An inner chunk of chunk " : "Chunk ")
              + encoded.key()
              + " of "
              + array.location()
              + " is not stored. Set the option missingChunks to fill or null to read it as fill"
              + " values or NULL",
          null);
    }
  }

  /** The value of the cells of an absent block, as a single row. */
  CellValues absentValue(EncodedObject encoded) {
    requireAllowed(encoded);
    if (missingChunks == MissingChunks.NULL) {
      ChunkData zero = ChunkData.allocate(array.dataType(), 1);
      return values(zero, 0, 1).withNulls(new boolean[] {true});
    }
    return values(absentElements(encoded, 1), 0, 1);
  }

  /** Elements of an absent block that count as fill values. */
  ChunkData absentElements(EncodedObject encoded, int length) {
    return reader.absentElements(encoded, length);
  }

  @Override
  public void close() {
    reader.close();
  }
}
