package io.zarrspark;

import io.zarrspark.chunk.ChunkAxis;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.codec.CodecPipeline;
import io.zarrspark.codec.CodecRegistry;
import io.zarrspark.metadata.ArrayMetadata;
import io.zarrspark.metadata.InvalidMetadataException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The chains of the chunks of an array. Those of a regular grid have one. In other grids each shape
 * of a chunk has its own, bound when the first such chunk is read; the latest ones are kept, as
 * chunks that follow each other differ little.
 */
final class ChunkPipelines {
  private static final int KEPT = 64;

  private final ArrayMetadata metadata;
  private final CodecPipeline largest;
  private final boolean isRegular;
  private final Map<List<Integer>, CodecPipeline> latest =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Integer>, CodecPipeline> eldest) {
          return size() > KEPT;
        }
      };

  private ChunkPipelines(ArrayMetadata metadata, CodecPipeline largest) {
    this.metadata = metadata;
    this.largest = largest;
    this.isRegular = metadata.grid().isRegular();
  }

  /**
   * Binds the chain of the largest chunk.
   *
   * @throws InvalidMetadataException if it is invalid, or inner chunks do not divide all shards
   */
  static ChunkPipelines bind(ArrayMetadata metadata) {
    CodecPipeline largest = bind(metadata, metadata.grid().largestChunk());
    largest.shardLayout().ifPresent(shards -> requireDivides(shards.blockShape(), metadata.grid()));
    return new ChunkPipelines(metadata, largest);
  }

  private static CodecPipeline bind(ArrayMetadata metadata, int[] shape) {
    return CodecPipeline.bind(
        metadata.codecs(),
        new ChunkRepresentation(metadata.dataType(), shape, FillValue.of(metadata.fillValue())),
        CodecRegistry.standard());
  }

  private static void requireDivides(int[] innerChunk, ChunkGrid grid) {
    for (int d = 0; d < innerChunk.length; d++) {
      ChunkAxis axis = grid.axis(d);
      for (int run = 0; run < axis.runs(); run++) {
        int extent = axis.extent(axis.firstChunk(run));
        if (extent % innerChunk[d] != 0) {
          throw new InvalidMetadataException(
              "inner chunks of "
                  + Arrays.toString(innerChunk)
                  + " do not divide all shards: along dimension "
                  + d
                  + ", one has the extent "
                  + extent
                  + ", which must be a multiple of "
                  + innerChunk[d]);
        }
      }
    }
  }

  /** The chain of the largest chunk, which that of others differs from in shapes only. */
  CodecPipeline largest() {
    return largest;
  }

  /** The chain of a chunk. */
  CodecPipeline of(long[] chunk) {
    return isRegular ? largest : ofShape(metadata.grid().chunkShape(chunk));
  }

  private synchronized CodecPipeline ofShape(int[] shape) {
    return latest.computeIfAbsent(
        Arrays.stream(shape).boxed().toList(), key -> bind(metadata, shape));
  }
}
