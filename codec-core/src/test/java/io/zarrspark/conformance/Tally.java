package io.zarrspark.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.opentest4j.TestAbortedException;

/** What a conformance suite has run, and the folder it ran. */
final class Tally {
  private final Path folder;
  private final List<String> skipped = new ArrayList<>();
  private int passed;
  private int failed;

  private Tally(Path folder) {
    this.folder = folder;
  }

  /** A suite over the folder of a system property, by default the copy among our resources. */
  static Tally over(String property, String resource) {
    String given = System.getProperty(property);
    if (given != null && !given.isBlank()) {
      Path path = Path.of(given);
      // Surefire runs in the module; a relative path is meant from where Maven was called.
      Path fromParent = Path.of("..").resolve(path);
      return new Tally(!Files.exists(path) && Files.exists(fromParent) ? fromParent : path);
    }
    try {
      return new Tally(Path.of(Tally.class.getResource(resource).toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  Path folder() {
    return folder;
  }

  /** Ends the running test as skipped. */
  void skip(String id, String reason) {
    skipped.add(id + ": " + reason);
    Assumptions.abort(reason);
  }

  /** Counts a check by whether it throws, and throws on. */
  void count(Runnable check) {
    try {
      check.run();
    } catch (TestAbortedException e) {
      throw e;
    } catch (Throwable e) {
      failed++;
      throw e;
    }
    passed++;
  }

  /** Counts a check of many; returns what is wrong, or null. */
  String verdict(String id, Runnable check) {
    try {
      check.run();
    } catch (RuntimeException | AssertionError e) {
      failed++;
      return id + ": " + e;
    }
    passed++;
    return null;
  }

  /** Prints the closing line; a suite that ran nothing has failed. */
  void close() {
    skipped.forEach(line -> System.out.println("conformance: skipped " + line));
    System.out.printf(
        "conformance: %d passed, %d failed, %d skipped%n", passed, failed, skipped.size());
    assertThat(passed + failed).as("cases run in %s", folder).isPositive();
  }
}
