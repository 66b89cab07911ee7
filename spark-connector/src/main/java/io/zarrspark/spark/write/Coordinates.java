package io.zarrspark.spark.write;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Coordinates of a dimension.
 *
 * @param codes see {@link CoordinateType}
 * @param texts of strings, the strings themselves as UTF-8, whose codes need not differ; null of
 *     all others
 */
record Coordinates(long[] codes, byte[][] texts) implements Serializable {

  static Coordinates ofCodes(long... codes) {
    return new Coordinates(codes, null);
  }

  static Coordinates ofTexts(List<byte[]> texts) {
    long[] codes = new long[texts.size()];
    Arrays.setAll(codes, i -> CoordinateType.ofText(UTF8String.fromBytes(texts.get(i))));
    return new Coordinates(codes, texts.toArray(new byte[0][]));
  }

  int size() {
    return codes.length;
  }
}
