package io.zarrspark.kernel;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.model.Exact;
import io.zarrspark.model.ModelType;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Compares a kernel with a model, element by element and as lists. */
final class KernelCheck {
  private final Elementwise kernel;
  private final Function<Exact, Optional<Exact>> model;
  private final ModelType from;
  private final ModelType to;
  private final String what;

  KernelCheck(Elementwise kernel, Function<Exact, Optional<Exact>> model, String what) {
    this.kernel = kernel;
    this.model = model;
    this.from = ModelType.named(kernel.from().zarrName());
    this.to = ModelType.named(kernel.to().zarrName());
    this.what = what;
  }

  /** The same result or error as the model for each pattern; for all good ones also at once. */
  void run(List<Long> patterns) {
    List<Long> good = new ArrayList<>();
    List<Long> results = new ArrayList<>();
    int firstBad = -1;
    for (int i = 0; i < patterns.size(); i++) {
      Optional<NumberScalar> result = checkOne(patterns.get(i));
      if (result.isPresent()) {
        good.add(patterns.get(i));
        results.add(result.get().pattern());
      } else if (firstBad < 0) {
        firstBad = i;
      }
    }
    checkList(good, results);
    if (firstBad >= 0) {
      checkBlame(patterns, firstBad);
    }
  }

  private Optional<NumberScalar> checkOne(long pattern) {
    Optional<Exact> expected = model.apply(from.decode(pattern));
    try {
      NumberScalar actual = kernel.apply(new NumberScalar(kernel.from(), pattern));
      if (expected.isEmpty() || !matches(expected.get(), actual.pattern())) {
        throw wrong(pattern, expected, hex(actual.pattern()));
      }
      return Optional.of(actual);
    } catch (ElementException e) {
      if (expected.isPresent()) {
        throw wrong(pattern, expected, e.getMessage());
      }
      return Optional.empty();
    }
  }

  private boolean matches(Exact expected, long pattern) {
    return expected.isNaN() ? to.decode(pattern).isNaN() : to.encode(expected) == pattern;
  }

  private void checkList(List<Long> patterns, List<Long> alone) {
    ChunkData results = kernel.apply(elements(kernel.from(), patterns));
    for (int i = 0; i < patterns.size(); i++) {
      long inList = results.scalar(kernel.to(), i).pattern();
      if (inList != alone.get(i)) {
        throw new AssertionError(
            what
                + ": in a list "
                + hex(patterns.get(i))
                + " becomes "
                + hex(inList)
                + " but alone "
                + hex(alone.get(i)));
      }
    }
  }

  private void checkBlame(List<Long> patterns, int firstBad) {
    try {
      kernel.apply(elements(kernel.from(), patterns));
    } catch (ElementException e) {
      if (e.element() != firstBad) {
        throw new AssertionError(what + ": element " + firstBad + " is bad, not " + e.getMessage());
      }
      return;
    }
    throw new AssertionError(what + ": a list with a bad element was accepted");
  }

  static ChunkData elements(NumberType type, List<Long> patterns) {
    ChunkData elements = ChunkData.allocate(type, patterns.size());
    for (int i = 0; i < patterns.size(); i++) {
      elements.setStored(i, type.extend(patterns.get(i)));
    }
    return elements;
  }

  private AssertionError wrong(long pattern, Optional<Exact> expected, String actual) {
    String wanted =
        expected
            .map(number -> number.isNaN() ? "NaN" : hex(to.encode(number)) + " (" + number + ")")
            .orElse("an error");
    return new AssertionError(
        what
            + ": "
            + hex(pattern)
            + " ("
            + from.decode(pattern)
            + ") must become "
            + wanted
            + " but is "
            + actual);
  }

  static String hex(long pattern) {
    return "0x" + Long.toHexString(pattern);
  }
}
