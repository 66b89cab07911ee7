package io.zarrspark.codec;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;

/** Short ways to bind codecs and to run them. */
final class Chains {
  private Chains() {}

  /** A chain over a chunk with fill value 0; codecs in JSON with single quotes. */
  static CodecPipeline chain(NumberType type, int[] shape, String... codecs) {
    NumberScalar zero = new NumberScalar(type, 0);
    List<CodecConfig> configs = new ArrayList<>();
    for (String codec : codecs) {
      configs.add(CodecConfig.parse(json(codec)));
    }
    return CodecPipeline.bind(
        configs,
        new ChunkRepresentation(type, shape, FillValue.of(zero)),
        CodecRegistry.standard());
  }

  /** A chain over bytes. */
  static CodecPipeline bytesChain(int length, String... codecs) {
    String[] all = new String[codecs.length + 1];
    all[0] = "'bytes'";
    System.arraycopy(codecs, 0, all, 1, codecs.length);
    return chain(NumberType.UINT8, new int[] {length}, all);
  }

  static JsonNode json(String text) {
    try {
      return Json.parse(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  static byte[] encode(CodecPipeline chain, ChunkData elements) {
    try (CodecScratch scratch = new CodecScratch()) {
      return chain.encode(elements, scratch).toArray().clone();
    }
  }

  static ChunkData decode(CodecPipeline chain, byte[] bytes) {
    try (CodecScratch scratch = new CodecScratch()) {
      // Not at the start of its array, and bytes after it.
      byte[] padded = new byte[bytes.length + 16];
      System.arraycopy(bytes, 0, padded, 7, bytes.length);
      return chain.decode(new ByteSlice(padded, 7, bytes.length), null, scratch);
    }
  }

  static AbstractThrowableAssert<?, ?> assertRefused(
      NumberType type, int[] shape, String... codecs) {
    return assertThatThrownBy(() -> chain(type, shape, codecs))
        .isInstanceOf(InvalidMetadataException.class);
  }

  static AbstractThrowableAssert<?, ?> assertUndecodable(CodecPipeline chain, byte[] bytes) {
    return assertThatThrownBy(() -> decode(chain, bytes)).isInstanceOf(CodingException.class);
  }

  /** All elements by their bits. */
  static List<Long> patterns(NumberType type, ChunkData elements) {
    return IntStream.range(0, elements.length())
        .mapToObj(i -> elements.scalar(type, i).pattern())
        .toList();
  }

  static ChunkData ofPatterns(NumberType type, List<Long> patterns) {
    ChunkData elements = ChunkData.allocate(type, patterns.size());
    for (int i = 0; i < patterns.size(); i++) {
      elements.setStored(i, type.extend(patterns.get(i)));
    }
    return elements;
  }

  static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }
}
