package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.CodecPipeline;
import io.zarrspark.codec.CodecRegistry;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What a lossless chain has encoded it decodes to the bit. */
class RoundTripTest {

  @Property(tries = 4000, seed = "20261140")
  void encodedChunksComeBack(@ForAll NumberType type, @ForAll long seed)
      throws JsonProcessingException {
    Random random = new Random(seed);
    int[] shape = RandomChain.shape(random);
    RandomChain.Chain chain = RandomChain.of(random, type, shape);
    RandomElements source = new RandomElements(type, random, chain.casts());
    NumberScalar fill = source.scalar();
    String what = type + Arrays.toString(shape) + " fill " + fill + " seed " + seed + chain.json();
    CodecPipeline pipeline =
        CodecPipeline.bind(
            CodecConfig.parseList("codecs", Json.parse(chain.json())),
            new ChunkRepresentation(type, shape, FillValue.of(fill)),
            CodecRegistry.standard());
    ChunkData elements = source.elements(shape, fill);
    try (CodecScratch scratch = new CodecScratch()) {
      byte[] encoded = copy(pipeline.encode(elements, scratch));
      assertThat(copy(pipeline.encode(elements, scratch))).as(what).isEqualTo(encoded);
      assertThat(pipeline.encodedSize().allows(encoded.length)).as(what).isTrue();
      ChunkData decoded = pipeline.decode(inside(encoded), null, scratch);
      assertThat(RandomElements.scalars(type, decoded))
          .as(what)
          .isEqualTo(RandomElements.scalars(type, elements));
    }
  }

  private static byte[] copy(ByteSlice slice) {
    return slice.toArray().clone();
  }

  /** The bytes somewhere in a larger array, as a request for several blocks returns them. */
  private static ByteSlice inside(byte[] bytes) {
    byte[] larger = new byte[bytes.length + 13];
    Arrays.fill(larger, (byte) 0xa5);
    System.arraycopy(bytes, 0, larger, 7, bytes.length);
    return new ByteSlice(larger, 7, bytes.length);
  }
}
