package io.zarrspark.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.type.NumberType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Boxes between arrays of any layout, compared with a copy element by element. */
class StridedCopyTest {

  @Property(tries = 4000, seed = "20261143")
  void copiesWhatTheNaiveLoopCopies(@ForAll NumberType type, @ForAll long seed) {
    Random random = new Random(seed);
    int[] shape = new int[random.nextInt(5)];
    Arrays.setAll(shape, d -> random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(5));
    Layout from = Layout.around(shape, random);
    Layout to = Layout.around(shape, random);
    ChunkData source = ChunkData.allocate(type, from.length);
    for (int i = 0; i < source.length(); i++) {
      source.setStored(i, type.extend(random.nextLong() & type.mask()));
    }
    ChunkData target = ChunkData.allocate(type, to.length);
    ChunkData expected = ChunkData.allocate(type, to.length);
    if (!Shapes.isEmpty(shape)) {
      int[] position = new int[shape.length];
      do {
        expected.setStored(to.at(position), source.stored(from.at(position)));
      } while (Shapes.next(position, shape));
    }
    StridedCopy.copy(source, from.offset, from.strides, target, to.offset, to.strides, shape);
    for (int i = 0; i < target.length(); i++) {
      assertThat(target.stored(i)).as("element %d, seed %d", i, seed).isEqualTo(expected.stored(i));
    }
  }

  /** A box somewhere in a larger array whose dimensions lie in memory in some order. */
  private record Layout(int length, int offset, int[] strides) {
    static Layout around(int[] shape, Random random) {
      int rank = shape.length;
      List<Integer> order = IntStream.range(0, rank).boxed().toList();
      List<Integer> shuffled = new java.util.ArrayList<>(order);
      if (random.nextBoolean()) {
        Collections.shuffle(shuffled, random);
      }
      int[] strides = new int[rank];
      int stride = 1;
      int offset = 0;
      for (int i = rank - 1; i >= 0; i--) {
        int d = shuffled.get(i);
        int before = random.nextInt(3) == 0 ? random.nextInt(3) : 0;
        int after = random.nextInt(3) == 0 ? random.nextInt(3) : 0;
        strides[d] = stride;
        offset += before * stride;
        stride *= Math.max(1, before + shape[d] + after);
      }
      return new Layout(stride, offset, strides);
    }

    int at(int[] position) {
      int at = offset;
      for (int d = 0; d < position.length; d++) {
        at += position[d] * strides[d];
      }
      return at;
    }
  }

  @Test
  void differentPrimitivesAreRefused() {
    assertThatThrownBy(
            () ->
                StridedCopy.copy(
                    ChunkData.allocate(NumberType.INT8, 1),
                    0,
                    new int[] {1},
                    ChunkData.allocate(NumberType.INT16, 1),
                    0,
                    new int[] {1},
                    new int[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Bytes are copied to Shorts");
  }
}
