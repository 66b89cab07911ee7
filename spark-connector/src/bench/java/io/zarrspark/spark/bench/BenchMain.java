package io.zarrspark.spark.bench;

import io.zarrspark.spark.RecordingFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;

/** Runs the end-to-end benchmarks whose names match a pattern. */
public final class BenchMain {
  private BenchMain() {}

  public static void main(String[] args) throws IOException {
    Pattern wanted = Pattern.compile(args.length == 0 ? ".*" : args[0]);
    Path folder = Path.of(System.getProperty("bench.data", "target/bench-data"));
    Files.createDirectories(folder);
    if (wanted.matcher("PlanBench").find()) {
      PlanBench.run(folder);
    }
    if (wanted.matcher("ReadAllBench").find()) {
      ReadAllBench.run(folder);
    }
    boolean scans = wanted.matcher("ScanBench").find();
    boolean writes = wanted.matcher("WriteBench").find();
    boolean conversions = wanted.matcher("ConvertBench").find();
    if (scans || writes || conversions) {
      SparkSession spark = session();
      try {
        if (scans) {
          new ScanBench(spark, folder).run();
        }
        if (writes) {
          new WriteBench(spark, folder).run();
        }
        if (conversions) {
          new ConvertBench(spark, folder).run();
        }
      } finally {
        spark.stop();
      }
    }
  }

  static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.hadoop.fs.rec.impl", RecordingFileSystem.class.getName())
        .getOrCreate();
  }
}
