package io.zarrspark.zarrjava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.store.LocalStore;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What zarr-java 0.0.9 does wrong or cannot do, which docs/zarr-java.md lists: when one of these
 * fails after an upgrade of zarr-java, the fault is gone.
 */
class ZarrJavaFaultsTest {
  private static final String BYTES =
      "{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}";
  private static final String ZSTD =
      "{\"name\": \"zstd\", \"configuration\": {\"level\": 3, \"checksum\": false}}";
  private static final String CRC = "{\"name\": \"crc32c\"}";
  private static final int[] SHAPE = {4, 6};

  @TempDir Path folder;

  @BeforeAll
  static void register() {
    ZarrJavaCodecs.register();
  }

  /** zarr-java calls a method that the zstd-jni 1.5.5-4 of Spark 3.5 lacks. */
  static boolean zstdJniIsNewEnough() {
    return Arrays.stream(Zstd.class.getMethods())
        .anyMatch(
            method ->
                method.getName().equals("getFrameContentSize")
                    && Arrays.equals(method.getParameterTypes(), new Class<?>[] {byte[].class}));
  }

  private TestArray floats(String fill, String codecs) throws Exception {
    return TestArray.create(folder, SHAPE, SHAPE, "float32", fill, codecs);
  }

  private static ChunkData.Floats counting() {
    float[] values = new float[24];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    return new ChunkData.Floats(values);
  }

  private static String shard(String inner, String codecs) {
    return "{\"name\": \"sharding_indexed\", \"configuration\": {\"chunk_shape\": "
        + inner
        + ", \"codecs\": ["
        + codecs
        + "], \"index_codecs\": ["
        + BYTES
        + ", "
        + CRC
        + "]}}";
  }

  @Test
  void zstdNeedsANewerLibraryThanSpark35Has() throws Exception {
    TestArray array = floats("0", BYTES + ", " + ZSTD);
    array.writeOurs(counting());
    if (zstdJniIsNewEnough()) {
      assertThat(array.readZarrJava()).isEqualTo(counting().values());
    } else {
      assertThatThrownBy(array::readZarrJava).isInstanceOf(NoSuchMethodError.class);
    }
  }

  @Test
  void zstdDecodesTheWholeBufferInsteadOfASlice() throws Exception {
    Class<?> thrown = zstdJniIsNewEnough() ? ZstdException.class : NoSuchMethodError.class;
    TestArray inShard = floats("0", shard("[2, 3]", BYTES + ", " + ZSTD));
    inShard.writeOurs(counting());
    assertThatThrownBy(inShard::readZarrJava).isInstanceOf(thrown);
    TestArray beforeChecksum = floats("0", BYTES + ", " + ZSTD + ", " + CRC);
    beforeChecksum.writeOurs(counting());
    assertThatThrownBy(beforeChecksum::readZarrJava).isInstanceOf(thrown);
  }

  @Test
  void aShardBehindATransposeMustFitTheShapeBeforeIt() throws Exception {
    String transpose = "{\"name\": \"transpose\", \"configuration\": {\"order\": [1, 0]}}";
    TestArray array = floats("0", transpose + ", " + shard("[3, 2]", BYTES));
    array.writeOurs(counting());
    assertThat(array.readOurs()).isEqualTo(counting().values());
    assertThatThrownBy(array::readZarrJava)
        .hasMessageContaining("Sharding inner chunk shape [3, 2] does not evenly divide");
  }

  @Test
  void positiveInfinityHasAnotherNameThanInTheSpecification() throws Exception {
    TestArray array = floats("\"Infinity\"", BYTES);
    assertThatThrownBy(array::readZarrJava).hasMessageContaining("Invalid fill value 'Infinity'");
  }

  @Test
  void hexFillValuesAreReadBackwards() throws Exception {
    TestArray array = floats("\"0x3f800000\"", BYTES);
    assertThat(((float[]) array.readOurs())[0]).isEqualTo(1f);
    assertThat(((float[]) array.readZarrJava())[0]).isEqualTo(Float.intBitsToFloat(0x0000803f));
  }

  @Test
  void aChunkOfNegativeZerosIsNotWrittenWhereTheFillValueIsPositive() throws Exception {
    ChunkData.Floats zeros = new ChunkData.Floats(new float[24]);
    Arrays.fill(zeros.values(), -0f);
    TestArray array = floats("0.0", BYTES);
    array.writeZarrJava(zeros);
    assertThat(folder.resolve("c")).doesNotExist();
  }

  @Test
  void bareCodecNamesAreNotRead() throws Exception {
    assertThatThrownBy(floats("0", "\"scale_offset\", " + BYTES)::readZarrJava)
        .hasMessageContaining("missing type id property 'name'");
  }

  /** A codec is not told where its chunk lies, so it cannot know what is padding. */
  @Test
  void paddingThatHasNoDecodedFormIsAnError() throws Exception {
    String cast = "{\"name\": \"cast_value\", \"configuration\": {\"data_type\": \"float32\"}}";
    TestArray array =
        TestArray.create(folder, new int[] {3}, new int[] {4}, "int16", "0", cast + ", " + BYTES);
    new LocalStore(folder)
        .put("c/0", new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xc0, 0x7f});
    assertThat(array.readOurs()).isEqualTo(new short[3]);
    assertThatThrownBy(array::readZarrJava)
        .hasRootCauseMessage(
            "cast_value: NaN at element 3 has no counterpart in int16 and no entry in scalar_map. Map"
                + " it with \"scalar_map\" in the codec configuration, or repair the data.");
  }

  /** The alias cannot encode NaN; null is all that zarr-java's metadata can say about that. */
  @Test
  void anInnerChunkWithoutAFillValueIsANullPointer() throws Exception {
    String legacy =
        "{\"name\": \"numcodecs.fixedscaleoffset\", \"configuration\": {\"offset\": 0, \"scale\":"
            + " 10, \"dtype\": \"<f4\", \"astype\": \"|u1\"}}";
    TestArray array = floats("\"NaN\"", legacy + ", " + shard("[2, 3]", BYTES));
    assertThat((float[]) array.readZarrJava()).as("a missing shard").containsOnly(Float.NaN);
    byte[] index = new byte[4 * 16 + 4];
    Arrays.fill(index, 0, 64, (byte) -1);
    java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
    crc.update(index, 0, 64);
    for (int i = 0; i < 4; i++) {
      index[64 + i] = (byte) (crc.getValue() >>> 8 * i);
    }
    new LocalStore(folder).put("c/0/0", index);
    assertThatThrownBy(array::readZarrJava).isInstanceOf(NullPointerException.class);
  }
}
