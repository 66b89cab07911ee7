package io.zarrspark.spark.schema;

import java.io.Serializable;

/**
 * Which conventions of CF are applied.
 *
 * @param maskAndScale whether missing values become NULL and packed numbers are unpacked
 * @param decodeTimes whether times become TIMESTAMP
 */
public record DecodingOptions(boolean maskAndScale, boolean decodeTimes) implements Serializable {}
