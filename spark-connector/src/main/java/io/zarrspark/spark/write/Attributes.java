package io.zarrspark.spark.write;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.Scalar;
import io.zarrspark.type.ScalarJson;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;

/** Values in attributes, as xarray writes them in Zarr v3. */
final class Attributes {
  private Attributes() {}

  /** Integers and texts as JSON; floats as the base64 of a little-endian float64. */
  static JsonNode of(Scalar value) {
    if (value instanceof NumberScalar number && number.dataType().isFloat()) {
      byte[] bytes =
          ByteBuffer.allocate(Double.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putDouble(number.doubleValue())
              .array();
      return Json.nodes().textNode(Base64.getEncoder().encodeToString(bytes));
    }
    return ScalarJson.format(value);
  }
}
