package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.codec.ChunkException;
import io.zarrspark.metadata.ArrayTemplate;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that read the same chunks together. */
@Timeout(60)
class BlockExchangeTest {
  private static final int CHUNKS = 64;
  private static final int[] SHAPE = {CHUNKS / 8 * 2, 8 * 4};

  private final MemoryStore store = new MemoryStore();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() throws InterruptedException {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  /** 8 x 8 chunks of 2 x 4 cells, each its own number, but for one absent chunk. */
  private ZarrArray array() throws IOException {
    ZarrArray array =
        ZarrArray.create(
            store,
            "a",
            ArrayTemplate.of(NumberType.INT32, SHAPE[0], SHAPE[1]).withChunks(2, 4).toMetadata());
    try (ObjectWriter writer = ObjectWriter.of(array)) {
      for (int chunk = 1; chunk < CHUNKS; chunk++) {
        ChunkData cells = writer.newBuffer();
        for (int i = 0; i < cells.length(); i++) {
          cells.setStored(i, value(chunk / 8 * 2 + i / 4, chunk % 8 * 4 + i % 4));
        }
        writer.write(new long[] {chunk / 8, chunk % 8}, cells);
      }
    }
    return array;
  }

  private static int value(int row, int column) {
    return row / 2 == 0 && column / 4 == 0 ? 0 : 1 + row * SHAPE[1] + column;
  }

  /** A box of the array, and something to do at each part that arrives. */
  private static final class Box implements BlockSink {
    final long[] start;
    final long[] extent;
    final ChunkData cells;
    final Runnable atEach;

    Box(long[] start, long[] extent, Runnable atEach) {
      this.start = start;
      this.extent = extent;
      this.cells = ChunkData.allocate(NumberType.INT32, (int) (extent[0] * extent[1]));
      cells.fill(-1L);
      this.atEach = atEach;
    }

    static Box all(Runnable atEach) {
      return new Box(new long[] {0, 0}, new long[] {SHAPE[0], SHAPE[1]}, atEach);
    }

    /** Blocks decoded by this thread. */
    long read(ZarrArray array) throws IOException {
      try (BoxReader reader = new BoxReader(array)) {
        reader.readTogether(start, extent, this, "test");
        return reader.decodedBlocks();
      }
    }

    @Override
    public void stored(long[] at, int[] size, ChunkData block, int[] blockShape, int offset) {
      atEach.run();
      put(at, size, block, offset, Shapes.strides(blockShape));
    }

    @Override
    public void absent(long[] at, long[] size, FillValue value) {
      int[] shape = {(int) size[0], (int) size[1]};
      put(
          at,
          shape,
          ChunkData.filled(value.scalar(), Shapes.elements(shape)),
          0,
          Shapes.strides(shape));
    }

    private void put(long[] at, int[] size, ChunkData from, int offset, int[] strides) {
      int target = (int) ((at[0] - start[0]) * extent[1] + at[1] - start[1]);
      StridedCopy.copy(from, offset, strides, cells, target, new int[] {(int) extent[1], 1}, size);
    }

    void check() {
      for (int i = 0; i < cells.length(); i++) {
        int row = (int) (start[0] + i / extent[1]);
        int column = (int) (start[1] + i % extent[1]);
        assertThat(cells.stored(i)).as("%d, %d", row, column).isEqualTo(value(row, column));
      }
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @RepeatedTest(20)
  void readersOfOneSpeedDecodeEachChunkOnce() throws Exception {
    ZarrArray array = array();
    CyclicBarrier barrier = new CyclicBarrier(2);
    Box first = Box.all(() -> meet(barrier));
    Box second = Box.all(() -> meet(barrier));
    Future<Long> one = threads.submit(() -> first.read(array));
    Future<Long> other = threads.submit(() -> second.read(array));
    assertThat(one.get() + other.get()).isEqualTo(CHUNKS - 1);
    first.check();
    second.check();
  }

  @Test
  void nobodyWaitsForASlowerReader() throws Exception {
    ZarrArray array = array();
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch fastIsDone = new CountDownLatch(1);
    Box slow =
        Box.all(
            () -> {
              started.countDown();
              await(fastIsDone);
            });
    Future<Long> slowRead = threads.submit(() -> slow.read(array));
    started.await();
    Box fast = Box.all(() -> {});
    fast.read(array);
    fastIsDone.countDown();
    fast.check();
    // A chunk or two were kept for it, the others it has decoded again.
    assertThat(slowRead.get()).isBetween(CHUNKS - 4L, CHUNKS - 1L);
    slow.check();
  }

  @RepeatedTest(50)
  void boxesOfAnyPlaceAndSpeedHaveTheirCells(org.junit.jupiter.api.RepetitionInfo repetition)
      throws Exception {
    ZarrArray array = array();
    Random random = new Random(repetition.getCurrentRepetition());
    List<Box> boxes = new ArrayList<>();
    List<Future<Long>> reads = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      long[] start = {random.nextInt(SHAPE[0]), random.nextInt(SHAPE[1])};
      long[] extent = {
        1 + random.nextInt(SHAPE[0] - (int) start[0]), 1 + random.nextInt(SHAPE[1] - (int) start[1])
      };
      int yields = random.nextInt(3);
      Box box =
          new Box(
              start,
              extent,
              () -> {
                for (int y = 0; y < yields; y++) {
                  Thread.yield();
                }
              });
      boxes.add(box);
      reads.add(threads.submit(() -> box.read(array)));
    }
    for (Future<Long> read : reads) {
      read.get();
    }
    boxes.forEach(Box::check);
  }

  @RepeatedTest(10)
  void aChunkThatCannotBeDecodedFailsAllThatNeedIt() throws Exception {
    ZarrArray array = array();
    store.objects.put("a/c/5/5", new byte[3]);
    List<Future<Long>> reads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      reads.add(threads.submit(() -> Box.all(() -> {}).read(array)));
    }
    Box elsewhere = new Box(new long[] {0, 0}, new long[] {10, SHAPE[1]}, Thread::yield);
    Future<Long> other = threads.submit(() -> elsewhere.read(array));
    for (Future<Long> read : reads) {
      assertThatThrownBy(read::get)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(ChunkException.class)
          .hasMessageContaining("chunk c/5/5 of memory:a");
    }
    other.get();
    elsewhere.check();
  }

  @Test
  void whoWaitsForAChunkCanBeInterrupted() throws Exception {
    ZarrArray array = array();
    CountDownLatch taken = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    // Of a box of one chunk, the other has nothing else to decode meanwhile.
    try (BlockExchange.Member holder = BlockExchange.join("test", List.of(9L))) {
      BlockExchange.Slot slot = holder.take();
      Box one = new Box(new long[] {2, 4}, new long[] {2, 4}, () -> {});
      Future<?> waiting =
          threads.submit(
              () -> {
                taken.countDown();
                assertThatThrownBy(() -> one.read(array))
                    .isInstanceOf(InterruptedIOException.class);
                goOn.countDown();
                return null;
              });
      taken.await();
      assertThatThrownBy(() -> waiting.get(200, TimeUnit.MILLISECONDS))
          .isInstanceOf(java.util.concurrent.TimeoutException.class);
      waiting.cancel(true);
      goOn.await();
      holder.finish(slot);
    }
    Box again = Box.all(() -> {});
    assertThat(again.read(array)).isEqualTo(CHUNKS - 1);
    again.check();
  }

  @Test
  void shardsAreNotReadTogether() throws IOException {
    ZarrArray array =
        ZarrArray.create(
            store,
            "s",
            ArrayTemplate.of(NumberType.INT32, 4, 4)
                .withShards(new int[] {4, 4}, new int[] {2, 2})
                .toMetadata());
    Box box = new Box(new long[] {0, 0}, new long[] {4, 4}, () -> {});
    assertThatThrownBy(() -> box.read(array)).isInstanceOf(IllegalStateException.class);
  }
}
