package io.zarrspark.spark.io;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sizes along dimensions, as the options {@code blockShape}, {@code chunks}, {@code shards} and
 * {@code shape} give them: {@code time=12,lat=90} for some dimensions by name, or {@code 12,90,180}
 * for all of them in order.
 *
 * @param option whose value it is
 * @param names names of dimensions; empty if the sizes are in order
 * @param sizes the sizes, at least 1
 */
public record DimensionSizes(String option, List<String> names, List<Integer> sizes) {

  static DimensionSizes parse(String option, String text) {
    List<String> names = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      int equals = part.lastIndexOf('=');
      if (equals >= 0) {
        names.add(part.substring(0, equals).trim());
      }
      sizes.add(size(option, part.substring(equals + 1).trim(), text));
    }
    if (!names.isEmpty() && names.size() != sizes.size()) {
      throw malformed(option, text);
    }
    return new DimensionSizes(option, names, sizes);
  }

  private static int size(String option, String size, String text) {
    try {
      int parsed = Integer.parseInt(size);
      if (parsed > 0) {
        return parsed;
      }
    } catch (NumberFormatException e) {
      // Told below, as for a number that is too small.
    }
    throw malformed(option, text);
  }

  private static OptionException malformed(String option, String text) {
    return ZarrOptions.wrong(
        option,
        text,
        "positive sizes, of some dimensions by name (time=12,lat=90) or of all in order (12,90,180)");
  }

  /** The size along a dimension, if it is named. */
  public Optional<Integer> along(String dimension) {
    int i = names.indexOf(dimension);
    return i < 0 ? Optional.empty() : Optional.of(sizes.get(i));
  }

  /**
   * The size along each dimension of a table.
   *
   * @param dimensions the names of the dimensions
   * @param otherwise the sizes of those that are not named
   */
  public int[] along(List<String> dimensions, int[] otherwise) {
    int[] shape = otherwise.clone();
    if (names.isEmpty()) {
      if (sizes.size() != shape.length) {
        throw new OptionException(
            "The option "
                + option
                + " has "
                + sizes.size()
                + " sizes, but the table has the dimensions "
                + dimensions);
      }
      return sizes.stream().mapToInt(Integer::intValue).toArray();
    }
    for (int i = 0; i < names.size(); i++) {
      int dimension = dimensions.indexOf(names.get(i));
      if (dimension < 0) {
        throw new OptionException(
            "The option "
                + option
                + " names "
                + names.get(i)
                + ", but the table has the dimensions "
                + dimensions);
      }
      shape[dimension] = sizes.get(i);
    }
    return shape;
  }
}
