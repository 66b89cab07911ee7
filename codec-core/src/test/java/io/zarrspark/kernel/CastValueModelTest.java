package io.zarrspark.kernel;

import io.zarrspark.model.EdgePatterns;
import io.zarrspark.model.Exact;
import io.zarrspark.model.ModelCast;
import io.zarrspark.model.ModelRounding;
import io.zarrspark.model.ModelType;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;

/** {@code cast_value} is what exact arithmetic says, for every pair of types, rounding and rule. */
class CastValueModelTest {
  private static final int PATTERNS = 30;

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void everyCastEqualsTheModel(
      @ForAll NumberType from,
      @ForAll NumberType to,
      @ForAll Rounding rounding,
      @ForAll OutOfRange rule) {
    ModelCast model = model(from, to, rounding, rule, List.of());
    Random random = new Random(model.hashCode());
    Elementwise kernel = CastValue.cast(from, to, rounding, rule, List.of());
    new KernelCheck(kernel, model::apply, model.toString())
        .run(EdgePatterns.of(model.from(), model.to(), random, PATTERNS));
  }

  @Property(tries = 2000, seed = "20261130")
  void aScalarMapGoesFirst(
      @ForAll NumberType from,
      @ForAll NumberType to,
      @ForAll Rounding rounding,
      @ForAll OutOfRange rule,
      @ForAll long seed) {
    Random random = new Random(seed);
    ModelType modelFrom = ModelType.named(from.zarrName());
    ModelType modelTo = ModelType.named(to.zarrName());
    List<Long> patterns = EdgePatterns.of(modelFrom, modelTo, random, PATTERNS);
    List<CastValue.Mapping> map = new ArrayList<>();
    List<ModelCast.Entry> entries = new ArrayList<>();
    // Few and many entries are searched in different ways; equal keys occur.
    for (int i = random.nextInt(14); i >= 0; i--) {
      long key =
          random.nextBoolean() ? patterns.get(random.nextInt(patterns.size())) : random.nextInt(2);
      long result = EdgePatterns.random(modelTo, random);
      map.add(new CastValue.Mapping(new NumberScalar(from, key), new NumberScalar(to, result)));
      entries.add(new ModelCast.Entry(modelFrom.decode(key), modelTo.decode(result)));
    }
    ModelCast model = model(from, to, rounding, rule, entries);
    Elementwise kernel = CastValue.cast(from, to, rounding, rule, map);
    new KernelCheck(kernel, model::apply, model + " seed " + seed).run(patterns);
  }

  static ModelCast model(
      NumberType from,
      NumberType to,
      Rounding rounding,
      OutOfRange rule,
      List<ModelCast.Entry> entries) {
    return new ModelCast(
        ModelType.named(from.zarrName()),
        ModelType.named(to.zarrName()),
        ModelRounding.valueOf(rounding.name()),
        rule.name().toLowerCase(Locale.ROOT),
        entries);
  }

  static Exact exact(NumberScalar scalar) {
    return ModelType.named(scalar.dataType().zarrName()).decode(scalar.pattern());
  }
}
