package io.zarrspark;

import io.zarrspark.chunk.FillValue;
import io.zarrspark.codec.ByteSlice;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The wanted blocks of one stored object as they were fetched, not yet decoded. Absent blocks are
 * known as such.
 */
public final class EncodedObject {
  private final long[] object;
  private final String key;
  private final int[] blocks;
  private final boolean present;
  private final ByteSlice[] encoded;
  private final FillValue absentValue;
  private final int requests;
  private final long bytes;
  private volatile boolean released;

  EncodedObject(
      long[] object,
      String key,
      int[] blocks,
      boolean present,
      ByteSlice[] encoded,
      FillValue absentValue,
      int requests,
      long bytes) {
    this.object = object;
    this.key = key;
    this.blocks = blocks;
    this.present = present;
    this.encoded = encoded;
    this.absentValue = absentValue;
    this.requests = requests;
    this.bytes = bytes;
  }

  /** Position in the grid of stored objects. */
  public long[] object() {
    return object;
  }

  /** The object's key in the store. */
  public String key() {
    return key;
  }

  /** The fetched blocks: C-order numbers within the object. */
  public int[] blocks() {
    return blocks;
  }

  /** Whether the object exists. */
  public boolean isPresent() {
    return present;
  }

  /** Whether the i-th of {@link #blocks} is stored. */
  public boolean isBlockPresent(int i) {
    return encoded[i] != null;
  }

  /**
   * The value of all elements of the blocks that are not stored: the fill value if the object is
   * absent; in an existing shard what the codecs before the shard make of its own fill value.
   */
  public FillValue absentValue() {
    return absentValue;
  }

  /** Ranges read from the store. */
  public int requests() {
    return requests;
  }

  /** Bytes read from the store. */
  public long bytes() {
    return bytes;
  }

  ByteSlice encoded(int i) {
    if (released) {
      throw new IllegalStateException("the bytes of " + key + " were released");
    }
    return encoded[i];
  }

  /** Parts with the bytes, and tells the arrays that hold them. */
  Set<byte[]> release() {
    Set<byte[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
    if (!released) {
      for (ByteSlice slice : encoded) {
        if (slice != null) {
          arrays.add(slice.array());
        }
      }
    }
    released = true;
    return arrays;
  }
}
