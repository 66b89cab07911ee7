package io.zarrspark.codec;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.kernel.CastValue;
import io.zarrspark.kernel.Elementwise;
import io.zarrspark.kernel.OutOfRange;
import io.zarrspark.kernel.Rounding;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.DataTypes;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.ScalarException;
import io.zarrspark.type.ScalarJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * {@code cast_value} of zarr-extensions: converts numbers by value, not by bits.
 *
 * <pre>
 * {"name": "cast_value", "configuration": {"data_type": "uint8", "rounding": "nearest-even",
 *  "out_of_range": "clamp", "scalar_map": {"encode": [["NaN", 0]], "decode": [[0, "NaN"]]}}}
 * </pre>
 */
final class CastValueCodec {
  static final String NAME = "cast_value";

  private CastValueCodec() {}

  static ArrayToArrayCodec bind(CodecConfig config, ChunkRepresentation decoded) {
    Members members = config.members();
    NumberType from = NumberTypes.of(NAME, decoded);
    NumberType to = DataTypes.parseNumber("data_type", members.required("data_type"));
    Rounding rounding =
        members
            .optionalText("rounding")
            .map(
                name ->
                    Rounding.named(name)
                        .orElseThrow(
                            () ->
                                new InvalidMetadataException(
                                    NAME
                                        + ": the rounding \""
                                        + name
                                        + "\" is not known; known are "
                                        + Arrays.toString(Rounding.values()))))
            .orElse(Rounding.NEAREST_EVEN);
    OutOfRange outOfRange = outOfRange(members, to);
    List<CastValue.Mapping> encodeMap = List.of();
    List<CastValue.Mapping> decodeMap = List.of();
    JsonNode map = members.optional("scalar_map").orElse(null);
    if (map != null) {
      Members directions = new Members(NAME + ": scalar_map", map);
      encodeMap =
          directions
              .optional("encode")
              .map(list -> mappings("encode", list, from, to))
              .orElse(List.of());
      decodeMap =
          directions
              .optional("decode")
              .map(list -> mappings("decode", list, to, from))
              .orElse(List.of());
      directions.done();
    }
    members.done();
    Elementwise encoder = CastValue.cast(from, to, rounding, outOfRange, encodeMap);
    Elementwise decoder = CastValue.cast(to, from, rounding, outOfRange, decodeMap);
    FillValue encodedFill = EncodedFill.of(decoded.fillValue(), encoder);
    EncodedFill.requireRoundTrip(decoded.fillValue(), encodedFill, decoder);
    return new ElementwiseCodec(NAME, decoded, encodedFill, encoder, decoder);
  }

  private static OutOfRange outOfRange(Members members, NumberType to) {
    String name = members.optionalText("out_of_range").orElse(null);
    if (name == null) {
      return OutOfRange.ERROR;
    }
    OutOfRange rule =
        OutOfRange.named(name)
            .orElseThrow(
                () ->
                    new InvalidMetadataException(
                        NAME
                            + ": out_of_range is \""
                            + name
                            + "\" but must be \"clamp\" or \"wrap\", or left out to refuse such"
                            + " values"));
    if (rule == OutOfRange.WRAP && !to.isInteger()) {
      throw new InvalidMetadataException(
          NAME
              + ": out_of_range \"wrap\" needs an integer data_type, not "
              + to
              + "; use \"clamp\" or leave it out");
    }
    return rule;
  }

  private static List<CastValue.Mapping> mappings(
      String direction, JsonNode list, NumberType keys, NumberType results) {
    String place = NAME + ": scalar_map." + direction;
    if (!list.isArray()) {
      throw new InvalidMetadataException(place + " must be a list of [key, value] pairs");
    }
    List<CastValue.Mapping> mappings = new ArrayList<>();
    for (JsonNode pair : list) {
      if (!pair.isArray() || pair.size() != 2) {
        throw new InvalidMetadataException(
            place + " has " + pair + ", which is no [key, value] pair");
      }
      mappings.add(
          new CastValue.Mapping(
              scalar(place, keys, pair.get(0)), scalar(place, results, pair.get(1))));
    }
    return List.copyOf(mappings);
  }

  private static NumberScalar scalar(String place, NumberType type, JsonNode json) {
    try {
      return ScalarJson.parse(type, json);
    } catch (ScalarException e) {
      throw new InvalidMetadataException(place + ": " + e.getMessage(), e);
    }
  }
}
