package io.zarrspark.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.codec.ArrayToArrayCodec;
import io.zarrspark.codec.CodecPipeline;
import io.zarrspark.codec.CodecRegistry;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.codec.CodingException;
import io.zarrspark.codec.LegacyCodecs;
import io.zarrspark.kernel.ElementException;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.DataTypes;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.type.DataType;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.Scalar;
import io.zarrspark.type.ScalarJson;
import java.util.ArrayList;
import java.util.List;

/** Runs a case of one codec: what each element becomes, encoded and decoded. */
final class ElementVectors {
  private static final CodecConfig BYTES =
      CodecConfig.of("bytes", Json.nodes().objectNode().put("endian", "little"));

  private final JsonNode vector;
  private final NumberType type;
  private final List<CodecConfig> codecs;
  private final CodecScratch scratch = new CodecScratch();

  private ElementVectors(JsonNode vector, NumberType type, List<CodecConfig> codecs) {
    this.vector = vector;
    this.type = type;
    this.codecs = codecs;
  }

  static void check(JsonNode vector) {
    String metadata = vector.path("metadata").asText("ok");
    if (metadata.equals("!invalid_metadata")) {
      checkRefused(vector);
      return;
    }
    NumberType type = NumberType.named(vector.get("dtype").textValue()).orElseThrow();
    CodecConfig codec = codec(vector);
    new ElementVectors(vector, type, List.of(codec)).run();
    if (vector.has("converted_text")) {
      List<CodecConfig> converted = LegacyCodecs.toV3Codecs(codec, type);
      assertThat(converted.stream().map(CodecConfig::toJson).toList())
          .isEqualTo(codecs(vector).stream().map(CodecConfig::toJson).toList());
      new ElementVectors(vector, type, converted).run();
    }
  }

  private static void checkRefused(JsonNode vector) {
    try {
      DataType type = DataTypes.parse("data_type", vector.get("dtype"));
      if (type instanceof NumberType number) {
        new ElementVectors(vector, number, List.of(codec(vector))).bind(1, one(number));
      } else {
        FillValue fill = FillValue.of(Scalar.defaultOf(type));
        CodecPipeline.bind(
            List.of(codec(vector)),
            new ChunkRepresentation(type, new int[] {1}, fill),
            CodecRegistry.standard());
      }
    } catch (InvalidMetadataException | UnsupportedExtensionException e) {
      assertThat(e.getMessage()).doesNotContain("the fill value");
      return;
    }
    fail("the metadata was accepted, but is invalid: " + vector.path("note").asText());
  }

  /** Parses the codec's own text, since number literals matter. */
  private static CodecConfig codec(JsonNode vector) {
    if (vector.has("codec_text")) {
      return CodecConfig.parse(json(vector.get("codec_text").textValue()));
    }
    String name = vector.get("id").textValue().replaceAll("/.*", "");
    String configuration =
        vector.has("configuration_text")
            ? vector.get("configuration_text").textValue()
            : Json.write(vector.get("configuration"));
    return CodecConfig.parse(
        json("{\"name\": \"" + name + "\", \"configuration\": " + configuration + "}"));
  }

  private static List<CodecConfig> codecs(JsonNode vector) {
    return CodecConfig.parseList("codecs", json(vector.get("converted_text").textValue()));
  }

  static JsonNode json(String text) {
    try {
      return Json.parse(text);
    } catch (JsonProcessingException e) {
      throw new InvalidMetadataException("not JSON: " + e.getMessage(), e);
    }
  }

  private void run() {
    if (vector.has("direction")) {
      run(vector.get("direction").textValue(), vector);
    }
    for (String direction : List.of("encode", "decode")) {
      if (vector.has(direction)) {
        run(direction, vector.get(direction));
      }
    }
  }

  private void run(String direction, JsonNode lists) {
    List<String> input = Patterns.texts(lists.get("input"));
    List<String> expect = expected(lists);
    NumberScalar fill = fill();
    CodecPipeline single = bind(1, fill);
    for (int i = 0; i < input.size(); i++) {
      if (!expect.get(i).equals("!undefined")) {
        compare(direction, single, List.of(input.get(i)), List.of(expect.get(i)));
      }
    }
    if (expect.stream().noneMatch("!undefined"::equals) && !input.isEmpty()) {
      compare(direction, bind(input.size(), fill), input, expect);
    }
  }

