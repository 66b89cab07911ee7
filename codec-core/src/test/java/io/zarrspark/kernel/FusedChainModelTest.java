package io.zarrspark.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.model.EdgePatterns;
import io.zarrspark.model.Exact;
import io.zarrspark.model.ModelCast;
import io.zarrspark.model.ModelScaleOffset;
import io.zarrspark.model.ModelType;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Fused codecs compute what they compute one after the other; no check is left out wrongly. */
class FusedChainModelTest {
  private static final int PATTERNS = 40;
  private static final List<NumberType> INTEGERS =
      List.of(NumberType.values()).stream().filter(NumberType::isInteger).toList();

  @Property(tries = 1500, seed = "20261133")
  void integerChainsEqualTheModels(@ForAll long seed) {
    checkChain(INTEGERS, seed);
  }

  @Property(tries = 1500, seed = "20261134")
  void chainsEqualTheModels(@ForAll long seed) {
    checkChain(List.of(NumberType.values()), seed);
  }

  private static void checkChain(List<NumberType> types, long seed) {
    Random random = new Random(seed);
    NumberType from = types.get(random.nextInt(types.size()));
    NumberType type = from;
    Elementwise kernel = null;
    Function<Exact, Optional<Exact>> model = Optional::of;
    StringBuilder what = new StringBuilder("seed " + seed);
    for (int i = 2 + random.nextInt(3); i > 0; i--) {
      NumberType to = types.get(random.nextInt(types.size()));
      Rounding rounding = Rounding.values()[random.nextInt(5)];
      OutOfRange rule = OutOfRange.values()[random.nextInt(3)];
      Optional<NumberScalar> offset = operand(type, random);
      Optional<NumberScalar> scale = operand(type, random).filter(scalar -> !scalar.isZero());
      ModelScaleOffset scaling = scaling(type, offset, scale);
      ModelCast cast = CastValueModelTest.model(type, to, rounding, rule, List.of());
      Elementwise next;
      Function<Exact, Optional<Exact>> nextModel;
      switch (random.nextInt(3)) {
        case 0 -> {
          next = ScaleOffset.encode(type, offset, scale);
          nextModel = scaling::encode;
          what.append(", encode ").append(scaling);
        }
        case 1 -> {
          next = ScaleOffset.decode(type, offset, scale);
          nextModel = scaling::decode;
          what.append(", decode ").append(scaling);
        }
        default -> {
          next = CastValue.cast(type, to, rounding, rule, List.of());
          nextModel = cast::apply;
          what.append(", ").append(cast);
        }
      }
      kernel = kernel == null ? next : kernel.then(next);
      Function<Exact, Optional<Exact>> before = model;
      ModelType result = ModelType.named(next.to().zarrName());
      model = number -> before.apply(number).flatMap(nextModel).map(x -> held(result, x));
      type = next.to();
    }
    new KernelCheck(kernel, model, what.toString())
        .run(EdgePatterns.of(named(from), named(type), random, PATTERNS));
  }

  /** A number as its type holds it: fnuz types and integers have no -0. */
  private static Exact held(ModelType type, Exact number) {
    return number.isNaN() ? number : type.decode(type.encode(number));
  }

  private static ModelScaleOffset scaling(
      NumberType type, Optional<NumberScalar> offset, Optional<NumberScalar> scale) {
    return new ModelScaleOffset(
        named(type),
        offset.map(CastValueModelTest::exact).orElse(null),
        scale.map(CastValueModelTest::exact).orElse(null));
  }

  /** Mostly small, so that chains get somewhere. */
  private static Optional<NumberScalar> operand(NumberType type, Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(new NumberScalar(type, EdgePatterns.random(named(type), random)));
      default -> {
        List<Long> near = named(type).around(java.math.BigDecimal.valueOf(random.nextInt(7) - 3));
        yield near.isEmpty()
            ? Optional.empty()
            : Optional.of(new NumberScalar(type, near.get(random.nextInt(near.size()))));
      }
    };
  }

  private static ModelType named(NumberType type) {
    return ModelType.named(type.zarrName());
  }

  @Property(tries = 300, seed = "20261135")
  void aListOfSeveralTilesForgivesPaddingOnly(
      @ForAll NumberType from, @ForAll NumberType to, @ForAll long seed) {
    Random random = new Random(seed);
    List<Long> patterns = new ArrayList<>();
    for (int i = random.nextInt(4 * Tile.SIZE); i >= 0; i--) {
      patterns.add(EdgePatterns.random(named(from), random));
    }
    Elementwise kernel =
        CastValue.cast(from, to, Rounding.NEAREST_EVEN, OutOfRange.ERROR, List.of());
    BitSet forgiven = new BitSet();
    ChunkData results =
        kernel.apply(
            KernelCheck.elements(from, patterns),
            element -> {
              forgiven.set(element);
              return true;
            });
    for (int i = 0; i < patterns.size(); i++) {
      try {
        NumberScalar alone = kernel.apply(new NumberScalar(from, patterns.get(i)));
        assertThat(results.scalar(to, i)).isEqualTo(alone);
        assertThat(forgiven.get(i)).isFalse();
      } catch (ElementException e) {
        assertThat(forgiven.get(i)).isTrue();
      }
    }
  }
}
