package io.zarrspark.spark.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.codec.PackingChoice;
import io.zarrspark.metadata.ArrayTemplate;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.DataTypes;
import io.zarrspark.metadata.Members;
import io.zarrspark.type.DataType;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.PlainScalar;
import io.zarrspark.type.Scalar;
import io.zarrspark.type.ScalarException;
import io.zarrspark.type.ScalarJson;
import io.zarrspark.type.TimeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How an array shall be stored: what the option {@code encoding} says, by xarray's and
 * zarr-python's names, over what is usual for the type of the column.
 */
final class ArrayEncoding {
  private static final String FILL_VALUE = "_FillValue";

  private final String array;
  private final Members members;
  private final DataType dataType;
  private final ObjectNode attributes;
  private final Scalar fillValue;
  private final Optional<PackingChoice> packing;

  /**
   * The encoding of an array.
   *
   * @param json what the option says; empty if nothing
   * @param usualType data type unless the option names one
   * @param isVariable whether cells may be missing, as those of coordinates may not
   * @param ofTimes attributes of numbers that are times or durations; empty of others
   * @param packing how floats become integers, if they shall
   */
  ArrayEncoding(
      String array,
      ObjectNode json,
      DataType usualType,
      boolean isVariable,
      ObjectNode ofTimes,
      Optional<PackingChoice> packing) {
    this.array = array;
    this.packing = packing;
    this.members = new Members("the option encoding of " + array, json);
    this.dataType =
        members.optional("dtype").map(dtype -> DataTypes.parse("dtype", dtype)).orElse(usualType);
    JsonNode given = members.optional("attributes").orElseGet(() -> Json.nodes().objectNode());
    if (!(given instanceof ObjectNode object)) {
      throw members.wrong("attributes", given, "a JSON object");
    }
    this.attributes = object.deepCopy();
    attributes.setAll(ofTimes);
    members.optionalText("units").ifPresent(text -> attributes.put("units", text));
    if (ofTimes.has("calendar")) {
      members.optionalText("calendar").ifPresent(text -> attributes.put("calendar", text));
    }
    members.optional("scale_factor").ifPresent(scale -> attributes.set("scale_factor", scale));
    members.optional("add_offset").ifPresent(offset -> attributes.set("add_offset", offset));
    Optional<Scalar> missing = missingValue(isVariable, !ofTimes.isEmpty());
    this.fillValue =
        members
            .optional("fill_value")
            .map(this::scalar)
            .orElseGet(
                () ->
                    packing
                        .<Scalar>map(PackingChoice::fillValue)
                        .or(() -> missing)
                        .orElseGet(() -> usualFillValue(isVariable)));
  }

  /** The value that stands for NULL, set as an attribute the way xarray does. */
  private Optional<Scalar> missingValue(boolean isVariable, boolean isTime) {
    Optional<JsonNode> json = members.optional(FILL_VALUE);
    if (json.isPresent() && json.get().isNull()) {
      return Optional.empty();
    }
    if (json.isPresent()) {
      Scalar missing = scalar(json.get());
      attributes.set(FILL_VALUE, Attributes.of(missing));
      return Optional.of(missing);
    }
    if (attributes.has(FILL_VALUE) || attributes.has("missing_value")) {
      // Given among the attributes, in whatever form their author likes.
      return Optional.empty();
    }
    if (!isVariable || !(dataType instanceof NumberType number)) {
      return Optional.empty();
    }
    if (number.isFloat() && number.floatFormat().hasNaN()) {
      Scalar nan = scalar(Json.nodes().textNode("NaN"));
      attributes.set(FILL_VALUE, Attributes.of(nan));
      return Optional.of(nan);
    }
    if (isTime && number == NumberType.INT64) {
      Scalar notATime = scalar(Json.nodes().numberNode(Long.MIN_VALUE));
      attributes.set(FILL_VALUE, Attributes.of(notATime));
      return Optional.of(notATime);
    }
    return Optional.empty();
  }

  private Scalar usualFillValue(boolean isVariable) {
    if (isVariable && dataType instanceof TimeType time) {
      return new PlainScalar(time, TimeType.NOT_A_TIME);
    }
    boolean isNaN =
        isVariable
            && dataType instanceof NumberType number
            && number.isFloat()
            && number.floatFormat().hasNaN();
    return isNaN ? scalar(Json.nodes().textNode("NaN")) : ArrayTemplate.of(dataType, 1).fillValue();
  }

  private Scalar scalar(JsonNode json) {
    try {
      return ScalarJson.parse(dataType, json);
    } catch (ScalarException e) {
      throw new WriteException("The option encoding of " + array + ": " + e.getMessage(), e);
    }
  }

  DataType dataType() {
    return dataType;
  }

  /** The array that this describes. */
  ArrayTemplate applyTo(ArrayTemplate template) {
    ArrayTemplate encoded =
        template.withFillValue(fillValue).withAttributes(attributes).withCodecs(codecs());
    members.done();
    return encoded;
  }

  private List<CodecConfig> codecs() {
    Optional<JsonNode> whole = members.optional("codecs");
    Optional<JsonNode> filters = members.optional("filters");
    Optional<JsonNode> compressors = members.optional("compressors");
    if (packing.isPresent()) {
      if (whole.isPresent() || filters.isPresent()) {
        throw new WriteException(
            "The option encoding of "
                + array
                + " has codecs or filters, but the option pack chooses them. Leave one of them"
                + " out");
      }
      List<CodecConfig> chain = new ArrayList<>(packing.get().codecs());
      chain.add(ArrayTemplate.arrayToBytes(packedType(packing.get())));
      chain.addAll(compressors(compressors));
      return chain;
    }
    if (whole.isPresent()) {
      if (filters.isPresent() || compressors.isPresent()) {
        throw new WriteException(
            "The option encoding of "
                + array
                + " has codecs, which is the whole chain, and filters or compressors beside it");
      }
      return CodecConfig.parseList("codecs", whole.get());
    }
    List<CodecConfig> chain = new ArrayList<>(list("filters", filters));
    chain.add(ArrayTemplate.arrayToBytes(dataType));
    chain.addAll(compressors(compressors));
    return chain;
  }

  private static List<CodecConfig> compressors(Optional<JsonNode> json) {
    return json.isPresent() ? list("compressors", json) : List.of(ArrayTemplate.zstd());
  }

  /** The type that the last of the codecs makes. */
  private static DataType packedType(PackingChoice choice) {
    CodecConfig cast = choice.codecs().get(choice.codecs().size() - 1);
    return DataTypes.parse("data_type", cast.configuration().get("data_type"));
  }

  private static List<CodecConfig> list(String name, Optional<JsonNode> json) {
    boolean isNone = json.isEmpty() || json.get().isNull() || json.get().isEmpty();
    if (isNone && (json.isEmpty() || !json.get().isTextual())) {
      return List.of();
    }
    JsonNode codecs = json.get();
    return codecs.isArray()
        ? CodecConfig.parseList(name, codecs)
        : List.of(CodecConfig.parse(codecs));
  }
}
