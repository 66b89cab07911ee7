package io.zarrspark;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.CodecPipeline;
import io.zarrspark.codec.CodecRegistry;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.codec.CodingException;
import java.util.Arrays;

/**
 * Chunks at the upper edge of Zarr v2 arrays that were written without their part outside the
 * array. The specification wants chunks of one shape; some writers made these all the same. They
 * decode as chunks of the shape that is left, and only of exactly that: a chunk that lost its end
 * is an error.
 */
final class ShortChunks {
  private final ZarrArray array;
  private int[] shape;
  private CodecPipeline pipeline;

  ShortChunks(ZarrArray array) {
    this.array = array;
  }

  /** Whether an object of that many bytes may be a chunk cut to an extent. */
  boolean allow(int[] extent, long bytes) {
    return isPossible(extent) && pipeline(extent).encodedSize().allows(bytes);
  }

  /**
   * Decodes a chunk that was cut to an extent.
   *
   * @return elements of a chunk of the full shape; null if these are no bytes of a chunk so cut
   */
  ChunkData decode(ByteSlice encoded, int[] extent, CodecScratch scratch) {
    if (!isPossible(extent)) {
      return null;
    }
    ChunkData elements;
    try {
      elements = pipeline(extent).decode(encoded, null, scratch);
    } catch (CodingException e) {
      return null;
    }
    int[] full = array.blockShape();
    ChunkData padded = ChunkData.allocate(array.dataType(), Shapes.elements(full));
    StridedCopy.copy(elements, 0, Shapes.strides(extent), padded, 0, Shapes.strides(full), extent);
    return padded;
  }

  private boolean isPossible(int[] extent) {
    return array.mayHaveShortChunks()
        && !Arrays.equals(extent, array.blockShape())
        && !Shapes.isEmpty(extent);
  }

  private synchronized CodecPipeline pipeline(int[] extent) {
    if (!Arrays.equals(extent, shape)) {
      pipeline =
          CodecPipeline.bind(
              array.metadata().codecs(),
              array.pipeline().decoded().withShape(extent),
              CodecRegistry.standard());
      shape = extent.clone();
    }
    return pipeline;
  }
}
