package io.zarrspark.spark.convert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** The verbs of {@code zarr-convert}: from arguments to a report. */
public final class Verbs {
  private static final List<String> RUN_OPTIONS =
      List.of("--memory-per-task", "--most-reads", "--report");
  private static final List<String> RUN_FLAGS = List.of("--dry-run", "--verify-resumed");

  private Verbs() {}

  /**
   * Runs one verb.
   *
   * @param arguments the verb and its arguments
   * @param console where plan, progress and summary go
   * @return a report
   * @throws UsageException if the arguments mean nothing
   * @throws ConversionException if it cannot be done
   */
  public static ObjectNode run(SparkSession session, List<String> arguments, PrintStream console)
      throws IOException {
    if (arguments.isEmpty()) {
      throw new UsageException("A verb is needed: " + Help.VERBS);
    }
    String verb = arguments.get(0);
    List<String> rest = arguments.subList(1, arguments.size());
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    return switch (verb) {
      case "recode" -> recode(spark, rest, console);
      default -> throw new UsageException("There is no verb " + verb + "; there are " + Help.VERBS);
    };
  }

  /** Refuses arguments that no session is needed to refuse. */
  public static void check(List<String> arguments) {
    if (arguments.isEmpty()) {
      throw new UsageException("A verb is needed: " + Help.VERBS);
    }
  }

  /** Whether the arguments ask for help. */
  public static boolean wantsHelp(List<String> arguments) {
    return arguments.contains("--help");
  }

  /** The help that arguments ask for. */
  public static String help(List<String> arguments) {
    return Help.VERBS;
  }

  /** Whether a report tells of success: a verification may find differences. */
  public static boolean isSuccess(ObjectNode report) {
    return report.path("equal").asBoolean(true);
  }

  private static ObjectNode recode(JavaSparkContext spark, List<String> rest, PrintStream console)
      throws IOException {
    Arguments arguments =
        Arguments.parse(
            "recode",
            rest,
            with(
                RUN_OPTIONS,
                "--chunks",
                "--shards",
                "--codecs",
                "--compressor",
                "--data-type",
                "--fill-value",
                "--attributes",
                "--arrays",
                "--leave-out"),
            RUN_FLAGS);
    List<String> places = arguments.words("SOURCE", "TARGET");
    if (arguments.has("--codecs") && arguments.has("--compressor")) {
      throw new UsageException("--codecs and --compressor exclude each other");
    }
    Optional<String> shards = arguments.value("--shards");
    RecodeOptions options =
        new RecodeOptions(
            arguments.list("--arrays"),
            arguments.value("--chunks").map(text -> AxisSizes.parse("--chunks", text)),
            shards
                .filter(text -> !text.equals("none"))
                .map(text -> AxisSizes.parse("--shards", text)),
            shards.equals(Optional.of("none")),
            arguments.value("--codecs").map(text -> CodecChain.parse("--codecs", text)),
            arguments.value("--compressor"),
            arguments.value("--data-type"),
            arguments.value("--fill-value").map(text -> json("--fill-value", text)),
            arguments.value("--attributes").map(text -> attributes(text)),
            arguments.list("--leave-out"));
    return new Recode(
            "recode", spark, places.get(0), places.get(1), options, runOptions(arguments, console))
        .run();
  }

  private static RunOptions runOptions(Arguments arguments, PrintStream console) {
    return new RunOptions(
        arguments.has("--dry-run"),
        arguments.has("--verify-resumed"),
        arguments.bytes("--memory-per-task"),
        arguments.number("--most-reads", 1).orElse(ArrayPasses.DEFAULT_MOST_READS),
        console);
  }

  private static JsonNode json(String option, String text) {
    try {
      return Json.parse(text);
    } catch (JsonProcessingException e) {
      // A word such as NaN, which a shell makes of "NaN".
      return Json.nodes().textNode(text);
    }
  }

  private static ObjectNode attributes(String text) {
    try {
      if (Json.parse(text) instanceof ObjectNode object
          && object.properties().stream().allMatch(entry -> entry.getValue().isObject())) {
        return object;
      }
    } catch (JsonProcessingException e) {
      throw new UsageException("--attributes is not JSON: " + e.getOriginalMessage());
    }
    throw new UsageException(
        "--attributes must be a JSON object of objects by path: {\"\": {\"title\": \"winds\"},"
            + " \"UWND\": {\"units\": null}}");
  }

  private static List<String> with(List<String> options, String... more) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of(more));
    return all;
  }
}
