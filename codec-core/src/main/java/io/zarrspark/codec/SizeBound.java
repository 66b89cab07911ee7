package io.zarrspark.codec;

/**
 * How many bytes there are at one place of a codec chain: exactly so many, at most so many, or any
 * number. Decoders allocate by it, never by a length they find in the data alone.
 */
public record SizeBound(long max, boolean exact) {
  /** The largest byte array of common virtual machines. */
  static final long MAX_ARRAY = Integer.MAX_VALUE - 8;

  public static SizeBound exactly(long bytes) {
    return new SizeBound(bytes, true);
  }

  public static SizeBound atMost(long bytes) {
    return new SizeBound(bytes, false);
  }

  public static SizeBound unbounded() {
    return new SizeBound(MAX_ARRAY, false);
  }

  /** Whether a number of bytes is possible here. */
  public boolean allows(long bytes) {
    return exact ? bytes == max : bytes <= max;
  }

  /** These bytes and some more, as a checksum adds them. */
  public SizeBound plus(int bytes) {
    return new SizeBound(max + bytes, exact);
  }

  /** The exact size as the length of an array. */
  public int exactLength() {
    if (!exact || max > MAX_ARRAY) {
      throw new CodingException("a chunk of " + max + " bytes does not fit in a Java array");
    }
    return (int) max;
  }

  @Override
  public String toString() {
    return exact ? "exactly " + max + " bytes" : "at most " + max + " bytes";
  }
}
