package io.zarrspark.zarrjava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.type.NumberType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** zarr-java reads what we write, and we read what zarr-java writes. */
class InteroperabilityTest {
  private static final String LITTLE = codec("bytes", "'endian': 'little'");
  private static final String BIG = codec("bytes", "'endian': 'big'");
  private static final String GZIP = codec("gzip", "'level': 5");
  private static final String ZSTD = codec("zstd", "'level': 3, 'checksum': true");
  private static final String CRC = "{\"name\": \"crc32c\"}";
  private static final String TRANSPOSE = codec("transpose", "'order': [1, 0]");

  /** Edges of an array that its chunks do not divide. */
  private static final int[] SHAPE = {7, 10};

  private static final int[] CHUNK = {4, 6};

  @TempDir Path folder;

  /** A codec from its configuration, with single quotes for double ones. */
  private static String codec(String name, String configuration) {
    return "{\"name\": \"%s\", \"configuration\": {%s}}"
        .formatted(name, configuration.replace('\'', '"'));
  }

  private static String chain(String... codecs) {
    return String.join(", ", codecs);
  }

  private static String shard(String inner, String location, String codecs) {
    return codec(
        "sharding_indexed",
        "'chunk_shape': %s, 'codecs': [%s], 'index_codecs': [%s, %s], 'index_location': '%s'"
            .formatted(inner, codecs, LITTLE, CRC, location));
  }

  @BeforeAll
  static void register() {
    ZarrJavaCodecs.register();
  }

  /** The number types of zarr-java; its other type, bool, has no arithmetic. */
  static List<NumberType> numberTypes() {
    return Arrays.stream(dev.zarr.zarrjava.v3.DataType.values())
        .flatMap(type -> NumberType.named(type.getValue()).stream())
        .toList();
  }

  @Test
  void tenOfTheElevenTypesOfZarrJavaAreNumbers() {
    assertThat(numberTypes())
        .hasSize(dev.zarr.zarrjava.v3.DataType.values().length - 1)
        .hasSize(10);
  }

  /** What zarr-java reads; for the others see {@link ZarrJavaFaultsTest}. */
  static Stream<Arguments> typesAndReadableChains() {
    return typesAndChains()
        .filter(
            arguments -> {
              String codecs = (String) arguments.get()[1];
              return !codecs.contains("zstd")
                  || ZarrJavaFaultsTest.zstdJniIsNewEnough() && !codecs.contains("sharding");
            });
  }

  static Stream<Arguments> typesAndChains() {
    List<String> chains = new ArrayList<>();
    chains.add(LITTLE);
    chains.add(BIG);
    chains.add(chain(TRANSPOSE, BIG, GZIP));
    chains.add(chain(LITTLE, ZSTD));
    chains.add(chain(LITTLE, GZIP, CRC));
    chains.add(shard("[2, 3]", "end", LITTLE));
    chains.add(shard("[2, 3]", "end", chain(LITTLE, GZIP)));
    chains.add(shard("[2, 3]", "end", chain(LITTLE, ZSTD)));
    chains.add(shard("[2, 3]", "start", chain(TRANSPOSE, BIG, CRC, GZIP)));
    chains.add(chain(TRANSPOSE, shard("[2, 2]", "end", chain(LITTLE, GZIP))));
    // zarr-java's Blosc is the native one, which has one build.
    if (System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64")) {
      String blosc = "'cname': '%s', 'clevel': 5, 'shuffle': '%s', 'typesize': 4, 'blocksize': 0";
      chains.add(chain(LITTLE, codec("blosc", blosc.formatted("lz4", "noshuffle"))));
      chains.add(chain(LITTLE, codec("blosc", blosc.formatted("lz4", "bitshuffle"))));
      String inShard = chain(LITTLE, codec("blosc", blosc.formatted("zlib", "shuffle")));
      chains.add(shard("[2, 3]", "end", inShard));
    }
    return numberTypes().stream()
        .flatMap(type -> chains.stream().map(chain -> Arguments.of(type, chain)));
  }

  @ParameterizedTest
  @MethodSource("typesAndReadableChains")
  void zarrJavaReadsOurs(NumberType type, String codecs) throws Exception {
    TestArray array = TestArray.create(folder, SHAPE, CHUNK, type.zarrName(), "1", codecs);
    ChunkData all = anyBits(type);
    array.writeOurs(all);
    assertThat(array.readZarrJava()).isEqualTo(all.array());
  }

