package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;

/** A codec from elements to elements. */
public non-sealed interface ArrayToArrayCodec extends Codec {
  /** What it is bound to. */
  ChunkRepresentation decoded();

  /** What the next codec sees: type, shape and fill value of what {@link #encode} returns. */
  ChunkRepresentation encoded();

  ChunkData encode(ChunkData decoded);

  ChunkData decode(ChunkData encoded);

  /**
   * Where dimension {@code i} of the encoded chunk comes from, if the same configuration bound to a
   * part of the chunk does to the part what this does to the whole; null otherwise. Inner chunks of
   * a shard behind such codecs decode alone.
   */
  default int[] blockwiseOrder() {
    return null;
  }
}
