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

  /**
   * Whether the fill value stands for missing values, and not what {@code _FillValue} names. A
   * {@code fill_value} of null, which Zarr v2 has, is none.
   *
   * @param document the array's metadata
   */
  boolean isFillValueMissing(JsonNode document) {
    return Boolean.TRUE.equals(useZarrFillValueAsMask) && document.hasNonNull("fill_value");
  }

  /**
   * The attributes of an array that say how to decode it. In Zarr v2 stores of xarray the fill
   * value has become the attribute {@code _FillValue}; who wants no mask of fill values gets the
   * attribute that is stored, if there is one.
   *
   * @param document the array's metadata
   */
  ObjectNode attributes(ZarrArray array, JsonNode document) {
    ObjectNode attributes = array.attributes();
    if (isFillValueMissing(document)) {
      return attributes.deepCopy().without(MISSING);
    }
    if (Boolean.FALSE.equals(useZarrFillValueAsMask)) {
      JsonNode own = document.path("attributes").path(MISSING);
      return own.isMissingNode()
          ? attributes.deepCopy().without(MISSING)
          : attributes.deepCopy().set(MISSING, own);
    }
    return attributes;
  }
}
