package io.zarrspark.spark.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import java.io.Serializable;

/**
 * Which conventions of CF are applied, named as xarray names them.
 *
 * @param maskAndScale whether missing values become NULL, packed numbers are unpacked and {@code
 *     _Unsigned} is followed
 * @param decodeTimes whether times become TIMESTAMP or text
 * @param decodeTimedelta which durations become INTERVAL
 * @param useZarrFillValueAsMask whether {@code fill_value} stands for missing values too; null for
 *     what the format of the store means by it: in Zarr v2 stores of xarray it does
 */
public record DecodingOptions(
    boolean maskAndScale,
    boolean decodeTimes,
    Durations decodeTimedelta,
    Boolean useZarrFillValueAsMask)
    implements Serializable {

  /** What is applied unless options say otherwise. */
  public static final DecodingOptions DEFAULT =
      new DecodingOptions(true, true, Durations.NOTED, null);

  private static final String MISSING = "_FillValue";

  /** Which variables hold durations. */
  public enum Durations {
    NONE,
    /** Those that xarray wrote as such, with an attribute {@code dtype}. */
    NOTED,
    /** Also all whose units are a unit of time alone, such as {@code days}. */
    BY_UNITS
  }

  /** Whether the fill value stands for missing values beside what attributes name. */
  boolean isFillValueMissing() {
    return Boolean.TRUE.equals(useZarrFillValueAsMask);
  }

  /**
   * The attributes of an array that say how to decode it. In Zarr v2 stores of xarray, {@code
   * _FillValue} is written as the fill value of Zarr and has become an attribute again; who wants
   * no mask of fill values does not want that.
   *
   * @param document the array's metadata
   */
  ObjectNode attributes(ZarrArray array, JsonNode document) {
    ObjectNode attributes = array.attributes();
    boolean isOwn = document.path("attributes").has(MISSING);
    return Boolean.FALSE.equals(useZarrFillValueAsMask)
            && document.path("zarr_format").asInt() == 2
            && !isOwn
        ? attributes.deepCopy().without(MISSING)
        : attributes;
  }
}
