package io.zarrspark.zarrjava;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.zarr.zarrjava.v3.codec.Codec;
import dev.zarr.zarrjava.v3.codec.CodecRegistry;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.type.Json;

/**
 * {@code scale_offset}, {@code cast_value} and {@code numcodecs.fixedscaleoffset} for zarr-java.
 *
 * <pre>{@code
 * ZarrJavaCodecs.register();
 * ucar.ma2.Array elements = dev.zarr.zarrjava.v3.Array.open(path).read();
 * }</pre>
 *
 * <p>What zarr-java 0.0.9 and its interfaces keep from working is in {@code docs/zarr-java.md}.
 */
public final class ZarrJavaCodecs {
  private ZarrJavaCodecs() {}

  /** Makes the codecs known to every array that zarr-java opens from now on. */
  public static synchronized void register() {
    CodecRegistry.addType(ScaleOffset.NAME, ScaleOffset.class);
    CodecRegistry.addType(CastValue.NAME, CastValue.class);
    CodecRegistry.addType(FixedScaleOffset.NAME, FixedScaleOffset.class);
  }

  /**
   * A codec for {@code ArrayMetadataBuilder.withCodecs}, from its JSON, such as {@code {"name":
   * "scale_offset", "configuration": {"scale": 10}}}. Registers the codecs as well, since zarr-java
   * takes their names from its registry. One codec object serves one array.
   *
   * @throws InvalidMetadataException if the JSON is not that of a codec
   * @throws UnsupportedExtensionException if the codec is none of those registered here
   */
  public static Codec codec(String json) {
    register();
    JsonNode tree;
    try {
      tree = Json.parse(json);
    } catch (JsonProcessingException e) {
      throw new InvalidMetadataException("a codec is not valid JSON: " + e.getMessage(), e);
    }
    CodecConfig config = CodecConfig.parse(tree);
    return switch (config.name()) {
      case ScaleOffset.NAME -> new ScaleOffset(config);
      case CastValue.NAME -> new CastValue(config);
      case FixedScaleOffset.NAME -> new FixedScaleOffset(config);
      default ->
          throw new UnsupportedExtensionException(
              "the codec \""
                  + config.name()
                  + "\" is not one of those that are added to zarr-java: [cast_value,"
                  + " numcodecs.fixedscaleoffset, scale_offset]");
    };
  }

  /*
   * zarr-java knows a codec by its class alone and drops the name while it reads, so every name has
   * a class.
   */

  static final class ScaleOffset extends BoundCodec {
    static final String NAME = "scale_offset";

    private ScaleOffset(CodecConfig config) {
      super(config);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static ScaleOffset read(@JsonDeserialize(using = MembersDeserializer.class) ObjectNode json) {
      return new ScaleOffset(CodecConfig.parse(json.put("name", NAME)));
    }
  }

  static final class CastValue extends BoundCodec {
    static final String NAME = "cast_value";

    private CastValue(CodecConfig config) {
      super(config);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static CastValue read(@JsonDeserialize(using = MembersDeserializer.class) ObjectNode json) {
      return new CastValue(CodecConfig.parse(json.put("name", NAME)));
    }
  }

  static final class FixedScaleOffset extends BoundCodec {
    static final String NAME = "numcodecs.fixedscaleoffset";

    private FixedScaleOffset(CodecConfig config) {
      super(config);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static FixedScaleOffset read(
        @JsonDeserialize(using = MembersDeserializer.class) ObjectNode json) {
      return new FixedScaleOffset(CodecConfig.parse(json.put("name", NAME)));
    }
  }
}
