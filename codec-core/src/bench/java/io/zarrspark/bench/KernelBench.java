package io.zarrspark.bench;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.kernel.CastValue;
import io.zarrspark.kernel.Elementwise;
import io.zarrspark.kernel.OutOfRange;
import io.zarrspark.kernel.Rounding;
import io.zarrspark.kernel.ScaleOffset;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.ScalarJson;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Element-wise kernels on a chunk of four million elements, against {@code System.arraycopy} of the
 * larger of what they read and what they write: the memory that has to move whatever is computed.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class KernelBench {
  /** A chunk of 16 MiB in float32. */
  private static final int ELEMENTS = 1 << 22;

  /**
   * FROM-TO in the direction computed; from integers with scale_offset on the float side as well.
   * int16 codes are those of a smooth field with noise, as packed variables have; "random" ones use
   * every code alike, the worst case for a table.
   */
  @Param({
    "int16-float32",
    "int16-float32-random",
    "uint8-float32",
    "float8_e4m3-float32",
    "float6_e3m2fn-float32",
    "float64-int8",
    "float32-int16",
    "float64-float32",
    "int32-float64"
  })
  String kernel;

  private Elementwise elementwise;
  private ChunkData source;
  private ChunkData target;
  private Object larger;
  private Object copy;

  /** Random elements that every kernel here has a result for. */
  @Setup
  public void setup() {
    String[] types = kernel.split("-");
    NumberType from = NumberType.named(types[0]).orElseThrow();
    NumberType to = NumberType.named(types[1]).orElseThrow();
    Elementwise cast = CastValue.cast(from, to, Rounding.NEAREST_EVEN, OutOfRange.ERROR, List.of());
    elementwise =
        from.isInteger() && to.isFloat()
            ? cast.then(
                ScaleOffset.decode(
                    to, Optional.of(scalar(to, "-5")), Optional.of(scalar(to, "100"))))
            : cast;
    source = ChunkData.allocate(from, ELEMENTS);
    target = ChunkData.allocate(to, ELEMENTS);
    Random random = new Random(17);
    for (int i = 0; i < ELEMENTS; i++) {
      source.setStored(
          i,
          kernel.equals("int16-float32")
              ? (short) (8000 * Math.sin(i * 1e-4) + random.nextInt(100))
              : element(from, random));
    }
    boolean outputIsLarger = to.storage().bytes() >= from.storage().bytes();
    larger = outputIsLarger ? target.array() : source.array();
    copy = ChunkData.allocate(outputIsLarger ? to : from, ELEMENTS).array();
  }

  private static long element(NumberType type, Random random) {
    if (type == NumberType.FLOAT64) {
      return Double.doubleToRawLongBits(random.nextDouble() * 200 - 100);
    }
    if (type == NumberType.FLOAT32) {
      return Float.floatToRawIntBits(random.nextFloat() * 60_000 - 30_000);
    }
    return type.extend(random.nextLong());
  }

  private static NumberScalar scalar(NumberType type, String json) {
    try {
      return ScalarJson.parse(type, Json.parse(json));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  @Benchmark
  public ChunkData kernel() {
    elementwise.apply(source, target, element -> false);
    return target;
  }

  @Benchmark
  public Object copy() {
    System.arraycopy(larger, 0, copy, 0, ELEMENTS);
    return copy;
  }
}
