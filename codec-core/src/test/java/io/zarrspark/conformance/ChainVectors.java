package io.zarrspark.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.codec.ArrayToArrayCodec;
import io.zarrspark.codec.Codec;
import io.zarrspark.codec.CodecPipeline;
import io.zarrspark.codec.CodecRegistry;
import io.zarrspark.codec.ShardAccess;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.DataTypes;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.ScalarException;
import io.zarrspark.type.ScalarJson;
import java.util.Arrays;
import java.util.List;

/** Runs a case of a chain: data type and fill value behind each array -> array codec. */
final class ChainVectors {
  private ChainVectors() {}

  static void check(JsonNode vector) {
    String expect = vector.get("expect").textValue();
    switch (expect) {
      case "ok" -> checkStages(bind(vector), vector.get("stages"));
      case "!fill_value" ->
          assertThatThrownBy(() -> bind(vector))
              .isInstanceOf(InvalidMetadataException.class)
              .hasMessageContaining("the fill value");
      default ->
          assertThatThrownBy(() -> bind(vector))
              .isInstanceOfAny(
                  InvalidMetadataException.class,
                  UnsupportedExtensionException.class,
                  ScalarException.class);
    }
  }

  private static CodecPipeline bind(JsonNode vector) {
    NumberType type = DataTypes.parseNumber("data_type", vector.get("dtype"));
    FillValue fill =
        FillValue.of(
            ScalarJson.parse(type, ElementVectors.json(vector.get("fill_value_text").textValue())));
    JsonNode codecs = ElementVectors.json(vector.get("codecs_text").textValue());
    return CodecPipeline.bind(
        CodecConfig.parseList("codecs", codecs),
        new ChunkRepresentation(type, shape(codecs), fill),
        CodecRegistry.standard());
  }

  /** The case gives no shape: twice the first inner chunk, or anything of the rank it needs. */
  private static int[] shape(JsonNode codecs) {
    JsonNode inner = codecs.findValue("chunk_shape");
    if (inner != null) {
      int[] shape = new int[inner.size()];
      Arrays.setAll(shape, d -> 2 * inner.get(d).intValue());
      return shape;
    }
    JsonNode order = codecs.findValue("order");
    int[] shape = new int[order == null ? 1 : order.size()];
    Arrays.fill(shape, 4);
    return shape;
  }

  private static void checkStages(CodecPipeline pipeline, JsonNode stages) {
    for (JsonNode stage : stages) {
      String at = stage.get("at").textValue();
      Codec codec = find(pipeline, at);
      assertThat(codec.name()).as(at).isEqualTo(stage.get("codec").textValue());
      ChunkRepresentation encoded = ((ArrayToArrayCodec) codec).encoded();
      assertThat(encoded.dataType().zarrName())
          .as(at)
          .isEqualTo(stage.get("data_type").textValue());
      assertThat(Patterns.text((NumberScalar) encoded.fillValue().scalar()))
          .as(at)
          .isEqualTo(stage.get("fill").textValue());
    }
  }

  /** The codec at a path such as {@code codecs/2/codecs/0}. */
  private static Codec find(CodecPipeline pipeline, String at) {
    Codec codec = null;
    List<Codec> codecs = pipeline.codecs();
    for (String index : at.replaceFirst("^codecs/", "").split("/codecs/")) {
      if (codec != null) {
        codecs = ShardAccess.innerCodecs(codec);
      }
      codec = codecs.get(Integer.parseInt(index));
    }
    return codec;
  }
}
