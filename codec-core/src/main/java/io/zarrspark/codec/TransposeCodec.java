package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import java.util.Arrays;

/**
 * {@code transpose} of the Zarr v3 core: dimension {@code i} of the encoded chunk is dimension
 * {@code order[i]} of the decoded one.
 *
 * <pre>{"name": "transpose", "configuration": {"order": [1, 0]}}</pre>
 */
record TransposeCodec(ChunkRepresentation decoded, int[] order) implements ArrayToArrayCodec {
  static final String NAME = "transpose";

  static ArrayToArrayCodec bind(CodecConfig config, ChunkRepresentation decoded) {
    Members members = config.members();
    int rank = decoded.shape().length;
    long[] order = members.requiredIntegers("order", 0, Math.max(0, rank - 1));
    members.done();
    if (order.length != rank || Arrays.stream(order).distinct().count() != rank) {
      throw new InvalidMetadataException(
          NAME
              + ": order is "
              + Arrays.toString(order)
              + " but must be a permutation of the "
              + rank
              + " dimensions");
    }
    return new TransposeCodec(decoded, Arrays.stream(order).mapToInt(Math::toIntExact).toArray());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ChunkRepresentation encoded() {
    return decoded.withShape(Shapes.permute(decoded.shape(), order));
  }

  @Override
  public ChunkData encode(ChunkData elements) {
    int[] encodedShape = Shapes.permute(decoded.shape(), order);
    ChunkData target = ChunkData.allocate(decoded.dataType(), elements.length());
    StridedCopy.copy(
        elements,
        0,
        Shapes.permute(Shapes.strides(decoded.shape()), order),
        target,
        0,
        Shapes.strides(encodedShape),
        encodedShape);
    return target;
  }

  @Override
  public ChunkData decode(ChunkData elements) {
    int[] encodedStrides = Shapes.strides(Shapes.permute(decoded.shape(), order));
    ChunkData target = ChunkData.allocate(decoded.dataType(), elements.length());
    StridedCopy.copy(
        elements,
        0,
        Shapes.permute(encodedStrides, Shapes.inverse(order)),
        target,
        0,
        Shapes.strides(decoded.shape()),
        decoded.shape());
    return target;
  }

  @Override
  public int[] blockwiseOrder() {
    return order;
  }
}
