package io.zarrspark.spark.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.type.Json;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.unsafe.types.UTF8String;

/** Values of rows, as Spark holds them. */
final class Values {
  private Values() {}

  static UTF8String text(String text) {
    return text == null ? null : UTF8String.fromString(text);
  }

  /** The JSON text of a node, or null if there is none. */
  static UTF8String json(JsonNode node) {
    return node == null ? null : text(Json.write(node));
  }

  static ArrayData longs(long[] values) {
    return UnsafeArrayData.fromPrimitiveArray(values);
  }

  static ArrayData longs(int[] values) {
    long[] wide = new long[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i];
    }
    return longs(wide);
  }

  static ArrayData list(List<?> values) {
    return new GenericArrayData(values.toArray());
  }

  /** The elements of a JSON list of integers, or null if it is none. */
  static ArrayData longs(JsonNode list) {
    if (list == null || !list.isArray()) {
      return null;
    }
    long[] values = new long[list.size()];
    for (int i = 0; i < values.length; i++) {
      if (!list.get(i).canConvertToExactIntegral() || !list.get(i).canConvertToLong()) {
        return null;
      }
      values[i] = list.get(i).longValue();
    }
    return longs(values);
  }

  /** The elements of a JSON list of strings and nulls, or null if it is none. */
  static ArrayData texts(JsonNode list) {
    if (list == null || !list.isArray()) {
      return null;
    }
    Object[] values = new Object[list.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = text(list.get(i).textValue());
    }
    return new GenericArrayData(values);
  }

  /** The product of the factors, or null if a BIGINT cannot hold it. */
  static Long product(long[] factors) {
    long product = 1;
    try {
      for (long factor : factors) {
        product = Math.multiplyExact(product, factor);
      }
    } catch (ArithmeticException e) {
      return null;
    }
    return product;
  }
}
