package io.zarrspark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;

/**
 * How far an array may be from what numcodecs decodes: only {@code numcodecs.fixedscaleoffset} on
 * float16 and float32, which numcodecs computes in double and the text in the data type (codecs.md,
 * section 6). Five roundings of the alias against one of numcodecs bound the difference.
 */
final class Tolerance {
  private final double epsilon;
  private final double offset;
  private int used;
  private double largest;

  private Tolerance(double epsilon, double offset) {
    this.epsilon = epsilon;
    this.offset = offset;
  }

  static Tolerance of(ZarrArray array, String writer) {
    NumberType type = (NumberType) array.dataType();
    boolean single = type == NumberType.FLOAT32 || type == NumberType.FLOAT16;
    for (CodecConfig codec : array.metadata().codecs()) {
      if (single
          && codec.name().equals("numcodecs.fixedscaleoffset")
          && !writer.equals("exact model")) {
        JsonNode offset = codec.configuration().get("offset");
        return new Tolerance(type == NumberType.FLOAT32 ? 0x1p-24 : 0x1p-11, offset.doubleValue());
      }
    }
    return new Tolerance(0, 0);
  }

  boolean allows(NumberScalar want, NumberScalar have) {
    if (epsilon == 0) {
      return false;
    }
    double difference = Math.abs(want.doubleValue() - have.doubleValue());
    used++;
    largest = Math.max(largest, difference);
    return difference <= 5 * epsilon * (Math.abs(want.doubleValue()) + Math.abs(offset));
  }

  void report(String id, int elements) {
    if (used > 0) {
      System.out.printf(
          "conformance: tolerance in %s: %d of %d elements differ from numcodecs, by at most %s"
              + " (codecs.md, section 6)%n",
          id, used, elements, largest);
    }
  }
}