  @ParameterizedTest
  @MethodSource("typesAndChains")
  void weReadThoseOfZarrJava(NumberType type, String codecs) throws Exception {
    TestArray array = TestArray.create(folder, SHAPE, CHUNK, type.zarrName(), "1", codecs);
    ChunkData all = anyBits(type);
    array.writeZarrJava(all);
    assertThat(array.readOurs()).isEqualTo(all.array());
  }

  /** Any bits, and the fill value where whole inner chunks and chunks lie. */
  private static ChunkData anyBits(NumberType type) {
    ChunkData all = ChunkData.allocate(type, Shapes.elements(SHAPE));
    Random random = new Random(type.ordinal());
    long one = type.isInteger() ? 1 : type.floatFormat().toPattern(1);
    for (int i = 0; i < all.length(); i++) {
      boolean filled = i % SHAPE[1] < 3 || i / SHAPE[1] >= CHUNK[0];
      all.setStored(i, filled ? one : type.extend(random.nextLong()));
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("numberTypes")
  void scaleOffset(NumberType type) throws Exception {
    ChunkData all = small(type, 1, 2, 3);
    bothWays(all, type, "3", chain(codec("scale_offset", "'offset': 1, 'scale': 2"), LITTLE));
  }

  /** Every target from two types, every type to five targets: the casts have tests elsewhere. */
  static Stream<Arguments> typesAndTargets() {
    List<NumberType> types = numberTypes();
    return Arrays.stream(NumberType.values())
        .flatMap(
            to ->
                Stream.of(to.ordinal(), to.ordinal() + types.size() / 2)
                    .map(i -> Arguments.of(types.get(i % types.size()), to)));
  }

  @ParameterizedTest
  @MethodSource("typesAndTargets")
  void castValueToEveryTypeThatWeHave(NumberType type, NumberType to) throws Exception {
    // What every type has: int2 ends at 1, float8_e8m0fnu has no zero.
    int[] values =
        to == NumberType.INT2
            ? type.isSigned() ? new int[] {0, 1, -2} : new int[] {0, 1}
            : to == NumberType.INT4 && type.isSigned() ? new int[] {1, -8, 7} : new int[] {1, 2};
    String cast = codec("cast_value", "'data_type': '" + to + "'");
    ChunkData all = small(type, values);
    bothWays(all, type, "1", chain(cast, LITTLE));
  }

  @ParameterizedTest
  @EnumSource
  void castValueBehindAndBeforeOtherCodecs(NumberType to) throws Exception {
    String cast = codec("cast_value", "'data_type': '" + to + "'");
    ChunkData all = small(NumberType.FLOAT64, to == NumberType.INT2 ? 0 : 2, 1);
    String outside = chain(TRANSPOSE, cast, shard("[2, 2]", "end", chain(LITTLE, GZIP)));
    bothWays(all, NumberType.FLOAT64, "1", outside);
    String inside = shard("[2, 3]", "end", chain(cast, TRANSPOSE, LITTLE, GZIP));
    bothWays(all, NumberType.FLOAT64, "1", inside);
  }

  @Test
  void packedTemperaturesWithNaNMappedAndMissingChunks() throws Exception {
    String codecs =
        chain(
            codec("scale_offset", "'offset': 273.15, 'scale': 100"),
            codec(
                "cast_value",
                "'data_type': 'int16', 'scalar_map': {'encode': [['NaN', -32768]], 'decode':"
                    + " [[-32768, 'NaN']]}"),
            shard("[2, 3]", "end", chain(LITTLE, GZIP)));
    ChunkData.Doubles all = new ChunkData.Doubles(new double[Shapes.elements(SHAPE)]);
    Random random = new Random(1);
    for (int i = 0; i < all.length(); i++) {
      all.values()[i] = i % SHAPE[1] < 3 ? Double.NaN : random.nextInt(-9000, 5000) / 100d + 273.15;
    }
    TestArray array = TestArray.create(folder, SHAPE, CHUNK, "float64", "\"NaN\"", codecs);
    array.writeOurs(array.open(), new int[] {0, 1}, all);
    double[] ours = (double[]) array.readOurs();
    double[] theirs = (double[]) array.readZarrJava();
    assertThat(theirs).isEqualTo(ours);
    assertThat(ours[0]).isNaN();
    assertThat(ours[SHAPE[1] + 6]).isCloseTo(all.values()[SHAPE[1] + 6], within(1e-9));
    assertThat(ours[SHAPE[1] * 5 + 6]).isNaN();
  }

  @Test
  void missingChunksHaveTheFillValueOfTheArray() throws Exception {
    String codecs =
        chain(
            codec("scale_offset", "'offset': 5"),
            codec("cast_value", "'data_type': 'uint8'"),
            LITTLE);
    TestArray array = TestArray.create(folder, SHAPE, CHUNK, "int32", "77", codecs);
    assertThat((int[]) array.readZarrJava()).containsOnly(77).isEqualTo(array.readOurs());
  }

  @Test
  void missingInnerChunksHaveTheEncodedFillValueAndComeBackAsTheOther() throws Exception {
    String codecs =
        chain(
            codec("scale_offset", "'offset': 9007199254740993"),
            codec("cast_value", "'data_type': 'int8'"),
            shard("[2, 3]", "end", chain(LITTLE, GZIP)));
    TestArray array = TestArray.create(folder, SHAPE, CHUNK, "uint64", "9007199254741000", codecs);
    long[] values = new long[Shapes.elements(SHAPE)];
    Arrays.fill(values, 9007199254741000L);
    values[6] = 9007199254740993L + 127;
    array.writeOurs(new ChunkData.Longs(values));
    assertThat(Files.size(folder.resolve("c/0/0"))).as("an index alone").isEqualTo(4 * 16 + 4);
    assertThat(array.readZarrJava()).isEqualTo(values);
    Files.delete(folder.resolve("c/0/0"));
    Files.delete(folder.resolve("c/0/1"));
    array.writeZarrJava(new ChunkData.Longs(values));
    assertThat(folder.resolve("c/0/0")).doesNotExist();
    assertThat(array.readOurs()).isEqualTo(values);
    assertThat(array.readZarrJava()).isEqualTo(values);
  }

  static Stream<Arguments> legacy() {
    return Stream.of(
        Arguments.of(NumberType.FLOAT32, "'dtype': '<f4', 'astype': '|u1'"),
        Arguments.of(NumberType.FLOAT64, "'dtype': '<f8', 'astype': '<i4'"),
        Arguments.of(NumberType.FLOAT64, "'dtype': '<f8', 'astype': '<f2'"),
        Arguments.of(NumberType.FLOAT64, "'dtype': '<f8'"),
        Arguments.of(NumberType.INT32, "'dtype': '<i4', 'astype': '<i2'"));
  }

  @ParameterizedTest
  @MethodSource("legacy")
  void fixedScaleOffset(NumberType type, String types) throws Exception {
    String codec = codec("numcodecs.fixedscaleoffset", "'offset': -1, 'scale': 10, " + types);
    bothWays(small(type, 1, 2, 3), type, "2", chain(codec, LITTLE));
  }

  /** Written by each, read by each, and the same bytes on disk. */
  private void bothWays(ChunkData all, NumberType type, String fill, String codecs)
      throws Exception {
    Path both = Files.createTempDirectory(folder, "both");
    TestArray ours =
        TestArray.create(both.resolve("ours"), SHAPE, CHUNK, type.zarrName(), fill, codecs);
    ours.writeOurs(all);
    TestArray theirs =
        TestArray.create(both.resolve("theirs"), SHAPE, CHUNK, type.zarrName(), fill, codecs);
    theirs.writeZarrJava(all);
    for (TestArray array : List.of(ours, theirs)) {
      assertThat(array.readOurs()).isEqualTo(all.array());
      assertThat(array.readZarrJava()).isEqualTo(all.array());
    }
    // zarr-java orders inner chunks as its threads come.
    if (!codecs.contains("sharding")) {
      assertThat(both.resolve("theirs/c/0/0")).hasSameBinaryContentAs(both.resolve("ours/c/0/0"));
    }
  }

  private static ChunkData small(NumberType type, int... values) {
    ChunkData all = ChunkData.allocate(type, Shapes.elements(SHAPE));
    for (int i = 0; i < all.length(); i++) {
      int value = values[i % values.length];
      all.setStored(i, type.isInteger() ? value : type.floatFormat().toPattern(value));
    }
    return all;
  }
}
