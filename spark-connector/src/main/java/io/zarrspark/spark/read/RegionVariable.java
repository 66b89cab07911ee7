package io.zarrspark.spark.read;

import io.zarrspark.EncodedObject;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkAxis;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.spark.plan.BlockPlan;
import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.ObjectRead;
import io.zarrspark.spark.schema.CellValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A variable whose grid is not the plan's: other chunks, fewer dimensions, or another order of
 * them. For each object of the plan the blocks that overlap it are fetched, and kept if the next
 * object needs the same ones, as with a variable that lacks the slowest dimension.
 */
final class RegionVariable implements VariableReader {
  private final VariableArray variable;
  private final int[] axes;
  private final BlockPlan tablePlan;
  private IndexRanges[] lastRegion;
  private Region last;

  /**
   * A reader.
   *
   * @param axes the place in the table of each dimension of the variable
   */
  RegionVariable(VariableArray variable, int[] axes, BlockPlan tablePlan) {
    this.variable = variable;
    this.axes = axes;
    this.tablePlan = tablePlan;
  }

  @Override
  public FetchedVariable fetch(ObjectRead read) throws IOException {
    IndexRanges[] region = region(read);
    if (!Arrays.equals(region, lastRegion)) {
      last = fetchRegion(region);
      lastRegion = region;
    }
    return last;
  }

  /** The wanted cells of an object, along the dimensions of the variable. */
  private IndexRanges[] region(ObjectRead read) {
    int[] blocksPerObject = tablePlan.blocksPerObject(read.object());
    int[] first = new int[blocksPerObject.length];
    int[] last = new int[blocksPerObject.length];
    Arrays.fill(first, Integer.MAX_VALUE);
    for (int block : read.blocks()) {
      int[] position = Shapes.coordinates(block, blocksPerObject);
      for (int d = 0; d < position.length; d++) {
        first[d] = Math.min(first[d], position[d]);
        last[d] = Math.max(last[d], position[d]);
      }
    }
    long[] firstBlock = tablePlan.block(read.object(), first);
    long[] lastBlock = tablePlan.block(read.object(), last);
    IndexRanges[] region = new IndexRanges[axes.length];
    for (int i = 0; i < axes.length; i++) {
      int d = axes[i];
      ChunkAxis axis = tablePlan.blockAxis(d);
      region[i] = tablePlan.ranges(d).clip(axis.start(firstBlock[d]), axis.start(lastBlock[d] + 1));
    }
    return region;
  }

  private Region fetchRegion(IndexRanges[] region) throws IOException {
    ZarrArray array = variable.array();
    BlockPlan plan = new BlockPlan(array.objectGrid().axes(), array.blockGrid().axes(), region);
    List<EncodedObject> objects = new ArrayList<>();
    for (long ordinal = 0; ordinal < plan.objectCount(); ordinal++) {
      objects.add(variable.fetch(plan.objectRead(ordinal)));
    }
    return new Region(objects);
  }

  @Override
  public void close() {
    variable.close();
  }

  /** The fetched blocks of a region; each is decoded once. */
  private final class Region implements FetchedVariable {
    private final List<EncodedObject> objects;
    private final ChunkData[][] decoded;

    Region(List<EncodedObject> objects) {
      this.objects = objects;
      this.decoded = new ChunkData[objects.size()][];
    }

    @Override
    public CellValues cells(BlockBox box) {
      ChunkData rows = ChunkData.allocate(variable.array().dataType(), box.cells());
      byte[] absent = null;
      for (int o = 0; o < objects.size(); o++) {
        EncodedObject encoded = objects.get(o);
        if (decoded[o] == null) {
          decoded[o] = new ChunkData[encoded.blocks().length];
        }
        for (int i = 0; i < encoded.blocks().length; i++) {
          AxisRuns[] overlap = overlap(box, encoded, i);
          if (overlap == null) {
            continue;
          }
          if (encoded.isBlockPresent(i)) {
            if (decoded[o][i] == null) {
              decoded[o][i] = variable.decode(encoded, i);
            }
            box.copy(decoded[o][i], overlap, strides(box, encoded), rows);
          } else if (variable.absentIsNull(encoded)) {
            absent = absent == null ? new byte[box.cells()] : absent;
            copyOne(box, new ChunkData.Bytes(new byte[] {1}), overlap, new ChunkData.Bytes(absent));
          } else {
            copyOne(box, variable.absentElements(encoded, 1), overlap, rows);
          }
        }
      }
      return withNulls(variable.values(rows, 0, box.cells()), absent);
    }

    @Override
    public CellValues constant(BlockBox box) {
      CellValues constant = null;
      for (EncodedObject encoded : objects) {
        for (int i = 0; i < encoded.blocks().length; i++) {
          if (overlap(box, encoded, i) == null) {
            continue;
          }
          if (encoded.isBlockPresent(i)) {
            return null;
          }
          CellValues value = variable.absentValue(encoded);
          if (constant != null && !isSame(constant, value)) {
            return null;
          }
          constant = value;
        }
      }
      return constant;
    }

    /** The next object may need the same blocks. */
    @Override
    public void release() {}

    private boolean isSame(CellValues a, CellValues b) {
      return Primitives.isSame(a.values(), a.offset(), b.values(), b.offset())
          && Arrays.equals(a.nulls(), b.nulls());
    }

    /** Copies a single element to all rows of an overlap. */
    private void copyOne(BlockBox box, ChunkData one, AxisRuns[] overlap, ChunkData rows) {
      box.copy(one, overlap, new int[box.shape().length], rows);
    }

    private CellValues withNulls(CellValues cells, byte[] absent) {
      if (absent == null) {
        return cells;
      }
      boolean[] nulls = cells.nulls() == null ? new boolean[absent.length] : cells.nulls();
      for (int i = 0; i < nulls.length; i++) {
        nulls[i] |= absent[i] != 0;
      }
      return cells.withNulls(nulls);
    }

    private int[] strides(BlockBox box, EncodedObject encoded) {
      int[] own = Shapes.strides(variable.array().blockShape(encoded.object()));
      int[] strides = new int[box.shape().length];
      for (int i = 0; i < axes.length; i++) {
        strides[axes[i]] = own[i];
      }
      return strides;
    }

    /** Runs of a block of the variable that lie in a box, by dimension of the table. */
    private AxisRuns[] overlap(BlockBox box, EncodedObject encoded, int i) {
      ZarrArray array = variable.array();
      int[] perObject = array.blocksPerObject(encoded.object());
      long[] block =
          array.block(encoded.object(), Shapes.coordinates(encoded.blocks()[i], perObject));
      AxisRuns[] overlap = new AxisRuns[box.shape().length];
      for (int a = 0; a < axes.length; a++) {
        ChunkAxis axis = array.blockGrid().axis(a);
        int d = axes[a];
        long start = axis.start(block[a]) - box.start()[d];
        overlap[d] = box.runs()[d].within(start, start + axis.extent(block[a]));
        if (overlap[d].size() == 0) {
          return null;
        }
      }
      for (int d = 0; d < overlap.length; d++) {
        if (overlap[d] == null) {
          overlap[d] = AxisRuns.constant(box.shape()[d]);
        }
      }
      return overlap;
    }
  }
}