  /** Where an integer array's alias has no result we do what numcodecs does (codecs.md, 6b). */
  private List<String> expected(JsonNode lists) {
    if (!lists.has("numcodecs")) {
      return Patterns.texts(lists.get("expect"));
    }
    List<String> numcodecs = Patterns.texts(lists.get("numcodecs"));
    if (!lists.has("expect")) {
      return numcodecs;
    }
    List<String> expect = new ArrayList<>(Patterns.texts(lists.get("expect")));
    if (type.isInteger() && codecs.size() == 1) {
      for (int i = 0; i < expect.size(); i++) {
        if (Patterns.isError(expect.get(i))) {
          expect.set(i, numcodecs.get(i));
        }
      }
    }
    return expect;
  }

  private void compare(
      String direction, CodecPipeline pipeline, List<String> input, List<String> expect) {
    List<NumberScalar> actual;
    try {
      actual = direction.equals("encode") ? encode(pipeline, input) : decode(pipeline, input);
    } catch (CodingException | ElementException e) {
      if (expect.stream().noneMatch(Patterns::isError)) {
        fail(direction + " of " + input + " should be " + expect + " but fails", e);
      }
      return;
    }
    NumberType resultType = direction.equals("encode") ? encodedType(pipeline) : type;
    for (int i = 0; i < input.size(); i++) {
      boolean right =
          !Patterns.isError(expect.get(i))
              && Patterns.matches(Patterns.scalar(resultType, expect.get(i)), actual.get(i));
      if (!right) {
        fail(
            "%s of %s should be %s but is %s in %s",
            direction, input.get(i), expect.get(i), Patterns.text(actual.get(i)), resultType);
      }
    }
  }

  private List<NumberScalar> encode(CodecPipeline pipeline, List<String> input) {
    return Patterns.scalars(
        encodedType(pipeline), pipeline.encode(Patterns.elements(type, input), scratch));
  }

  private List<NumberScalar> decode(CodecPipeline pipeline, List<String> input) {
    return Patterns.scalars(
        type, pipeline.decode(Patterns.bytes(encodedType(pipeline), input), null, scratch));
  }

  private NumberType encodedType(CodecPipeline pipeline) {
    ArrayToArrayCodec last = (ArrayToArrayCodec) pipeline.codecs().get(codecs.size() - 1);
    return (NumberType) last.encoded().dataType();
  }

  /** One, or the first value of the case for which the array can exist. */
  private NumberScalar fill() {
    InvalidMetadataException refusal = null;
    for (NumberScalar candidate : fillCandidates()) {
      try {
        bind(1, candidate);
        return candidate;
      } catch (InvalidMetadataException e) {
        refusal = e;
      }
    }
    throw refusal;
  }

  private List<NumberScalar> fillCandidates() {
    List<NumberScalar> candidates = new ArrayList<>(List.of(one(type)));
    for (String direction : List.of("encode", "decode")) {
      JsonNode lists =
          vector.path("direction").asText().equals(direction) ? vector : vector.path(direction);
      List<String> expect = Patterns.texts(lists.path("expect"));
      List<String> decoded =
          direction.equals("encode") ? Patterns.texts(lists.path("input")) : expect;
      for (int i = 0; i < expect.size(); i++) {
        if (!Patterns.isError(expect.get(i))) {
          candidates.add(Patterns.scalar(type, decoded.get(i)));
        }
      }
    }
    // Where every element fails: the offset itself becomes zero.
    JsonNode offset = codecs.get(0).configuration().get("offset");
    if (offset != null && offset.isNumber()) {
      candidates.add(ScalarJson.parse(type, offset));
    }
    for (int pattern = 0; type.bits() <= 8 && pattern <= type.mask(); pattern++) {
      candidates.add(new NumberScalar(type, pattern));
    }
    return candidates;
  }

  private CodecPipeline bind(int length, NumberScalar fill) {
    List<CodecConfig> chain = new ArrayList<>(codecs);
    chain.add(BYTES);
    return CodecPipeline.bind(
        chain,
        new ChunkRepresentation(type, new int[] {length}, FillValue.of(fill)),
        CodecRegistry.standard());
  }

  private static NumberScalar one(NumberType type) {
    return ScalarJson.parse(type, json("1"));
  }
}
