package io.zarrspark.spark.schema;

import java.io.Serializable;

/**
 * Which conventions of CF are applied, named as xarray names them.
 *
 * @param maskAndScale whether missing values become NULL, packed numbers are unpacked and {@code
 *     _Unsigned} is followed
 * @param decodeTimes whether times become TIMESTAMP or text
 * @param decodeTimedelta which durations become INTERVAL
 * @param useZarrFillValueAsMask whether {@code fill_value} stands for missing values too; null for
 *     what the format of the store means by it
 */
public record DecodingOptions(
    boolean maskAndScale,
    boolean decodeTimes,
    Durations decodeTimedelta,
    Boolean useZarrFillValueAsMask)
    implements Serializable {

  /** Which variables hold durations. */
  public enum Durations {
    NONE,
    /** Those that xarray wrote as such, with an attribute {@code dtype}. */
    NOTED,
    /** Also all whose units are a unit of time alone, such as {@code days}. */
    BY_UNITS
  }

  /** Zarr 2 has no {@code _FillValue} beside {@code fill_value}, so xarray lets it mean both. */
  boolean isFillValueMissing(int zarrFormat) {
    return useZarrFillValueAsMask == null ? zarrFormat == 2 : useZarrFillValueAsMask;
  }
}
