package io.zarrspark.spark.write;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.util.SerializableConfiguration;

/**
 * A task that writes objects: each row's values are put into the open object by index, and an
 * object is encoded and put as a whole when rows of another one come.
 *
 * <p>A failed attempt leaves the objects it has put: the next attempt puts the same ones.
 */
final class ObjectDataWriter implements DataWriter<InternalRow> {
  /** Makes them. */
  record Factory(Broadcast<WriteTarget> target, Broadcast<SerializableConfiguration> configuration)
      implements DataWriterFactory {
    @Override
    public DataWriter<InternalRow> createWriter(int partition, long task) {
      try {
        WriteTarget shared = target.value();
        return new ObjectDataWriter(
            shared, Stores.open(shared.location(), configuration.value().value()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final WriteGrid grid;
  private final int openObjects;
  private final GridDimension[] dimensions;
  private final VariableWriter[] variables;
  private final int[] objectShape;
  private final int objectSize;
  private final ChunkGrid cellGrid;
  private final Deque<OpenObject> open = new ArrayDeque<>();
  private final Deque<OpenObject> free = new ArrayDeque<>();
  private final LongSet closed = new LongSet();
  private OpenObject current;
  private long rows;
  private long checksum;

  ObjectDataWriter(WriteTarget target, Store store) {
    this.grid = target.grid();
    this.openObjects = target.openObjects();
    this.dimensions = grid.dimensions().toArray(new GridDimension[0]);
    this.objectShape = grid.objectShape();
    this.objectSize = Shapes.elements(objectShape);
    this.cellGrid =
        new ChunkGrid(
            Arrays.stream(dimensions).mapToLong(GridDimension::size).toArray(), objectShape);
    List<VariableWriter> writers = new ArrayList<>();
    for (TargetVariable variable : target.variables()) {
      writers.add(new VariableWriter(store, variable, target.decoding()));
    }
    this.variables = writers.toArray(new VariableWriter[0]);
  }

  @Override
  public void write(InternalRow row) throws IOException {
    long object = 0;
    int element = 0;
    long sum = 0;
    for (int d = 0; d < dimensions.length; d++) {
      long code = dimensions[d].code(row, d);
      sum = RowDigest.next(sum, code);
      long index = dimensions[d].index(row, d, code);
      long along = index / objectShape[d];
      object = object * grid.objects()[d] + along;
      element = element * objectShape[d] + (int) (index - along * objectShape[d]);
    }
    rows++;
    checksum += sum;
    if (current == null || current.number != object) {
      open(object);
    }
    if (current.filled.get(element)) {
      throw new WriteException(
          "Two rows have the cell "
              + grid.cell(object, element)
              + ". Leave one of them out, or aggregate them");
    }
    current.filled.set(element);
    current.count++;
    for (int v = 0; v < variables.length; v++) {
      put(row, v, object, element);
    }
  }

  private void put(InternalRow row, int v, long object, int element) {
    int ordinal = dimensions.length + v;
    try {
      if (row.isNullAt(ordinal)) {
        variables[v].encoder().putNull(element);
      } else {
        variables[v].encoder().put(row, ordinal, element);
      }
    } catch (ArithmeticException e) {
      throw cannotWrite(row, ordinal, variables[v], grid.cell(object, element), e);
    }
  }

  static WriteException cannotWrite(
      SpecializedGetters row,
      int ordinal,
      VariableWriter variable,
      String cell,
      ArithmeticException why) {
    return new WriteException(
        "Cannot write "
            + (row.isNullAt(ordinal) ? "NULL" : row.get(ordinal, variable.sparkType()))
            + " into "
            + variable.name()
            + " at "
            + cell
            + ": "
            + why.getMessage(),
        why);
  }

  private void open(long object) throws IOException {
    current = null;
    for (OpenObject candidate : open) {
      if (candidate.number == object) {
        current = candidate;
      }
    }
    if (current == null) {
      if (closed.contains(object)) {
        throw ObjectWrite.notClustered(grid, object);
      }
      if (open.size() == openObjects) {
        finish(open.removeFirst());
      }
      current = free.isEmpty() ? newObject() : free.removeFirst();
      current.start(object);
      open.addLast(current);
    }
    for (int v = 0; v < variables.length; v++) {
      variables[v].encoder().bind(current.cells[v]);
    }
  }

  private OpenObject newObject() {
    ChunkData[] cells = new ChunkData[variables.length];
    for (int v = 0; v < cells.length; v++) {
      cells[v] = variables[v].newBuffer();
    }
    return new OpenObject(cells, objectSize);
  }

  private void finish(OpenObject object) throws IOException {
    long[] position = grid.position(object.number);
    boolean isWhole = object.count == Shapes.elements(cellGrid.extent(position));
    for (int v = 0; v < variables.length; v++) {
      variables[v].write(position, object.cells[v], object.filled, isWhole);
      variables[v].reset(object.cells[v]);
    }
    closed.add(object.number);
    free.addLast(object);
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    while (!open.isEmpty()) {
      finish(open.removeFirst());
    }
    return new WrittenObjects(SortedLongs.of(closed.sorted()), new RowDigest(rows, checksum));
  }

  /** Objects stay: they may be those of another attempt, which commits. */
  @Override
  public void abort() {
    open.clear();
    current = null;
  }

  @Override
  public void close() {
    for (VariableWriter variable : variables) {
      variable.close();
    }
  }
}
