package io.zarrspark.spark.write;

import java.io.Serializable;
import java.util.List;

/**
 * Coordinates as a task sends them, in ascending order.
 *
 * @param codes null of strings
 * @param texts of strings; null of all others
 */
record FoundCoordinates(SortedLongs codes, byte[][] texts) implements Serializable {

  /** What was found; null if nothing was looked for. */
  static FoundCoordinates of(CoordinateSet set) {
    if (set == null) {
      return null;
    }
    Coordinates sorted = set.sorted();
    return set.isOfTexts()
        ? new FoundCoordinates(null, sorted.texts())
        : new FoundCoordinates(SortedLongs.of(sorted.codes()), null);
  }

  Coordinates coordinates() {
    return texts == null
        ? Coordinates.ofCodes(codes.toArray())
        : Coordinates.ofTexts(List.of(texts));
  }
}
