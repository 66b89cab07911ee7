package io.zarrspark.spark.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.spark.sql.vectorized.ColumnVector;

/** One column of the row group that is being collected, and its pages. */
final class ParquetColumn {
  /** Rows of a page. */
  private static final int PAGE_ROWS = 1 << 16;

  /** As Spark's own writer has it by default. */
  private static final int DICTIONARY_BYTES = 1 << 20;

  private static final ByteBufferAllocator HEAP = new HeapByteBufferAllocator();

  private final ColumnDescriptor descriptor;
  private final ColumnKind kind;

  /** Of the rows that are not NULL. */
  private final long[] values;

  /** Of all rows; null as long as none is NULL. */
  private boolean[] nulls;

  private final int[] numbers;
  private final ValueDictionary dictionary;
  private final ByteBuffer plain;
  private int rows;
  private int present;

  ParquetColumn(ColumnDescriptor descriptor, ColumnKind kind, int groupRows) {
    this.descriptor = descriptor;
    this.kind = kind;
    this.values = new long[groupRows];
    this.numbers = new int[groupRows];
    this.dictionary = new ValueDictionary(DICTIONARY_BYTES / kind.bytes);
    this.plain = ByteBuffer.allocate(PAGE_ROWS * kind.bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Bytes that a column of a group holds, per row. */
  static int bytesPerRow() {
    return Long.BYTES + Integer.BYTES + 1;
  }

  /** Appends the rows of a vector. */
  void append(ColumnVector vector, int count) {
    kind.read(vector, count, values, present);
    if (vector.hasNull()) {
      leaveOutNulls(vector, count);
    } else {
      present += count;
    }
    rows += count;
  }

  private void leaveOutNulls(ColumnVector vector, int count) {
    int read = present;
    for (int i = 0; i < count; i++) {
      if (vector.isNullAt(i)) {
        if (nulls == null) {
          nulls = new boolean[values.length];
        }
        nulls[rows + i] = true;
      } else {
        values[present++] = values[read + i];
      }
    }
  }

  /** Writes the rows as a column chunk and begins anew. */
  void write(ParquetFileWriter writer, BytesInputCompressor compressor) throws IOException {
    writer.startColumn(descriptor, rows, compressor.getCodecName());
    boolean isNumbered = dictionary.number(values, present, numbers);
    if (isNumbered) {
      writeDictionary(writer, compressor);
    }
    int from = 0;
    for (int row = 0; row < rows; row += PAGE_ROWS) {
      int end = Math.min(rows, row + PAGE_ROWS);
      int count = end - row;
      BytesInput levels = nulls == null ? allPresent(count) : levels(row, end);
      int missing = 0;
      for (int i = row; nulls != null && i < end; i++) {
        missing += nulls[i] ? 1 : 0;
      }
      int to = from + count - missing;
      BytesInput content =
          BytesInput.concat(levels, isNumbered ? numbers(from, to) : plain(from, to));
      Statistics<?> statistics = Statistics.createStats(descriptor.getPrimitiveType());
      statistics.incrementNumNulls(missing);
      kind.addRange(values, from, to, statistics);
      writer.writeDataPage(
          count,
          Math.toIntExact(content.size()),
          compressor.compress(content),
          statistics,
          count,
          Encoding.RLE,
          Encoding.RLE,
          isNumbered ? Encoding.RLE_DICTIONARY : Encoding.PLAIN);
      from = to;
    }
    writer.endColumn();
    rows = 0;
    present = 0;
    nulls = null;
  }

  private void writeDictionary(ParquetFileWriter writer, BytesInputCompressor compressor)
      throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(dictionary.size() * kind.bytes).order(ByteOrder.LITTLE_ENDIAN);
    kind.writePlain(dictionary.values(), 0, dictionary.size(), bytes);
    writer.writeDictionaryPage(
        new DictionaryPage(
            compressor.compress(BytesInput.from(bytes.array())),
            bytes.capacity(),
            dictionary.size(),
            Encoding.PLAIN));
  }

  /** Definition levels, their length before them, of rows of which none is NULL: one run. */
  private static BytesInput allPresent(int count) {
    BytesInput run =
        BytesInput.concat(
            BytesInput.fromUnsignedVarInt(count << 1), BytesInput.from(new byte[] {1}));
    return BytesInput.concat(BytesInput.fromInt((int) run.size()), run);
  }

  private BytesInput levels(int from, int end) throws IOException {
    RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(1, 1024, PAGE_ROWS, HEAP);
    for (int i = from; i < end; i++) {
      encoder.writeInt(nulls[i] ? 0 : 1);
    }
    BytesInput runs = encoder.toBytes();
    return BytesInput.concat(BytesInput.fromInt((int) runs.size()), runs);
  }

  private BytesInput numbers(int from, int end) throws IOException {
    int bits = dictionary.bits();
    RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(bits, 1024, PAGE_ROWS * Integer.BYTES, HEAP);
    for (int i = from; i < end; i++) {
      encoder.writeInt(numbers[i]);
    }
    return BytesInput.concat(BytesInput.from(new byte[] {(byte) bits}), encoder.toBytes());
  }

  private BytesInput plain(int from, int end) {
    plain.clear();
    kind.writePlain(values, from, end, plain);
    return BytesInput.from(plain.array(), 0, plain.position());
  }
}
