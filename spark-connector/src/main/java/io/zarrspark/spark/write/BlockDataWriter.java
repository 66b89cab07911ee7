package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.util.SerializableConfiguration;

/** A task that writes rows of blocks, each of which is a whole stored object. */
final class BlockDataWriter implements DataWriter<InternalRow> {
  /** Makes them. */
  record Factory(Broadcast<WriteTarget> target, Broadcast<SerializableConfiguration> configuration)
      implements DataWriterFactory {
    @Override
    public DataWriter<InternalRow> createWriter(int partition, long task) {
      try {
        WriteTarget shared = target.value();
        return new BlockDataWriter(
            shared, Stores.open(shared.location(), configuration.value().value()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final WriteGrid grid;
  private final GridDimension[] dimensions;
  private final boolean[] hasCoordinates;
  private final VariableWriter[] variables;
  private final ChunkGrid cellGrid;
  private final ChunkData[] cells;
  private final BitSet none = new BitSet();
  private final LongSet written = new LongSet();
  private long rows;

  BlockDataWriter(WriteTarget target, Store store) {
    this.grid = target.grid();
    this.dimensions = grid.dimensions().toArray(new GridDimension[0]);
    this.hasCoordinates = target.blockCoordinates();
    this.cellGrid =
        new ChunkGrid(
            Arrays.stream(dimensions).mapToLong(GridDimension::size).toArray(), grid.objectShape());
    List<VariableWriter> writers = new ArrayList<>();
    for (TargetVariable variable : target.variables()) {
      writers.add(new VariableWriter(store, variable, target.decoding()));
    }
    this.variables = writers.toArray(new VariableWriter[0]);
    this.cells = new ChunkData[variables.length];
    for (int v = 0; v < cells.length; v++) {
      cells[v] = variables[v].newBuffer();
    }
  }

  @Override
  public void write(InternalRow row) throws IOException {
    long[] starts = new long[dimensions.length];
    int[] sizes = new int[dimensions.length];
    int ordinal = readPlace(row, starts, sizes);
    long object = object(starts, sizes);
    if (!written.add(object)) {
      throw ObjectWrite.twice(grid, object);
    }
    long[] position = grid.position(object);
    int[] strides = Shapes.strides(grid.objectShape());
    for (int v = 0; v < variables.length; v++, ordinal++) {
      if (row.isNullAt(ordinal)) {
        throw wrong(variables[v].name() + " is NULL", starts);
      }
      ArrayData values = row.getArray(ordinal);
      if (values.numElements() != Shapes.elements(sizes)) {
        throw wrong(
            variables[v].name()
                + " has "
                + values.numElements()
                + " values for "
                + Shapes.elements(sizes)
                + " cells",
            starts);
      }
      variables[v].reset(cells[v]);
      variables[v].encoder().bind(cells[v]);
      put(values, v, object, sizes, strides);
      variables[v].write(position, cells[v], none, true);
    }
    rows++;
  }

  /** Reads where the block is, and returns the ordinal of the first variable. */
  private int readPlace(InternalRow row, long[] starts, int[] sizes) {
    int ordinal = 0;
    for (int d = 0; d < starts.length; d++) {
      starts[d] = row.getLong(ordinal++);
      sizes[d] = row.getInt(ordinal++);
      if (hasCoordinates[d]) {
        requireSameCoordinates(row.getArray(ordinal++), dimensions[d], starts[d], sizes[d]);
      }
    }
    return ordinal;
  }

  private static void requireSameCoordinates(
      ArrayData coordinates, GridDimension dimension, long start, int size) {
    for (int i = 0; i < Math.min(size, coordinates.numElements()); i++) {
      long index = dimension.index(coordinates, i, dimension.code(coordinates, i));
      if (index != start + i) {
        throw new WriteException(
            "The coordinate "
                + dimension.text(coordinates, i)
                + " of the dimension "
                + dimension.name()
                + " is at index "
                + index
                + ", but the rows have it at "
                + (start + i)
                + ". Write blocks into the grid they were read from, or rows of cells");
      }
    }
  }

  private long object(long[] starts, int[] sizes) {
    long object = 0;
    for (int d = 0; d < starts.length; d++) {
      int extent = grid.objectShape()[d];
      long along = starts[d] / extent;
      boolean isWhole =
          starts[d] >= 0
              && starts[d] % extent == 0
              && along < grid.objects()[d]
              && sizes[d] == cellGrid.extent(d, along);
      if (!isWhole) {
        throw new WriteException(
            "The block that starts at "
                + Arrays.toString(starts)
                + " with the sizes "
                + Arrays.toString(sizes)
                + " is not a whole stored object, which have the shape "
                + Arrays.toString(grid.objectShape())
                + ". Read blocks of that shape with the option blockShape, or write rows of cells");
      }
      object = object * grid.objects()[d] + along;
    }
    return object;
  }

  private WriteException wrong(String problem, long[] starts) {
    return new WriteException(
        "Cannot write the block that starts at " + Arrays.toString(starts) + ": " + problem);
  }

  private void put(ArrayData values, int v, long object, int[] sizes, int[] strides) {
    CellEncoder encoder = variables[v].encoder();
    if (encoder.putBlock(values, cells[v], sizes, strides)) {
      return;
    }
    int[] at = new int[sizes.length];
    int last = sizes.length - 1;
    int value = 0;
    do {
      int element = 0;
      for (int d = 0; d < at.length; d++) {
        element += at[d] * strides[d];
      }
      for (int i = 0; i < sizes[last]; i++, value++, element++) {
        put(encoder, values, value, v, object, element);
      }
      at[last] = sizes[last] - 1;
    } while (Shapes.next(at, sizes));
  }

  private void put(
      CellEncoder encoder, ArrayData values, int value, int v, long object, int element) {
    try {
      if (values.isNullAt(value)) {
        encoder.putNull(element);
      } else {
        encoder.put(values, value, element);
      }
    } catch (ArithmeticException e) {
      throw ObjectDataWriter.cannotWrite(
          values, value, variables[v], grid.cell(object, element), e);
    }
  }

  @Override
  public WriterCommitMessage commit() {
    return new WrittenObjects(SortedLongs.of(written.sorted()), new RowDigest(rows, 0));
  }

  /** Objects stay: they may be those of another attempt, which commits. */
  @Override
  public void abort() {
    // Nothing is open.
  }

  @Override
  public void close() {
    for (VariableWriter variable : variables) {
      variable.close();
    }
  }
}
