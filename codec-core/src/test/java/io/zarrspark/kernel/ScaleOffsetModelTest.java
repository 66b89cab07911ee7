package io.zarrspark.kernel;

import io.zarrspark.model.EdgePatterns;
import io.zarrspark.model.Exact;
import io.zarrspark.model.ModelScaleOffset;
import io.zarrspark.model.ModelType;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** {@code scale_offset} is what exact arithmetic says, rounded and checked at every step. */
class ScaleOffsetModelTest {
  private static final int PATTERNS = 40;

  @Property(tries = 4000, seed = "20261131")
  void bothDirectionsEqualTheModel(@ForAll NumberType type, @ForAll long seed) {
    Random random = new Random(seed);
    ModelType modelType = ModelType.named(type.zarrName());
    Optional<NumberScalar> offset = operand(type, modelType, random);
    Optional<NumberScalar> scale =
        operand(type, modelType, random).filter(scalar -> !scalar.isZero());
    ModelScaleOffset model =
        new ModelScaleOffset(
            modelType,
            offset.map(CastValueModelTest::exact).orElse(null),
            scale.map(CastValueModelTest::exact).orElse(null));
    List<Long> patterns = EdgePatterns.of(modelType, modelType, random, PATTERNS);
    if (type.isInteger()) {
      addMultiples(patterns, modelType, model, random);
    }
    new KernelCheck(ScaleOffset.encode(type, offset, scale), model::encode, "encode " + model)
        .run(patterns);
    new KernelCheck(ScaleOffset.decode(type, offset, scale), model::decode, "decode " + model)
        .run(patterns);
  }

  /** A missing operand, a small number, or any pattern. */
  private static Optional<NumberScalar> operand(
      NumberType type, ModelType modelType, Random random) {
    return random.nextInt(6) == 0
        ? Optional.empty()
        : Optional.of(new NumberScalar(type, EdgePatterns.random(modelType, random)));
  }

  /** Encoded forms of some numbers, so that divisions without a remainder occur. */
  private static void addMultiples(
      List<Long> patterns, ModelType type, ModelScaleOffset model, Random random) {
    for (int i = 0; i < PATTERNS / 2; i++) {
      Exact number = type.decode(EdgePatterns.random(type, random));
      model.encode(number).ifPresent(encoded -> patterns.add(type.encode(encoded)));
    }
  }
}
