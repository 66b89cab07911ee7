package io.zarrspark.spark.convert;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Arguments of the form {@code name=value}. */
final class Pairs {
  private Pairs() {}

  static Map<String, String> parse(String option, List<String> texts) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals <= 0) {
        throw new UsageException(option + " is \"" + text + "\" but must be name=value");
      }
      pairs.put(text.substring(0, equals), text.substring(equals + 1));
    }
    return pairs;
  }
}
