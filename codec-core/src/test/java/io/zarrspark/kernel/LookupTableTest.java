package io.zarrspark.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.model.EdgePatterns;
import io.zarrspark.model.ModelType;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;

/** Every table of a type of up to 16 bits holds what its stages compute, pattern by pattern. */
class LookupTableTest {

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void castsOfAllPatterns(@ForAll NumberType from, @ForAll NumberType to) {
    if (from.bits() > 16) {
      return;
    }
    Random random = new Random(from.ordinal() * 31 + to.ordinal());
    Rounding rounding = Rounding.values()[random.nextInt(5)];
    OutOfRange rule = OutOfRange.values()[random.nextInt(3)];
    check(CastValue.cast(from, to, rounding, rule, List.of()));
  }

  @Property(tries = 150, seed = "20261132")
  void fusedChainsOfAllPatterns(@ForAll NumberType type, @ForAll NumberType to, @ForAll long seed) {
    Random random = new Random(seed);
    Optional<NumberScalar> offset = Optional.of(scalar(type, random));
    Optional<NumberScalar> scale = Optional.of(scalar(type, random)).filter(s -> !s.isZero());
    Elementwise cast = CastValue.cast(type, to, Rounding.NEAREST_EVEN, OutOfRange.WRAP, List.of());
    Elementwise back = CastValue.cast(to, type, Rounding.NEAREST_EVEN, OutOfRange.WRAP, List.of());
    check(ScaleOffset.encode(type, offset, scale).then(cast));
    check(back.then(ScaleOffset.decode(type, offset, scale)));
  }

  private static NumberScalar scalar(NumberType type, Random random) {
    return new NumberScalar(type, EdgePatterns.random(ModelType.named(type.zarrName()), random));
  }

  /** Looks all patterns up, and computes them by the stages in the opposite order. */
  private static void check(Elementwise kernel) {
    NumberType from = kernel.from();
    if (from.bits() > 16 || kernel.isIdentity()) {
      return;
    }
    int patterns = 1 << from.bits();
    ChunkData backwards = ChunkData.allocate(from, patterns);
    for (int i = 0; i < patterns; i++) {
      backwards.setStored(i, from.extend(patterns - 1 - i));
    }
    ChunkData staged = ChunkData.allocate(kernel.to(), patterns);
    BitSet bad = new BitSet();
    kernel.runStages(
        backwards,
        staged,
        element -> {
          bad.set(patterns - 1 - element);
          return true;
        });
    LookupTable table = new LookupTable(kernel);
    ChunkData one = ChunkData.allocate(from, 1);
    ChunkData result = ChunkData.allocate(kernel.to(), 1);
    for (int pattern = 0; pattern < patterns; pattern++) {
      one.setStored(0, from.extend(pattern));
      assertThatEqual(kernel, pattern, table.run(one, result), bad.get(pattern));
      if (!bad.get(pattern)) {
        assertThatEqual(kernel, pattern, result.stored(0), staged.stored(patterns - 1 - pattern));
      }
    }
  }

  private static void assertThatEqual(
      Elementwise kernel, int pattern, Object table, Object staged) {
    if (!table.equals(staged)) {
      assertThat(table)
          .as("%s to %s, pattern 0x%x", kernel.from(), kernel.to(), pattern)
          .isEqualTo(staged);
    }
  }
}
