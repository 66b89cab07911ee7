package io.zarrspark.examples;

import static org.apache.spark.sql.functions.asc;
import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Eleven years of monthly winds, read from a Zarr store as a Spark table: prints what is in it and
 * what a query on a part of it fetched, draws the mean wind speed as a map, and writes the
 * strongest wind of each month of the year as a new store.
 *
 * <p>Arguments, all optional: the PNG file to write, the store to read, the store to write.
 */
public final class NavyWinds {
  private static final String PNG = "examples/target/navy_winds.png";
  private static final String STORE = "examples/data/navy_winds.zarr";
  private static final String DERIVED = "examples/target/strongest_winds.zarr";

  /** Longitudes of the store run from 20 to 377.5, so 80 W to 0 is 280 to 360. */
  private static final Region NORTH_ATLANTIC = new Region("North Atlantic", 30, 60, 280, 360);

  private final Dataset<Row> winds;
  private final PrintStream out;

  private NavyWinds(SparkSession spark, String store, PrintStream out) {
    this.winds =
        spark
            .read()
            .format("zarr")
            .load(store)
            .withColumn("speed", expr("sqrt(double(UWND) * UWND + double(VWND) * VWND)"));
    this.out = out;
  }

  public static void main(String[] args) throws IOException {
    System.setProperty("java.awt.headless", "true");
    Path png = Path.of(args.length > 0 ? args[0] : PNG);
    String store = args.length > 1 ? args[1] : STORE;
    String derived = args.length > 2 ? args[2] : DERIVED;
    SparkSession spark = session();
    try {
      run(spark, store, png, derived, System.out);
    } finally {
      spark.stop();
    }
  }

  /** A session on this machine, unless spark-submit or -Dspark.master says otherwise. */
  private static SparkSession session() {
    SparkSession.Builder builder =
        SparkSession.builder()
            .appName("navy winds")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.shuffle.partitions", "4");
    if (System.getProperty("spark.master") == null) {
      builder.master("local[*]");
    }
    return builder.getOrCreate();
  }

  static void run(SparkSession spark, String store, Path png, String derived, PrintStream out)
      throws IOException {
    out.println(store + " on Spark " + spark.version());
    NavyWinds job = new NavyWinds(spark, store, out);
    job.printTable();
    job.printWindiestLatitudes();
    job.printFetched();
    job.drawMap(png);
    job.writeMonths(spark, derived);
  }

  /** The strongest wind of each month over the years, as a new store, which is read back. */
  private void writeMonths(SparkSession spark, String derived) {
    Dataset<Row> months =
        winds
            .groupBy(expr("month(time)").as("month"), col("lat"), col("lon"))
            .agg(expr("float(max(speed))").as("speed"));
    months
        .write()
        .format("zarr")
        .mode("overwrite")
        .option("dims", "month,lat,lon")
        .option("encoding.speed", "{\"attributes\": {\"units\": \"m/s\"}}")
        .save(derived);
    Dataset<Row> read = spark.read().format("zarr").load(derived);
    Row windiest = read.orderBy(col("speed").desc(), col("month"), col("lat"), col("lon")).head();
    out.println();
    out.println("strongest wind of each month of the year: " + derived);
    out.println(
        format(
            "  %,d cells read back, %,d of them other than written",
            read.count(), months.exceptAll(read).count()));
    out.println(
        format(
            "  strongest of all: %.2f m/s in month %d at %.1f %s",
            windiest.getFloat(3),
            windiest.getInt(0),
            Math.abs(windiest.getDouble(1)),
            windiest.getDouble(1) < 0 ? "S" : "N"));
  }

  private void printTable() {
    Dataset<Row> stored = winds.drop("speed");
    out.print(stored.schema().treeString());
    out.println();
    out.println("rows " + stored.count());
    Row mean = stored.agg(avg("UWND"), avg("VWND")).head();
    out.println(format("mean UWND %.4f m/s", mean.getDouble(0)));
    out.println(format("mean VWND %.4f m/s", mean.getDouble(1)));
  }

  private void printWindiestLatitudes() {
    List<Row> seasons =
        winds
            .withColumn("quarter", expr("month(time) % 12 div 3"))
            .groupBy("quarter", "lat")
            .agg(avg("speed").as("speed"))
            .groupBy("quarter")
            .agg(expr("max_by(lat, speed)"), expr("max(speed)"))
            .orderBy(asc("quarter"))
            .collectAsList();
    out.println();
    out.println("windiest latitude by season");
    String[] names = {"DJF", "MAM", "JJA", "SON"};
    for (Row season : seasons) {
      double latitude = season.getDouble(1);
      out.println(
          format(
              "  %s  %4.1f %s  %5.2f m/s",
              names[(int) season.getLong(0)],
              Math.abs(latitude),
              latitude < 0 ? "S" : "N",
              season.getDouble(2)));
    }
  }

  /**
   * The same question about the whole table and about a region and a year, and what each fetched.
   */
  private void printFetched() {
    Region region = NORTH_ATLANTIC;
    Dataset<Row> part =
        winds.where(
            col("lat")
                .between(region.south(), region.north())
                .and(col("lon").between(region.west(), region.east()))
                .and(expr("time >= '1990-01-01' and time < '1991-01-01'")));
    Dataset<Row> everywhere = speedOf(winds);
    Dataset<Row> there = speedOf(part);
    Row all = everywhere.collectAsList().get(0);
    Row some = there.collectAsList().get(0);
    ScanMetrics full = ScanMetrics.of(everywhere);
    ScanMetrics few = ScanMetrics.of(there);

    out.println();
    out.println(format("%-22s %15s %22s", "", "whole table", region.name() + " 1990"));
    line("cells", all.getLong(0), some.getLong(0));
    out.println(
        format("%-22s %11.2f m/s %18.2f m/s", "mean speed", all.getDouble(1), some.getDouble(1)));
    line("objects fetched", full.objects(), few.objects());
    line("requests", full.requests(), few.requests());
    line("bytes fetched", full.bytes(), few.bytes());
    line("blocks read", full.blocksRead(), few.blocksRead());
    line("blocks absent", full.blocksAbsent(), few.blocksAbsent());
    line("pruned per variable", full.blocksPruned(), few.blocksPruned());
  }

  private static Dataset<Row> speedOf(Dataset<Row> winds) {
    return winds.agg(count(lit(1)), avg("speed"));
  }

  private void line(String name, long full, long part) {
    out.println(format("%-22s %,15d %,22d", name, full, part));
  }

  private void drawMap(Path png) throws IOException {
    List<Row> means =
        winds.groupBy("lat", "lon").agg(avg("speed")).orderBy("lat", "lon").collectAsList();
    BufferedImage map =
        WindMap.draw(
            LatLonGrid.of(means),
            "Mean surface wind speed, 1982 to 1992",
            "speed of the monthly mean wind, averaged over 132 months; cells of 2.5°; FNOC winds, NOAA/PMEL",
            "wind speed, m/s",
            NORTH_ATLANTIC);
    if (png.toAbsolutePath().getParent() != null) {
      Files.createDirectories(png.toAbsolutePath().getParent());
    }
    ImageIO.write(map, "png", png.toFile());
    out.println();
    out.println("map of the mean wind speed: " + png);
    if (!WindMap.canDrawText()) {
      out.println("(without labels: this machine has no fonts for Java)");
    }
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
