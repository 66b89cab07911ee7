package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.ReadRanges.Range;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Few requests that cover what is wanted and fetch little else. */
class ReadRangesTest {

  @Property(tries = 5000, seed = "20261141")
  void requestsCoverWhatIsWantedAndWasteAtMostATenth(@ForAll long seed) {
    Random random = new Random(seed);
    List<Range> wanted = new ArrayList<>();
    long at = random.nextInt(50);
    for (int i = random.nextInt(20); i > 0; i--) {
      long length = random.nextInt(100);
      wanted.add(new Range(at, at + length));
      at += length + (random.nextBoolean() ? 0 : random.nextInt(40));
    }
    Collections.shuffle(wanted, random);
    List<Range> requests = ReadRanges.merge(wanted, false);
    assertCovered(wanted, requests);
    assertThat(bytes(requests)).isLessThanOrEqualTo(bytes(wanted) + bytes(wanted) / 10);
  }

  @Property(tries = 2000, seed = "20261142")
  void overlappingRangesAreFetchedOnce(@ForAll long seed) {
    Random random = new Random(seed);
    List<Range> wanted = new ArrayList<>();
    for (int i = random.nextInt(20); i > 0; i--) {
      long start = random.nextInt(500);
      wanted.add(new Range(start, start + random.nextInt(100)));
    }
    List<Range> requests = ReadRanges.merge(wanted, random.nextBoolean());
    assertCovered(wanted, requests);
    for (int i = 1; i < requests.size(); i++) {
      assertThat(requests.get(i).start()).isGreaterThan(requests.get(i - 1).end());
    }
  }

  private static void assertCovered(List<Range> wanted, List<Range> requests) {
    for (Range range : wanted) {
      boolean covered =
          range.length() == 0
              || requests.stream()
                  .anyMatch(r -> r.start() <= range.start() && range.end() <= r.end());
      assertThat(covered).as("%s in %s", range, requests).isTrue();
    }
    BitSet wantedBytes = new BitSet();
    wanted.forEach(range -> wantedBytes.set((int) range.start(), (int) range.end()));
    for (Range request : requests) {
      // A request begins and ends with something wanted.
      assertThat(wantedBytes.get((int) request.start())).isTrue();
      assertThat(wantedBytes.get((int) request.end() - 1)).isTrue();
    }
  }

  private static long bytes(List<Range> ranges) {
    return ranges.stream().mapToLong(Range::length).sum();
  }

  @Test
  void everythingIsOneRequest() {
    // |aaaa..bbbb....cccc|
    List<Range> wanted = List.of(new Range(0, 4), new Range(6, 10), new Range(14, 18));
    assertThat(ReadRanges.merge(wanted, true)).containsExactly(new Range(0, 18));
  }

  @Test
  void smallGapsGoFirst() {
    // |a x 100|.|b x 100|....................|c x 100|
    List<Range> wanted = List.of(new Range(0, 100), new Range(101, 201), new Range(301, 401));
    assertThat(ReadRanges.merge(wanted, false))
        .containsExactly(new Range(0, 201), new Range(301, 401));
  }

  @Test
  void aRequestStaysBelowAGigabyte() {
    List<Range> wanted = new ArrayList<>();
    for (long i = 0; i < 40; i++) {
      wanted.add(new Range(i * 100_000_000, (i + 1) * 100_000_000));
    }
    assertThat(ReadRanges.merge(wanted, true))
        .hasSize(4)
        .allMatch(request -> request.length() <= 1L << 30);
  }
}
