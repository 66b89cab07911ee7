package io.zarrspark.spark.write;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.unsafe.types.UTF8String;

/** The distinct coordinates of one dimension column. */
final class CoordinateSet {
  private final LongSet codes;
  private final Set<UTF8String> texts;

  CoordinateSet(CoordinateType type) {
    this.codes = type.isText() ? null : new LongSet();
    this.texts = type.isText() ? new HashSet<>() : null;
  }

  boolean isOfTexts() {
    return texts != null;
  }

  /** Adds a coordinate that is no string; false if it was there. */
  boolean add(long code) {
    return codes.add(code);
  }

  /** Adds a string, which may lie in the memory of a row; false if it was there. */
  boolean add(UTF8String text) {
    return !texts.contains(text) && texts.add(text.clone());
  }

  void addAll(Coordinates coordinates) {
    if (isOfTexts()) {
      for (byte[] text : coordinates.texts()) {
        texts.add(UTF8String.fromBytes(text));
      }
    } else {
      for (long code : coordinates.codes()) {
        codes.add(code);
      }
    }
  }

  int size() {
    return isOfTexts() ? texts.size() : codes.size();
  }

  /** The coordinates in ascending order; strings in that of their bytes, as Spark sorts them. */
  Coordinates sorted() {
    if (!isOfTexts()) {
      return Coordinates.ofCodes(codes.sorted());
    }
    List<byte[]> sorted =
        texts.stream().map(UTF8String::getBytes).sorted(Arrays::compareUnsigned).toList();
    return Coordinates.ofTexts(sorted);
  }
}
