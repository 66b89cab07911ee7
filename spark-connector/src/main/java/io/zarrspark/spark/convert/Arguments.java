package io.zarrspark.spark.convert;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.spark.network.util.JavaUtils;

/** Arguments of a verb: words, {@code --name value} or {@code --name=value}, and flags. */
final class Arguments {
  private final String verb;
  private final List<String> words = new ArrayList<>();
  private final Map<String, List<String>> values = new HashMap<>();

  private Arguments(String verb) {
    this.verb = verb;
  }

  /**
   * Parses arguments.
   *
   * @param options those with a value, as {@code --chunks}
   * @param flags those without
   * @throws UsageException if one is not known or lacks its value
   */
  static Arguments parse(
      String verb, List<String> arguments, List<String> options, List<String> flags) {
    Arguments parsed = new Arguments(verb);
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (!argument.startsWith("--")) {
        parsed.words.add(argument);
        continue;
      }
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      if (flags.contains(name)) {
        if (equals >= 0) {
          throw new UsageException(name + " takes no value");
        }
        parsed.add(name, "");
      } else if (options.contains(name)) {
        if (equals < 0 && i + 1 == arguments.size()) {
          throw new UsageException(name + " needs a value");
        }
        parsed.add(name, equals < 0 ? arguments.get(++i) : argument.substring(equals + 1));
      } else {
        TreeSet<String> known = new TreeSet<>(options);
        known.addAll(flags);
        throw new UsageException(verb + " has no option " + name + "; it has " + known);
      }
    }
    return parsed;
  }

  private void add(String name, String value) {
    values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
  }

  /** The words, which must be as many as their names. */
  List<String> words(String... names) {
    if (words.size() != names.length) {
      throw new UsageException(
          verb + " takes " + String.join(" ", names) + ", not " + String.join(" ", words));
    }
    return words;
  }

  boolean has(String flag) {
    return values.containsKey(flag);
  }

  /** The value of an option that may be given once. */
  Optional<String> value(String option) {
    List<String> given = values.getOrDefault(option, List.of());
    if (given.size() > 1) {
      throw new UsageException(option + " is given more than once");
    }
    return given.stream().findFirst();
  }

  /** All values of an option that may be given several times. */
  List<String> values(String option) {
    return values.getOrDefault(option, List.of());
  }

  /** A list with commas. */
  List<String> list(String option) {
    return value(option)
        .map(text -> Arrays.stream(text.split(",")).map(String::trim).toList())
        .orElse(List.of());
  }

  /** A size such as {@code 512m}. */
  Optional<Long> bytes(String option) {
    return value(option)
        .map(
            text -> {
              try {
                return JavaUtils.byteStringAsBytes(text);
              } catch (NumberFormatException e) {
                throw new UsageException(
                    option + " is \"" + text + "\" but must be a size such as 512m");
              }
            });
  }

  /** A number greater than or equal to a bound. */
  Optional<Double> number(String option, double least) {
    return value(option)
        .map(
            text -> {
              try {
                double number = Double.parseDouble(text);
                if (number >= least && !Double.isInfinite(number)) {
                  return number;
                }
              } catch (NumberFormatException e) {
                // Told below, as for a number that is too small.
              }
              throw new UsageException(
                  option + " is \"" + text + "\" but must be a number of at least " + least);
            });
  }
}
