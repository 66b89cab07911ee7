package io.zarrspark.spark.io.icechunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.zarrspark.spark.io.icechunk.IcechunkRepository.RefKind;
import io.zarrspark.store.LocalStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is read of the files that icechunk wrote, see the README beside them, and of broken ones.
 */
class IcechunkFilesTest {
  private static final Path WRITTEN = Path.of("src/test/resources/icechunk/version2");
  private static final int HEADER = 39;
  private static final int COMPRESSION = 38;

  @TempDir Path folder;
  private LocalStore written;
  private LocalStore store;

  @BeforeEach
  void open() {
    written = new LocalStore(WRITTEN);
    store = new LocalStore(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "0b1cc8d6787580f0e33a6534,1CECHNKREP0F1RSTCMT0",
    "000102030405060708090a0b,000G40R40M30E209185G",
    "ffffffffffffffffffffffff,ZZZZZZZZZZZZZZZZZZZG",
    "ffffffffffffffff,ZZZZZZZZZZZZY",
  })
  void idsAreInBase32(String hex, String text) {
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    assertThat(new ObjectId(bytes)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({
    "s3://b/a%20b/d%C3%A4t%23%25.nc,s3://b/a b/dät#%.nc",
    "s3://b/100%/a%2,s3://b/100%/a%2",
    "file:///a+b,file:///a+b",
    "https://h/a%20b,https://h/a%20b",
  })
  void locationsAreDecodedButForHttp(String location, String url) {
    assertThat(VirtualLocation.url(location)).isEqualTo(url);
  }

  @Test
  void manifestsHoldTheChunksOfTheirPartOfAnArray() throws IOException {
    Snapshot.Node air = main().node("air").orElseThrow();
    assertThat(air.manifests())
        .extracting(part -> part.from()[0] + "-" + part.to()[0])
        .containsExactlyInAnyOrder("0-2", "2-3", "4-6");
    for (Snapshot.ManifestPart part : air.manifests()) {
      Manifest manifest = Manifest.read(written, part.manifest());
      long[] chunk = {part.from()[0], 1, 0};
      assertThat(part.mayHold(chunk)).isTrue();
      assertThat(manifest.find(air.id(), chunk)).get().isInstanceOf(ChunkReference.Native.class);
      assertThat(manifest.find(air.id(), new long[] {part.to()[0], 1, 0})).isEmpty();
      assertThat(manifest.find(new ObjectId(new byte[8]), chunk)).isEmpty();
      assertThatThrownBy(() -> manifest.find(air.id(), new long[] {0}))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("a chunk has 3 indices in an array of 1 dimensions");
    }
  }

  private Snapshot main() throws IOException {
    return Snapshot.read(written, mainId(written));
  }

  private static String mainId(LocalStore store) throws IOException {
    return IcechunkRepository.find(store)
        .orElseThrow()
        .snapshot(RefKind.BRANCH, "main")
        .orElseThrow();
  }

  /** Each byte of each file is broken in several ways: nothing but an IOException comes of it. */
  @Test
  void noBrokenByteDoesMoreThanMakeTheFileUnreadable() throws IOException {
    Snapshot main = main();
    int refused = 0;
    for (String key : keys()) {
      byte[] file = uncompressed(written.get(key).orElseThrow());
      for (int position = HEADER; position < file.length; position++) {
        byte before = file[position];
        for (int value : new int[] {before ^ 1, before ^ 0x80, 0xFF}) {
          file[position] = (byte) value;
          store.put(key, file);
          try {
            readAll(store, key, main);
          } catch (IOException e) {
            assertThat(e).hasMessageStartingWith("Cannot read " + store.locate(key) + ": ");
            refused++;
          }
        }
        file[position] = before;
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }

  private static List<String> keys() throws IOException {
    try (Stream<Path> files = Files.walk(WRITTEN)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> WRITTEN.relativize(file).toString())
          .filter(key -> !key.startsWith("chunks/"))
          .sorted()
          .toList();
    }
  }

  private static void readAll(LocalStore store, String key, Snapshot main) throws IOException {
    String id = key.substring(key.indexOf('/') + 1);
    if (key.startsWith("snapshots/")) {
      Snapshot snapshot = Snapshot.read(store, id);
      snapshot.childNames("");
      snapshot.node("air");
    } else if (key.startsWith("manifests/")) {
      Manifest manifest = Manifest.read(store, id);
      for (String name : new String[] {"air", "t", "height"}) {
        ObjectId array = main.node(name).orElseThrow().id();
        for (long[] chunk : new long[][] {{}, {0}, {0, 0, 0}, {2, 1, 0}, {5, 0, 0}}) {
          manifest.find(array, chunk);
        }
      }
    } else {
      IcechunkRepository repository = IcechunkRepository.find(store).orElseThrow();
      repository.names(RefKind.TAG);
      repository.snapshot(RefKind.BRANCH, "main");
    }
  }

  /** The same file, not compressed, so that a byte can be broken. */
  private static byte[] uncompressed(byte[] file) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(file, 0, COMPRESSION);
    all.write(0);
    try (ZstdInputStreamNoFinalizer content =
        new ZstdInputStreamNoFinalizer(
            new ByteArrayInputStream(file, HEADER, file.length - HEADER))) {
      content.transferTo(all);
    }
    return all.toByteArray();
  }

  /** Bisection would not find all chunks, which would be fill values then. */
  @Test
  void aManifestOutOfOrderIsRefused() throws IOException {
    Snapshot.Node air = main().node("air").orElseThrow();
    String id = air.manifests().get(0).manifest();
    byte[] file = uncompressed(written.get(Manifest.key(id)).orElseThrow());
    byte[] content = Arrays.copyOfRange(file, HEADER, file.length);
    FlatVector refs =
        new FlatBuffer("", content).root().vector(1, 4, "arrays").table(0).vector(1, 4, "refs");
    assertThat(refs.size()).isGreaterThan(1);
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int first = (int) refs.position(0) + HEADER;
    int second = (int) refs.position(1) + HEADER;
    int firstOffset = bytes.getInt(first);
    bytes.putInt(first, bytes.getInt(second) + second - first);
    bytes.putInt(second, firstOffset + first - second);
    store.put(Manifest.key(id), file);
    assertThatThrownBy(() -> Manifest.read(store, id))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot read "
                + store.locate(Manifest.key(id))
                + ": the file is corrupt: chunks of the array "
                + air.id()
                + " are not in the order of their index. Restore the file, or read another"
                + " snapshot");
  }

  @Test
  void aFileInThePlaceOfAnotherIsRefused() throws IOException {
    String id = mainId(written);
    byte[] file = written.get(Snapshot.key(id)).orElseThrow();
    String other = "0000000000000000000G";
    store.put(Snapshot.key(other), file);
    assertThatThrownBy(() -> Snapshot.read(store, other))
        .hasMessageContaining("the file is corrupt: it says that it is " + id);
    store.put(Manifest.key(id), file);
    assertThatThrownBy(() -> Manifest.read(store, id))
        .hasMessageContaining("it is a file of type 1 where one of type 2 should be");
    store.put(Manifest.key(id), "{}".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> Manifest.read(store, id))
        .hasMessageContaining("it does not start as files of Icechunk do");
    file[COMPRESSION] = 9;
    store.put(Snapshot.key(id), file);
    assertThatThrownBy(() -> Snapshot.read(store, id))
        .hasMessageContaining("it is compressed in a way that is not known, 9");
  }

  @Test
  void aFileThatDecompressesToMoreThanTheHeapHoldsIsRefused() throws IOException {
    String id = mainId(written);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write(written.get(Snapshot.key(id)).orElseThrow(), 0, HEADER);
    try (ZstdOutputStreamNoFinalizer zeros = new ZstdOutputStreamNoFinalizer(file, 1)) {
      byte[] part = new byte[1 << 20];
      for (long size = 0; size <= Runtime.getRuntime().maxMemory() / 4; size += part.length) {
        zeros.write(part);
      }
    }
    assertThat(file.size()).isLessThan(1 << 20);
    store.put(Snapshot.key(id), file.toByteArray());
    assertThatThrownBy(() -> Snapshot.read(store, id))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a quarter of the heap");
  }

  @Test
  void branchesAreFoundInVersion1AsWell() throws IOException {
    IcechunkRepository repository =
        IcechunkRepository.find(new LocalStore(WRITTEN.resolveSibling("version1"))).orElseThrow();
    assertThat(repository.names(RefKind.BRANCH)).containsExactly("dev", "main");
    assertThat(repository.names(RefKind.TAG)).containsExactly("v1");
    assertThat(repository.snapshot(RefKind.TAG, "wrong")).isEmpty();
    assertThat(repository.snapshot(RefKind.BRANCH, "../branch.main")).isEmpty();
    assertThat(IcechunkRepository.find(store)).isEqualTo(Optional.empty());
  }
}
