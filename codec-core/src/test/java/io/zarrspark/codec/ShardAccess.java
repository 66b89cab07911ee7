package io.zarrspark.codec;

import java.util.List;

/** Lets tests of other packages see inside a shard. */
public final class ShardAccess {
  private ShardAccess() {}

  /** The chain of the inner chunks of a {@code sharding_indexed} codec. */
  public static List<Codec> innerCodecs(Codec sharding) {
    return ((ShardingCodec) sharding).inner().codecs();
  }
}
