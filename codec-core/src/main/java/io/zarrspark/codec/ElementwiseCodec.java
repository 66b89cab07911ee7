package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.kernel.Elementwise;
import java.util.stream.IntStream;

/**
 * An array -> array codec that computes each element alone; chains fuse neighbours of this kind.
 */
record ElementwiseCodec(
    String name,
    ChunkRepresentation decoded,
    ChunkRepresentation encoded,
    Elementwise encoder,
    Elementwise decoder)
    implements ArrayToArrayCodec {

  ElementwiseCodec(
      String name,
      ChunkRepresentation decoded,
      FillValue encodedFill,
      Elementwise encoder,
      Elementwise decoder) {
    this(
        name,
        decoded,
        new ChunkRepresentation(encoder.to(), decoded.shape(), encodedFill),
        encoder,
        decoder);
  }

  /** That one wraps what is out of range instead of refusing it. */
  @Override
  public boolean isDecodeOnly() {
    return name.equals(FixedScaleOffsetCodec.NAME);
  }

  @Override
  public ChunkData encode(ChunkData elements) {
    return encoder.apply(elements);
  }

  @Override
  public ChunkData decode(ChunkData elements) {
    return decoder.apply(elements);
  }

  @Override
  public int[] blockwiseOrder() {
    return IntStream.range(0, decoded.shape().length).toArray();
  }
}
