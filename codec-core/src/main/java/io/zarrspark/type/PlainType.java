package io.zarrspark.type;

/**
 * Types whose elements a primitive array holds, like those of numbers, but on which no codec
 * computes.
 */
public sealed interface PlainType extends DataType permits BoolType, TimeType {

  /** One element as people read it. */
  String show(long stored);
}
