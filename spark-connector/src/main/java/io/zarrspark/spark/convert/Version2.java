package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.metadata.ArrayMetadata;
import io.zarrspark.metadata.ArrayTemplate;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.V2Store;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** What is different in arrays of Zarr v2 that become ones of v3, and the other way. */
final class Version2 {
  private static final String MISSING = "_FillValue";

  /** What Zarr v2 has no codec for, and values are the same without. */
  private static final List<String> LEFT_OUT = List.of("scale_offset", "cast_value");

  private Version2() {}

  /** The codecs of a chunk as Zarr v2 has them. */
  static List<CodecConfig> codecs(List<CodecConfig> chain, ArrayMetadata source) {
    if (chain.stream().noneMatch(codec -> LEFT_OUT.contains(codec.name()))) {
      return chain;
    }
    List<CodecConfig> codecs = new ArrayList<>();
    for (CodecConfig codec : chain) {
      if (codec.name().equals("bytes")) {
        codecs.add(ArrayTemplate.arrayToBytes(source.dataType()));
      } else if (!LEFT_OUT.contains(codec.name())) {
        codecs.add(codec);
      }
    }
    return codecs;
  }

  /**
   * Attributes of a Zarr v2 array as those of a Zarr v3 array: the missing value of floats in the
   * base64 of a little-endian float64, which is all that xarray reads there.
   */
  static ObjectNode attributesOfVersion3(ArrayMetadata source) {
    JsonNode missing = source.attributes().get(MISSING);
    if (source.chunkKeyEncoding().prefixed()
        || missing == null
        || !(source.dataType() instanceof NumberType type && type.isFloat())) {
      return source.attributes();
    }
    double value =
        ((NumberScalar) V2Store.missing((NumberType) source.dataType(), missing)).doubleValue();
    byte[] bytes =
        ByteBuffer.allocate(Double.BYTES).order(ByteOrder.LITTLE_ENDIAN).putDouble(value).array();
    return source.attributes().deepCopy().put(MISSING, Base64.getEncoder().encodeToString(bytes));
  }
}
