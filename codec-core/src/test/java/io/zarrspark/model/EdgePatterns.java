package io.zarrspark.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Patterns of a type worth trying, and random ones. */
public final class EdgePatterns {
  private static final BigDecimal HALF = new BigDecimal("0.5");

  private EdgePatterns() {}

  /**
   * All patterns of a type of up to 8 bits; of a wider one, edges of both types and random ones.
   */
  public static List<Long> of(ModelType from, ModelType to, Random random, int count) {
    Set<Long> patterns = new LinkedHashSet<>();
    if (from.bits() <= 8) {
      for (long pattern = 0; pattern < 1L << from.bits(); pattern++) {
        patterns.add(pattern);
      }
      List<Long> all = new ArrayList<>(patterns);
      Collections.shuffle(all, random);
      return new ArrayList<>(all.subList(0, Math.min(3 * count, all.size())));
    }
    patterns.addAll(own(from));
    for (BigDecimal edge : edges(to, random)) {
      patterns.addAll(from.around(edge));
      patterns.addAll(from.around(edge.negate()));
    }
    List<Long> some = new ArrayList<>(patterns);
    Collections.shuffle(some, random);
    some = new ArrayList<>(some.subList(0, Math.min(count, some.size())));
    for (int i = 0; i < count / 2; i++) {
      some.add(random(from, random));
    }
    return some;
  }

  /** A pattern with any bits, or a small number. */
  public static long random(ModelType type, Random random) {
    if (random.nextInt(3) == 0) {
      List<Long> small = type.around(BigDecimal.valueOf(random.nextInt(400) - 200));
      if (!small.isEmpty()) {
        return small.get(random.nextInt(small.size()));
      }
    }
    return random.nextLong() >>> 64 - type.bits();
  }

  private static List<Long> own(ModelType type) {
    List<Long> patterns = new ArrayList<>();
    long top = 1L << type.bits() - 1;
    for (long low = 0; low < 3; low++) {
      patterns.add(low);
      patterns.add(top | low);
      patterns.add(top - 1 - low);
      patterns.add((top << 1) - 1 - low & (top | top - 1));
    }
    if (!type.isInteger()) {
      for (long step = -2; step <= 3; step++) {
        // The largest, infinity, and NaNs with the lowest payload bits only.
        patterns.add(type.largestIndex() + step);
        patterns.add(type.largestIndex() + step | top);
      }
    }
    return patterns;
  }

  /** Numbers at which a cast to a type changes its mind. */
  private static List<BigDecimal> edges(ModelType type, Random random) {
    List<BigDecimal> edges = new ArrayList<>();
    edges.add(BigDecimal.ZERO);
    edges.add(HALF);
    edges.add(new BigDecimal("1.5"));
    for (int exponent : new int[] {31, 32, 53, 63, 64, 65, 115, 116}) {
      edges.add(Exact.pow2(exponent));
    }
    if (type.isInteger()) {
      BigDecimal min = new BigDecimal(type.min());
      BigDecimal max = new BigDecimal(type.max());
      edges.addAll(List.of(min, min.subtract(HALF), max, max.add(HALF), max.add(BigDecimal.ONE)));
      BigDecimal any = BigDecimal.valueOf(random.nextInt());
      edges.addAll(List.of(any, any.add(HALF)));
      return edges;
    }
    long largest = type.largestIndex();
    long least = type.isPowersOfTwo() ? -1 : 0;
    long[] indices = {
      least, least + 1, largest - 1, largest, random.nextLong(largest), random.nextLong(largest)
    };
    for (long index : indices) {
      BigDecimal lower = type.magnitude(index);
      BigDecimal upper = type.magnitude(index + 1);
      edges.addAll(List.of(lower, lower.add(upper).multiply(HALF), upper));
    }
    return edges;
  }
}
