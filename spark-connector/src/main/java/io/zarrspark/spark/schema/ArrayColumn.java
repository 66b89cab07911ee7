package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.type.FieldsType;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An array as a column.
 *
 * @param name its name in the group
 * @param array the array, opened
 * @param document its metadata, from which an executor opens it again
 * @param dimensions its dimensions, unnamed ones named
 * @param decoding how its elements become values
 */
public record ArrayColumn(
    String name,
    ZarrArray array,
    JsonNode document,
    List<Dimension> dimensions,
    CellDecoding decoding) {

  private static final Logger LOG = LoggerFactory.getLogger(ArrayColumn.class);

  /** A dimension of an array or a table. Dimensions of one name but different sizes differ. */
  public record Dimension(String name, long size) {
    @Override
    public String toString() {
      return name + "=" + size;
    }
  }

  static ArrayColumn of(String name, ZarrArray array, JsonNode document, DecodingOptions decoding) {
    List<String> names = array.metadata().dimensionNames();
    long[] shape = array.shape();
    Dimension[] dimensions = new Dimension[shape.length];
    for (int d = 0; d < shape.length; d++) {
      String dimension = names.get(d);
      dimensions[d] =
          new Dimension(
              dimension == null || dimension.isEmpty() ? "dim_" + d : dimension, shape[d]);
    }
    return new ArrayColumn(
        name, array, document, Arrays.asList(dimensions), decoding(array, document, decoding));
  }

  private static CellDecoding decoding(
      ZarrArray array, JsonNode document, DecodingOptions options) {
    try {
      CellDecoding decoding = CellDecoding.of(array, document, options);
      if (options.decodeTimes() && CfTime.isUndecodable(array.attributes())) {
        LOG.warn(
            "The times of {} stay numbers: \"{}\" in the calendar \"{}\" is not known",
            array.location(),
            array.attributes().path("units").asText(),
            array.attributes().path("calendar").asText("standard"));
      }
      return decoding;
    } catch (InvalidMetadataException e) {
      throw e.in("array " + array.location());
    }
  }

  /**
   * Whether this holds the coordinates of the one dimension it is named after. Structs and complex
   * numbers, which have no order, are none.
   */
  boolean isCoordinate() {
    return !(array.dataType() instanceof FieldsType)
        && dimensions.size() == 1
        && dimensions.get(0).name().equals(name);
  }
}
