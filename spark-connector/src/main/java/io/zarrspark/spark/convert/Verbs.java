package io.zarrspark.spark.convert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.metadata.DataTypes;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.spark.io.WriteOptions;
import io.zarrspark.spark.io.ZarrOptions;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** The verbs of {@code zarr-convert}: from arguments to a report. */
public final class Verbs {
  private static final List<String> LAYOUT =
      List.of("--chunks", "--shards", "--arrays", "--attributes", "--most-reads", "--leave-out");
  private static final List<String> TABLE = List.of("--format", "--option", "--table-option");
  private static final List<String> MODES = List.of("error", "append", "overwrite");

  private final SparkSession session;
  private final JavaSparkContext spark;
  private final PrintStream console;

  private Verbs(SparkSession session, PrintStream console) {
    this.session = session;
    this.spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    this.console = console;
  }

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
    check(arguments);
    String verb = arguments.get(0);
    Arguments rest = parse(verb, arguments.subList(1, arguments.size()));
    ObjectNode report = new Verbs(session, console).run(verb, rest);
    Optional<String> file = rest.value("--report");
    if (file.isPresent()) {
      write(file.get(), report, session);
    }
    return report;
  }

  /** Refuses arguments that need no session to be refused. */
  public static void check(List<String> arguments) {
    if (arguments.isEmpty() || !Help.isVerb(arguments.get(0))) {
      throw new UsageException(
          (arguments.isEmpty() ? "A verb is needed" : "There is no verb " + arguments.get(0))
              + "; there are "
              + Help.verbs());
    }
    parse(arguments.get(0), arguments.subList(1, arguments.size()));
  }

  /** Whether the arguments ask for help. */
  public static boolean wantsHelp(List<String> arguments) {
    return arguments.contains("--help");
  }

  /** The help that arguments ask for. */
  public static String help(List<String> arguments) {
    return Help.of(arguments.get(0));
  }

  /** Whether a report tells of success: a verification may find differences. */
  public static boolean isSuccess(ObjectNode report) {
    return report.path("equal").asBoolean(true);
  }

  private static Arguments parse(String verb, List<String> rest) {
    List<String> options = new ArrayList<>(List.of("--memory-per-task", "--report"));
    List<String> flags = new ArrayList<>(List.of("--dry-run"));
    switch (verb) {
      case "recode" -> {
        options.addAll(LAYOUT);
        options.addAll(List.of("--codecs", "--compressor", "--data-type", "--fill-value"));
        options.add("--zarr-format");
        flags.add("--verify-resumed");
      }
      case "pack" -> {
        options.addAll(LAYOUT);
        options.addAll(List.of("--max-abs-error", "--codes"));
        flags.add("--verify-resumed");
      }
      case "copy" -> {
        options.add("--leave-out");
        flags.add("--verify-resumed");
      }
      case "verify" -> {
        options.addAll(TABLE);
        options.addAll(List.of("--tolerance", "--leave-out", "--dims"));
        flags.add("--catalog-table");
      }
      case "to-table" -> {
        options.addAll(TABLE);
        options.addAll(List.of("--where", "--select", "--partition-by", "--mode"));
        flags.add("--catalog-table");
      }
      case "from-table" -> {
        options.addAll(TABLE);
        options.addAll(List.of("--where", "--select", "--dims", "--chunks", "--shards"));
        flags.add("--catalog-table");
      }
      default -> {
        // inspect has no options of its own.
      }
    }
    return Arguments.parse(verb, rest, options, flags);
  }

  private ObjectNode run(String verb, Arguments arguments) throws IOException {
    return switch (verb) {
      case "recode" -> recode(arguments);
      case "pack" -> pack(arguments);
      case "copy" -> copy(arguments);
      case "verify" -> verify(arguments);
      case "to-table" -> toTable(arguments);
      case "from-table" -> fromTable(arguments);
      default -> new Inspect(arguments.words("STORE").get(0)).run(session, runOptions(arguments));
    };
  }

  private ObjectNode recode(Arguments arguments) throws IOException {
    List<String> places = arguments.words("SOURCE", "TARGET");
    if (arguments.has("--codecs") && arguments.has("--compressor")) {
      throw new UsageException("--codecs and --compressor exclude each other");
    }
    return new Recode(
            "recode",
            spark,
            places.get(0),
            places.get(1),
            recodeOptions(arguments),
            runOptions(arguments))
        .run();
  }

  private ObjectNode pack(Arguments arguments) throws IOException {
    List<String> places = arguments.words("SOURCE", "TARGET");
    String text =
        arguments
            .value("--max-abs-error")
            .orElseThrow(() -> new UsageException("pack needs --max-abs-error"));
    BigDecimal maxAbsError;
    try {
      maxAbsError = new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new UsageException("--max-abs-error is \"" + text + "\" but must be a number above 0");
    }
    RecodeOptions options = recodeOptions(arguments);
    RunOptions run = runOptions(arguments);
    String source = Places.qualify(places.get(0), spark.hadoopConfiguration());
    Places.requireApart(source, Places.qualify(places.get(1), spark.hadoopConfiguration()));
    SourceNodes nodes =
        SourceNodes.open(Stores.open(source, spark.hadoopConfiguration()), options.leftOut());
    Pack pack = new Pack(spark, source, codes(arguments), maxAbsError, run);
    Map<String, Pack.Packing> packings = pack.choose(nodes, options.only());
    ObjectNode report =
        new Recode("pack", spark, places.get(0), places.get(1), options.withPackings(packings), run)
            .run();
    report.setAll(pack.report());
    Summary.tellSaved(console, report);
    return report;
  }

  private static NumberType codes(Arguments arguments) {
    String name = arguments.value("--codes").orElse("int16");
    try {
      return DataTypes.parseNumber("--codes", Json.nodes().textNode(name));
    } catch (io.zarrspark.metadata.UnsupportedExtensionException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static RecodeOptions recodeOptions(Arguments arguments) {
    Optional<String> shards = arguments.value("--shards");
    return new RecodeOptions(
        arguments.list("--arrays"),
        arguments.value("--chunks").map(text -> AxisSizes.parse("--chunks", text)),
        shards.filter(text -> !text.equals("none")).map(text -> AxisSizes.parse("--shards", text)),
        shards.equals(Optional.of("none")),
        arguments.value("--codecs").map(text -> CodecChain.parse("--codecs", text)),
        arguments.value("--compressor"),
        arguments.value("--data-type"),
        arguments.value("--fill-value").map(Verbs::json),
        arguments.value("--attributes").map(Verbs::attributes),
        zarrFormat(arguments),
        Map.of(),
        arguments.list("--leave-out"));
  }

  private static int zarrFormat(Arguments arguments) {
    return switch (arguments.value("--zarr-format").orElse("3")) {
      case "3" -> 3;
      case "2" -> {
        if (!arguments.value("--shards").orElse("none").equals("none")) {
          throw new UsageException("Zarr v2 has no shards: leave --shards out");
        }
        yield 2;
      }
      default -> throw new UsageException("--zarr-format must be 3 or 2");
    };
  }

  private ObjectNode copy(Arguments arguments) throws IOException {
    List<String> places = arguments.words("SOURCE", "TARGET");
    return new Copy(
            spark,
            places.get(0),
            places.get(1),
            arguments.list("--leave-out"),
            runOptions(arguments))
        .run();
  }

  private ObjectNode verify(Arguments arguments) throws IOException {
    List<String> places = arguments.words("A", "B");
    double tolerance = arguments.number("--tolerance", 0).orElse(0.0);
    RunOptions run = runOptions(arguments);
    if (!arguments.has("--format") && !arguments.has("--catalog-table")) {
      for (String option : List.of("--option", "--table-option", "--dims")) {
        if (arguments.has(option)) {
          throw new UsageException(option + " is for a table: give its --format as well");
        }
      }
      return new Verify(
              spark, places.get(0), places.get(1), tolerance, arguments.list("--leave-out"), run)
          .run();
    }
    List<String> dims = arguments.list("--dims");
    return new VerifyTable(
            session,
            store(places.get(0), arguments),
            table(places.get(1), arguments),
            dims.isEmpty() ? dimensions(places.get(0)) : dims,
            tolerance,
            run)
        .run();
  }

  private List<String> dimensions(String place) throws IOException {
    String location = Places.qualify(place, spark.hadoopConfiguration());
    return SourceNodes.open(Stores.open(location, spark.hadoopConfiguration()), List.of())
        .tableDimensions()
        .orElseThrow(
            () ->
                new UsageException(
                    "--dims is needed: the variables of " + location + " have several dimensions"));
  }

  private ObjectNode toTable(Arguments arguments) {
    List<String> places = arguments.words("SOURCE", "TARGET");
    String mode = arguments.value("--mode").orElse("error");
    if (!MODES.contains(mode)) {
      throw new UsageException("--mode is \"" + mode + "\" but must be one of " + MODES);
    }
    return new ToTable(
            store(places.get(0), arguments),
            table(places.get(1), arguments),
            arguments.value("--where"),
            arguments.values("--select"),
            arguments.values("--partition-by"),
            mode)
        .run(session, runOptions(arguments));
  }

  private ObjectNode fromTable(Arguments arguments) {
    List<String> places = arguments.words("TABLE", "TARGET");
    Map<String, String> options =
        new LinkedHashMap<>(Pairs.parse("--option", arguments.values("--option")));
    arguments.value("--dims").ifPresent(text -> options.put(ZarrOptions.DIMS, text));
    arguments.value("--chunks").ifPresent(text -> options.put(WriteOptions.CHUNKS, text));
    arguments.value("--shards").ifPresent(text -> options.put(WriteOptions.SHARDS, text));
    return new FromTable(
            table(places.get(0), arguments),
            places.get(1),
            arguments.value("--where"),
            arguments.values("--select"),
            options)
        .run(session, runOptions(arguments));
  }

  private static TableSource store(String place, Arguments arguments) {
    return new TableSource(place, "zarr", Pairs.parse("--option", arguments.values("--option")));
  }

  private static TableSource table(String place, Arguments arguments) {
    return new TableSource(
        place,
        arguments.has("--catalog-table") ? null : arguments.value("--format").orElse("parquet"),
        Pairs.parse("--table-option", arguments.values("--table-option")));
  }

  private RunOptions runOptions(Arguments arguments) {
    return new RunOptions(
        arguments.has("--dry-run"),
        arguments.has("--verify-resumed"),
        arguments.bytes("--memory-per-task"),
        arguments.number("--most-reads", 1).orElse(ArrayPasses.DEFAULT_MOST_READS),
        console);
  }

  private static JsonNode json(String text) {
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

  private static void write(String file, ObjectNode report, SparkSession session)
      throws IOException {
    Path path = new Path(file);
    FileSystem fileSystem = path.getFileSystem(session.sparkContext().hadoopConfiguration());
    try (java.io.OutputStream out = fileSystem.create(path, true)) {
      out.write(Json.document(report));
    }
  }
}
