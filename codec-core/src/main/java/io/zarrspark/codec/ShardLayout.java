package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How the inner chunks of a shard are reached one by one. A block is an inner chunk in the terms of
 * the array: codecs before the shard are applied to it as well, and its position and shape are in
 * the array's order of dimensions.
 */
public final class ShardLayout {
  private final ShardingCodec sharding;
  private final CodecPipeline blockPipeline;
  private final int[] blockGrid;
  private final int[] entryStrides;
  private final FillValue absentBlock;

  private ShardLayout(
      ShardingCodec sharding,
      CodecPipeline blockPipeline,
      int[] blockGrid,
      int[] entryStrides,
      FillValue absentBlock) {
    this.sharding = sharding;
    this.blockPipeline = blockPipeline;
    this.blockGrid = blockGrid;
    this.entryStrides = entryStrides;
    this.absentBlock = absentBlock;
  }

  /** The layout, or none if a codec before the shard mixes elements of different inner chunks. */
  static Optional<ShardLayout> of(
      ChunkRepresentation decoded,
      List<CodecConfig> outerConfigs,
      List<ArrayToArrayCodec> outer,
      ShardingCodec sharding,
      CodecRegistry registry) {
    int[] order = IntStream.range(0, decoded.shape().length).toArray();
    for (ArrayToArrayCodec codec : outer) {
      int[] codecOrder = codec.blockwiseOrder();
      if (codecOrder == null) {
        return Optional.empty();
      }
      order = Shapes.permute(order, codecOrder);
    }
    // Dimension i of the shard is dimension order[i] of the array.
    int[] toShard = Shapes.inverse(order);
    int[] blockShape = Shapes.permute(sharding.innerShape(), toShard);
    List<CodecConfig> blockConfigs = new ArrayList<>(outerConfigs);
    blockConfigs.addAll(sharding.innerConfigs());
    CodecPipeline blockPipeline =
        CodecPipeline.bind(blockConfigs, decoded.withShape(blockShape), registry);
    return Optional.of(
        new ShardLayout(
            sharding,
            blockPipeline,
            Shapes.permute(sharding.innerGrid(), toShard),
            Shapes.permute(Shapes.strides(sharding.innerGrid()), toShard),
            absentBlock(sharding.decoded().fillValue(), outer)));
  }

  /** What an absent inner chunk holds: the fill value the shard sees, decoded by what is before. */
  private static FillValue absentBlock(FillValue shardFill, List<ArrayToArrayCodec> outer) {
    if (!shardFill.isKnown()) {
      return shardFill;
    }
    Scalar value = shardFill.scalar();
    for (int i = outer.size() - 1; i >= 0; i--) {
      if (outer.get(i) instanceof ElementwiseCodec elementwise) {
        try {
          value = elementwise.decoder().apply((NumberScalar) value);
        } catch (RuntimeException e) {
          return FillValue.missing("it cannot be decoded again: " + e.getMessage());
        }
      }
    }
    return FillValue.of(value);
  }

  /** Shape of a block. */
  public int[] blockShape() {
    return blockPipeline.decoded().shape();
  }

  /** Blocks of a shard along each dimension. */
  public int[] blockGrid() {
    return blockGrid;
  }

  /** The chain that decodes a block. */
  public CodecPipeline blockPipeline() {
    return blockPipeline;
  }

  /** Value of all elements of an absent block. */
  public FillValue absentBlock() {
    return absentBlock;
  }

  /** The entry of a block in the index of its shard. */
  public int entry(int[] blockInShard) {
    int entry = 0;
    for (int d = 0; d < blockInShard.length; d++) {
      entry += blockInShard[d] * entryStrides[d];
    }
    return entry;
  }

  /**
   * Starts a shard.
   *
   * @param scratch holds its bytes, until the next shard is started with it
   */
  public ShardBuilder start(CodecScratch scratch) {
    return new ShardBuilder(sharding, scratch);
  }

  /** Bytes of the index. */
  public int indexSize() {
    return sharding.indexSize();
  }

  /**
   * First byte of the index.
   *
   * @throws CodingException if a shard of that size has no room for it
   */
  public long indexOffset(long shardSize) {
    return sharding.indexOffset(shardSize);
  }

  /**
   * Decodes the index.
   *
   * @throws CodingException if it is corrupt or points beyond the shard
   */
  public ShardIndex decodeIndex(ByteSlice bytes, long shardSize, CodecScratch scratch) {
    return sharding.decodeIndex(bytes, shardSize, scratch);
  }
}
