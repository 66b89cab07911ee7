package io.zarrspark.codec;

import com.scalableminds.bloscjava.Blosc;
import io.zarrspark.codec.BloscOptions.Shuffle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Decoding and encoding 1 MiB of smooth float32, beside c-blosc through JNI. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class BloscBench {
  private static final int CLEVEL = 5;
  private static final int TYPESIZE = 4;

  @Param({"lz4/SHUFFLE", "lz4/BITSHUFFLE", "zstd/SHUFFLE", "zstd/BITSHUFFLE", "blosclz/SHUFFLE"})
  public String options;

  private BloscOptions bloscOptions;
  private Blosc.Compressor nativeCompressor;
  private Blosc.Shuffle nativeShuffle;
  private byte[] decoded;
  private byte[] frame;
  private byte[] destination;
  private BloscScratch scratch;

  @Setup
  public void makeFrame() {
    String[] names = options.split("/");
    Shuffle shuffle = Shuffle.valueOf(names[1]);
    bloscOptions = new BloscOptions(BloscCompressor.named(names[0]), CLEVEL, shuffle, TYPESIZE, 0);
    nativeCompressor = Blosc.Compressor.fromString(names[0]);
    nativeShuffle = Blosc.Shuffle.fromInt(shuffle.ordinal());
    decoded = new byte[1 << 20];
    ByteBuffer floats = ByteBuffer.wrap(decoded).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < decoded.length / TYPESIZE; i++) {
      floats.putFloat((float) (280 + 20 * Math.sin(i / 1000.0) + Math.cos(i / 37.0)));
    }
    frame = Blosc.compress(decoded, TYPESIZE, nativeCompressor, CLEVEL, nativeShuffle, 0);
    destination = new byte[decoded.length];
    scratch = new BloscScratch();
  }

  @TearDown
  public void close() {
    scratch.close();
  }

  @Benchmark
  public byte[] decode() {
    BloscFrame.decode(frame, 0, frame.length, destination, 0, destination.length, scratch);
    return destination;
  }

  @Benchmark
  public byte[] decodeNative() {
    return Blosc.decompress(frame);
  }

  @Benchmark
  public byte[] encode() {
    return BloscFrame.encode(decoded, 0, decoded.length, bloscOptions, scratch);
  }

  @Benchmark
  public byte[] encodeNative() {
    return Blosc.compress(decoded, TYPESIZE, nativeCompressor, CLEVEL, nativeShuffle, 0);
  }
}
