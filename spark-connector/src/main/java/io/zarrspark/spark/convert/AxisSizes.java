package io.zarrspark.spark.convert;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Sizes along dimensions: {@code time=12,lat=90} by name, or {@code 12,90,180} for arrays with as
 * many dimensions. The size {@code all} is the whole dimension.
 *
 * @param names names of dimensions; empty if the sizes are in order
 * @param sizes cells along each; -1 is all
 */
record AxisSizes(List<String> names, List<Integer> sizes) {

  static AxisSizes parse(String option, String text) {
    List<String> names = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      int equals = part.lastIndexOf('=');
      if (equals >= 0) {
        names.add(part.substring(0, equals).trim());
      }
      sizes.add(size(option, part.substring(equals + 1).trim(), text));
    }
    Set<String> distinct = new HashSet<>(names);
    if (!names.isEmpty() && names.size() != sizes.size() || distinct.size() != names.size()) {
      throw malformed(option, text);
    }
    return new AxisSizes(names, sizes);
  }

  private static int size(String option, String size, String text) {
    if (size.equals("all")) {
      return -1;
    }
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

  private static UsageException malformed(String option, String text) {
    return new UsageException(
        option
            + " is \""
            + text
            + "\" but must be positive sizes or \"all\", of some dimensions by name"
            + " (time=12,lat=all) or of all in order (12,90,180)");
  }

  /** Whether an array with such dimensions is meant at all. */
  boolean concerns(List<String> dimensions) {
    return names.isEmpty()
        ? sizes.size() == dimensions.size()
        : dimensions.stream().anyMatch(names::contains);
  }

  /**
   * The sizes for an array that is {@link #concerns concerned}.
   *
   * @param otherwise the sizes of dimensions that are not named
   */
  int[] along(List<String> dimensions, long[] shape, int[] otherwise) {
    int[] result = otherwise.clone();
    for (int d = 0; d < result.length; d++) {
      int given = names.isEmpty() ? d : names.indexOf(dimensions.get(d));
      if (given >= 0) {
        int size = sizes.get(given);
        long all = Math.max(1, Math.min(shape[d], Integer.MAX_VALUE));
        result[d] = size < 0 ? (int) all : size;
      }
    }
    return result;
  }
}
