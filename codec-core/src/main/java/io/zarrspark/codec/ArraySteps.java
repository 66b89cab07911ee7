package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.kernel.Elementwise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** The array -> array codecs of a chain, neighbours that work element by element fused into one. */
final class ArraySteps {
  /**
   * One codec, or several fused.
   *
   * @param codec a codec that is not element-wise; null for a fused step
   * @param encoder the fused encoding; null for a codec
   * @param decoder the fused decoding; null for a codec
   * @param shape shape of the chunk where the fused step works
   * @param order dimension of the decoded chunk behind each dimension of that shape; null if
   *     unknown
   */
  private record Step(
      ArrayToArrayCodec codec,
      Elementwise encoder,
      Elementwise decoder,
      int[] shape,
      int[] order) {}

  private final List<Step> steps;

  private ArraySteps(List<Step> steps) {
    this.steps = steps;
  }

  static ArraySteps of(List<ArrayToArrayCodec> codecs) {
    List<Step> steps = new ArrayList<>();
    int[] order = null;
    for (int i = 0; i < codecs.size(); i++) {
      ArrayToArrayCodec codec = codecs.get(i);
      int[] shape = codec.decoded().shape();
      if (i == 0) {
        order = IntStream.range(0, shape.length).toArray();
      }
      if (codec instanceof ElementwiseCodec elementwise) {
        Step last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
        if (last != null && last.codec == null) {
          steps.set(
              steps.size() - 1,
              new Step(
                  null,
                  last.encoder.then(elementwise.encoder()),
                  elementwise.decoder().then(last.decoder),
                  shape,
                  order));
        } else {
          steps.add(new Step(null, elementwise.encoder(), elementwise.decoder(), shape, order));
        }
      } else {
        steps.add(new Step(codec, null, null, shape, order));
        int[] permutation = codec.blockwiseOrder();
        order = order == null || permutation == null ? null : Shapes.permute(order, permutation);
      }
    }
    return new ArraySteps(List.copyOf(steps));
  }

  ChunkData encode(ChunkData elements) {
    ChunkData result = elements;
    for (Step step : steps) {
      result = step.codec != null ? step.codec.encode(result) : step.encoder.apply(result);
    }
    return result;
  }

  /** Decodes; where a step computes element by element, to elements of the scratch. */
  ChunkData decode(ChunkData elements, int[] validShape, CodecScratch scratch) {
    ChunkData result = elements;
    for (int i = steps.size() - 1; i >= 0; i--) {
      Step step = steps.get(i);
      if (step.codec != null) {
        result = step.codec.decode(result);
      } else if (!step.decoder.isIdentity()) {
        ChunkData target = scratch.elements(1 + i, step.decoder.to(), result.length());
        step.decoder.apply(result, target, isPadding(step, validShape));
        result = target;
      }
    }
    return result;
  }

  private static IntPredicate isPadding(Step step, int[] validShape) {
    if (validShape == null || step.order == null) {
      return element -> false;
    }
    return element -> {
      int[] coordinates = Shapes.coordinates(element, step.shape);
      for (int d = 0; d < coordinates.length; d++) {
        if (coordinates[d] >= validShape[step.order[d]]) {
          return true;
        }
      }
      return false;
    };
  }
}
