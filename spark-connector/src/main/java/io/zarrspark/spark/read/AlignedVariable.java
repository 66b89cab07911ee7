package io.zarrspark.spark.read;

import io.zarrspark.EncodedObject;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.plan.ObjectRead;
import io.zarrspark.spark.schema.CellValues;
import io.zarrspark.type.Scalar;
import java.io.IOException;
import java.util.Arrays;

/**
 * A variable whose grid is the plan's: a block of the plan is a block of the variable. Where the
 * wanted cells lie densely in it, they are not copied.
 */
final class AlignedVariable implements VariableReader {
  private final VariableArray variable;
  private CellValues filled;
  private Scalar filledWith;

  AlignedVariable(VariableArray variable) {
    this.variable = variable;
  }

  @Override
  public FetchedVariable fetch(ObjectRead read) throws IOException {
    EncodedObject encoded = variable.fetch(read);
    int[] blockShape = variable.array().blockShape(read.object());
    return new FetchedVariable() {
      @Override
      public CellValues cells(BlockBox box) {
        return AlignedVariable.this.cells(encoded, blockShape, box);
      }

      @Override
      public CellValues constant(BlockBox box) {
        return encoded.isBlockPresent(box.number()) ? null : variable.absentValue(encoded);
      }

      @Override
      public void release() {
        variable.release(encoded);
      }
    };
  }

  private CellValues cells(EncodedObject encoded, int[] blockShape, BlockBox box) {
    int i = box.number();
    if (!encoded.isBlockPresent(i)) {
      return absent(encoded, box);
    }
    ChunkData elements = variable.decodeReusing(encoded, i);
    int offset = box.offsetIfDense(blockShape);
    if (offset < 0) {
      ChunkData rows = ChunkData.allocate(variable.array().dataType(), box.cells());
      box.copy(elements, box.runs(), Shapes.strides(blockShape), rows);
      elements = rows;
      offset = 0;
    }
    return variable.values(elements, offset, box.cells());
  }

  /** The values of absent blocks are made once and serve all that follow. */
  private CellValues absent(EncodedObject encoded, BlockBox box) {
    if (variable.absentIsNull(encoded)) {
      return nulls(box.cells());
    }
    if (filled == null
        || !encoded.absentValue().isKnown()
        || !encoded.absentValue().scalar().equals(filledWith)
        || filled.values().length() < box.cells()) {
      filled = variable.values(variable.absentElements(encoded, box.cells()), 0, box.cells());
      filledWith = encoded.absentValue().scalar();
    }
    return filled;
  }

  private CellValues nulls(int cells) {
    if (filled == null || filled.values().length() < cells) {
      boolean[] nulls = new boolean[cells];
      Arrays.fill(nulls, true);
      ChunkData zeros = ChunkData.allocate(variable.array().dataType(), cells);
      filled = variable.values(zeros, 0, cells).withNulls(nulls);
    }
    return filled;
  }

  @Override
  public void close() {
    variable.close();
  }
}
