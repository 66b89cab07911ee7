package io.zarrspark.spark.write;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How the coordinates of rows make a stored dimension longer: at its end only. */
final class Growth {
  private Growth() {}

  /**
   * The dimension with the coordinates of rows in it; the same one if it has them all.
   *
   * @param rows the rows' coordinates, ascending
   */
  static GridDimension grown(GridDimension stored, Coordinates rows) {
    if (rows.texts() != null) {
      return grownByTexts(stored, rows);
    }
    long[] found = rows.codes();
    if (!stored.hasCoordinates()) {
      long last = found.length == 0 ? -1 : found[found.length - 1];
      return last < stored.size()
          ? stored
          : GridDimension.ofIndices(stored.name(), stored.type(), last + 1);
    }
    LongSet known = new LongSet();
    long[] codes = stored.coordinates().codes();
    for (long code : codes) {
      known.add(code);
    }
    long[] more = Arrays.stream(found).filter(code -> !known.contains(code)).toArray();
    if (more.length == 0) {
      return stored;
    }
    if (isDescending(codes)) {
      reverse(more);
      requireBeyond(stored, more[0], more[0] < codes[codes.length - 1]);
    } else if (codes.length > 0) {
      requireBeyond(stored, more[0], more[0] > Arrays.stream(codes).max().getAsLong());
    }
    long[] all = Arrays.copyOf(codes, codes.length + more.length);
    System.arraycopy(more, 0, all, codes.length, more.length);
    return GridDimension.of(stored.name(), stored.type(), Coordinates.ofCodes(all));
  }

  /** Names have no order that an array would keep: new ones come last, sorted among themselves. */
  private static GridDimension grownByTexts(GridDimension stored, Coordinates rows) {
    List<byte[]> all = new ArrayList<>(List.of(stored.coordinates().texts()));
    Set<ByteBuffer> known = new HashSet<>();
    all.forEach(text -> known.add(ByteBuffer.wrap(text)));
    for (byte[] text : rows.texts()) {
      if (!known.contains(ByteBuffer.wrap(text))) {
        all.add(text);
      }
    }
    return all.size() == known.size()
        ? stored
        : GridDimension.of(stored.name(), stored.type(), Coordinates.ofTexts(all));
  }

  private static boolean isDescending(long[] codes) {
    for (int i = 1; i < codes.length; i++) {
      if (codes[i] > codes[i - 1]) {
        return false;
      }
    }
    return codes.length > 1;
  }

  private static void reverse(long[] values) {
    for (int i = 0, j = values.length - 1; i < j; i++, j--) {
      long value = values[i];
      values[i] = values[j];
      values[j] = value;
    }
  }

  private static void requireBeyond(GridDimension stored, long code, boolean isBeyond) {
    if (!isBeyond) {
      throw new WriteException(
          "The coordinate "
              + stored.type().text(code)
              + " of the dimension "
              + stored.name()
              + " is not stored, and it does not lie beyond those that are, "
              + stored.text(0)
              + " to "
              + stored.text(stored.size() - 1)
              + ". An append adds coordinates at the end only; to change others, write the store"
              + " anew");
    }
  }
}
