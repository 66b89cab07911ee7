package io.zarrspark.spark.convert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.codec.ArrayToArrayCodec;
import io.zarrspark.codec.BytesToBytesCodec;
import io.zarrspark.codec.Codec;
import io.zarrspark.codec.CodecPipeline;
import io.zarrspark.codec.LegacyCodecs;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.type.DataType;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.Scalar;
import io.zarrspark.type.ScalarJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The codecs of a chunk, taken out of the metadata of an array with or without shards. */
final class CodecChain {
  private static final String SHARDING = "sharding_indexed";

  private static final List<String> PACKING = List.of("scale_offset", "cast_value");

  private CodecChain() {}

  /**
   * The codecs of a chunk, or of an inner chunk: those before a shard, then those inside it.
   *
   * <p>Codecs that are only read become those that replace them in Zarr v3.
   */
  static List<CodecConfig> ofChunk(ZarrArray array) {
    List<CodecConfig> flat = new ArrayList<>();
    List<Codec> bound = array.pipeline().codecs();
    List<CodecConfig> configs = array.metadata().codecs();
    DataType dataType = array.dataType();
    for (int i = 0; i < configs.size(); i++) {
      if (bound.get(i) instanceof ArrayToArrayCodec codec) {
        flat.addAll(LegacyCodecs.toV3Codecs(configs.get(i), dataType));
        dataType = codec.encoded().dataType();
      } else if (configs.get(i).name().equals(SHARDING)) {
        flat.addAll(insideShard(configs.get(i)));
      } else {
        flat.addAll(LegacyCodecs.toV3Codecs(configs.get(i), dataType));
      }
    }
    return flat;
  }

  /**
   * How many codecs at the start of a chain pack numbers. They stand before a shard, not inside:
   * zarr-python opens an array with {@code cast_value} inside a shard only if 0 has a code.
   */
  static int packingCodecs(List<CodecConfig> chain) {
    int packing = 0;
    while (packing < chain.size() && PACKING.contains(chain.get(packing).name())) {
      packing++;
    }
    return packing;
  }

  /** Whether an array has the filter that becomes {@code scale_offset} and {@code cast_value}. */
  static boolean isFixedScaleOffset(ZarrArray array) {
    return array.metadata().codecs().stream()
        .anyMatch(codec -> codec.name().equals("numcodecs.fixedscaleoffset"));
  }

  /** The number that a chain encodes as 0, which comes back to the bit: the offset. */
  static Scalar fillValueOfCodeZero(List<CodecConfig> chain, NumberType type) {
    for (CodecConfig codec : chain) {
      if (codec.name().equals("scale_offset") && codec.configuration().has("offset")) {
        return ScalarJson.parse(type, codec.configuration().get("offset"));
      }
    }
    return new NumberScalar(type, 0);
  }

  private static List<CodecConfig> insideShard(CodecConfig sharding) {
    List<CodecConfig> flat = new ArrayList<>();
    for (CodecConfig config :
        CodecConfig.parseList("codecs", sharding.configuration().get("codecs"))) {
      if (config.name().equals(SHARDING)) {
        flat.addAll(insideShard(config));
      } else {
        flat.add(config);
      }
    }
    return flat;
  }

  /** The codecs of an option: JSON as in metadata. */
  static List<CodecConfig> parse(String option, String text) {
    JsonNode json;
    try {
      json = Json.parse(text);
    } catch (JsonProcessingException e) {
      throw new UsageException(
          option + " must be a JSON list of codecs, but: " + e.getOriginalMessage());
    }
    return CodecConfig.parseList(option, json);
  }

  /** The codecs up to the one that makes bytes, then one compressor, or none. */
  static List<CodecConfig> withCompressor(ZarrArray array, String compressor) {
    CodecPipeline block = array.pipeline().blockPipeline();
    long compressors =
        block.codecs().stream().filter(codec -> codec instanceof BytesToBytesCodec).count();
    List<CodecConfig> chain = new ArrayList<>(ofChunk(array));
    for (int i = 0; i < compressors; i++) {
      chain.remove(chain.size() - 1);
    }
    compressor(compressor, array.dataType().storage().bytes()).ifPresent(chain::add);
    return chain;
  }

  private static Optional<CodecConfig> compressor(String text, int typeSize) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    ObjectNode configuration = Json.nodes().objectNode();
    switch (name) {
      case "none" -> {
        return Optional.empty();
      }
      case "zstd" -> configuration.put("level", level(text, colon, 3)).put("checksum", false);
      case "gzip" -> configuration.put("level", level(text, colon, 6));
      case "blosc" ->
          configuration
              .put("cname", "zstd")
              .put("clevel", level(text, colon, 5))
              .put("shuffle", typeSize > 1 ? "shuffle" : "bitshuffle")
              .put("typesize", Math.max(1, typeSize))
              .put("blocksize", 0);
      default -> throw malformed(text);
    }
    return Optional.of(CodecConfig.of(name, configuration));
  }

  private static int level(String text, int colon, int otherwise) {
    if (colon < 0) {
      return otherwise;
    }
    try {
      return Integer.parseInt(text.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw malformed(text);
    }
  }

  private static UsageException malformed(String text) {
    return new UsageException(
        "--compressor is \""
            + text
            + "\" but must be zstd, gzip or blosc, with a level as in zstd:5, or none; --codecs"
            + " takes any chain");
  }
}
