package io.zarrspark.kernel;

import io.zarrspark.type.NumberType;
import java.util.List;

/**
 * One operation of a codec on every element, as steps over a tile, with the words for an element
 * that has no result.
 *
 * @param codec name of the codec, for errors
 * @param from data type before
 * @param to data type after
 * @param steps the loops; may be empty
 * @param problem what is wrong with an element that has no result
 */
record Stage(String codec, NumberType from, NumberType to, List<Step> steps, Problem problem) {

  /** Words that follow "VALUE at element N", with the remedy. */
  interface Problem {
    String of(String value);
  }

  boolean run(Tile tile, int n) {
    boolean bad = false;
    for (Step step : steps) {
      bad |= step.run(tile, n);
    }
    return bad;
  }
}
