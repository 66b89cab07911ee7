package io.zarrspark.bench;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
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
    if (args.length == 0 || Pattern.compile(args[0]).matcher("ShardBench").find()) {
      ShardBench.run();
    }
    Map<String, Double> scores = new TreeMap<>();
    for (RunResult run : results(args)) {
      Result<?> score = run.getPrimaryResult();
      figure(id(run) + "(" + score.getScoreUnit() + ")", score.getScore());
      scores.put(id(run), score.getScore());
    }
    kernelRatios(scores);
  }

  private static Collection<RunResult> results(String[] args)
      throws CommandLineOptionException, RunnerException {
    try {
      return new Runner(new CommandLineOptions(args)).run();
    } catch (NoBenchmarksException e) {
      // The pattern may name benchmarks of another module only.
      System.out.println("no benchmark of codec-core matches");
      return List.of();
    }
  }

  /** {@code kernel.FROM-TO.copy-ratio}: the time of the copy by the time of the kernel. */
  private static void kernelRatios(Map<String, Double> scores) throws IOException {
    Pattern kernel = Pattern.compile("KernelBench\\.kernel\\[kernel=(.*)]");
    for (Map.Entry<String, Double> score : scores.entrySet()) {
      Matcher matcher = kernel.matcher(score.getKey());
      if (matcher.matches()) {
        String pair = matcher.group(1);
        double copy = scores.get("KernelBench.copy[kernel=" + pair + "]");
        figure("kernel." + pair + ".copy-ratio", copy / score.getValue());
      }
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
