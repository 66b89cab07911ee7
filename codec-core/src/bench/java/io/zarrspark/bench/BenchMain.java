package io.zarrspark.bench;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.StringJoiner;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Runs the benchmarks named by JMH's command line and records every score as a line {@code bench:
 * ID VALUE}, on the console and in the file named by the system property {@code bench.out}.
 */
public final class BenchMain {
  private BenchMain() {}

  public static void main(String[] args)
      throws CommandLineOptionException, IOException, RunnerException {
    for (RunResult run : new Runner(new CommandLineOptions(args)).run()) {
      Result<?> score = run.getPrimaryResult();
      figure(id(run) + "(" + score.getScoreUnit() + ")", score.getScore());
    }
  }

  /** Records one figure; {@code id} holds no space. */
  static void figure(String id, double value) throws IOException {
    String line = String.format(Locale.ROOT, "bench: %s %.6g", id, value);
    System.out.println(line);
    Path out = Path.of(System.getProperty("bench.out", "target/bench.out"));
    Files.createDirectories(out.toAbsolutePath().getParent());
    Files.writeString(out, line + "\n", CREATE, APPEND);
  }

  /** For example {@code ArrayCopyBench.copy[elements=1000000]}. */
  private static String id(RunResult run) {
    String name = run.getParams().getBenchmark();
    String simple = name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
    StringJoiner parameters = new StringJoiner(",", "[", "]").setEmptyValue("");
    for (String key : run.getParams().getParamsKeys()) {
      parameters.add(key + "=" + run.getParams().getParam(key));
    }
    return simple + parameters;
  }
}
