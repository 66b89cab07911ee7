package io.zarrspark.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example once and looks at what a user sees: the lines it prints and the picture. */
class NavyWindsTest {
  private static final Path STORE = Path.of("data/navy_winds.zarr");

  @TempDir static Path directory;

  private static Path png;
  private static String printed;

  @BeforeAll
  static void runTheJob() throws IOException {
    png = directory.resolve("maps/winds.png");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.shuffle.partitions", "4")
            .getOrCreate();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      String derived = directory.resolve("strongest.zarr").toString();
      NavyWinds.run(spark, STORE.toString(), png, derived, out);
    } finally {
      spark.stop();
    }
    printed = bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void printsTheSchema() {
    assertThat(columns("(\\w+): (\\w+) \\(nullable"))
        .containsExactly(
            "time: timestamp", "lat: double", "lon: double", "UWND: float", "VWND: float");
  }

  @Test
  void writesAStoreThatReadsBack() {
    assertThat(printed.lines()).contains("  126,144 cells read back, 0 of them other than written");
    assertThat(directory.resolve("strongest.zarr/speed/zarr.json")).exists();
  }

  @Test
  void countsEveryCell() {
    assertThat(printed.lines()).contains("rows 1387584");
  }

  @Test
  void averagesTheUnpackedValues() {
    assertThat(number("mean UWND (\\S+) m/s")).isCloseTo(0.0265, within(0.0005));
    assertThat(number("mean VWND (\\S+) m/s")).isCloseTo(-0.0729, within(0.0005));
  }

  /** Latitudes and speeds as xarray computes them from the same store. */
  @Test
  void findsTheWindiestLatitudeOfEachSeason() {
    assertThat(printed.lines())
        .containsSubsequence(
            "  DJF  50.0 S   9.40 m/s",
            "  MAM  52.5 S   9.54 m/s",
            "  JJA  52.5 S   8.63 m/s",
            "  SON  52.5 S   9.91 m/s");
  }

  @Test
  void aWholeScanFetchesEveryObjectOnceAndNoMoreThanTheStoreHolds() throws IOException {
    assertThat(full("cells")).isEqualTo(1_387_584);
    assertThat(full("blocks read")).isEqualTo(2 * 176);
    assertThat(full("blocks absent")).isZero();
    assertThat(full("pruned per variable")).isZero();
    assertThat(full("bytes fetched")).isBetween(3_900_000L, storedBytes());
  }

  @Test
  void aRegionAndAYearFetchASmallPart() {
    // 12 months, 13 latitudes, 33 longitudes: in each variable 2 x 2 inner chunks of one year.
    assertThat(part("cells")).isEqualTo(12 * 13 * 33);
    assertThat(part("blocks read")).isEqualTo(2 * 2 * 2);
    assertThat(part("pruned per variable")).isEqualTo(176 - 2 * 2);
    assertThat(part("bytes fetched")).isPositive().isLessThan(full("bytes fetched") / 20);
    assertThat(part("objects fetched")).isLessThan(full("objects fetched"));
  }

  @Test
  void drawsTheMap() throws IOException {
    BufferedImage map = ImageIO.read(png.toFile());
    assertThat(map.getWidth()).isEqualTo(WindMap.WIDTH);
    assertThat(map.getHeight()).isEqualTo(WindMap.HEIGHT);
    int[] pixels = map.getRGB(0, 0, map.getWidth(), map.getHeight(), null, 0, map.getWidth());
    assertThat(IntStream.of(pixels).distinct().count()).isGreaterThan(50);
    assertThat(printed.lines()).contains("map of the mean wind speed: " + png);
  }

  private static double number(String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(printed);
    assertThat(matcher.find()).as("%s in%n%s", pattern, printed).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  private static List<String> columns(String pattern) {
    return Pattern.compile(pattern)
        .matcher(printed)
        .results()
        .map(found -> found.group(1) + ": " + found.group(2))
        .toList();
  }

  private static long full(String line) {
    return cell(line, 1);
  }

  private static long part(String line) {
    return cell(line, 2);
  }

  private static long cell(String line, int column) {
    Matcher matcher = Pattern.compile(line + " +([0-9,]+) +([0-9,]+)").matcher(printed);
    assertThat(matcher.find()).as("%s in%n%s", line, printed).isTrue();
    return Long.parseLong(matcher.group(column).replace(",", ""));
  }

  private static long storedBytes() throws IOException {
    try (Stream<Path> files = Files.walk(STORE)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
