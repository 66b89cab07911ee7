package io.zarrspark.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Zip files made by java.util.zip; those of zarr-python are among the fixtures of the connector.
 */
class ZipStoreTest {
  @TempDir Path folder;

  private final List<String> reads = new ArrayList<>();

  /** The local folder, noting ranges. */
  private Store recording() {
    LocalStore local = new LocalStore(folder);
    return new ReadOnlyStore() {
      @Override
      String kind() {
        return "recorded stores";
      }

      @Override
      public Optional<StoredObject> open(String key) throws IOException {
        Optional<StoredObject> opened = local.open(key);
        reads.add("open");
        return opened.map(object -> new Recorded(object));
      }

      @Override
      public List<String> childNames(String prefix) throws IOException {
        return local.childNames(prefix);
      }

      @Override
      public String locate(String key) {
        return local.locate(key);
      }
    };
  }

  private final class Recorded implements StoredObject {
    private final StoredObject object;

    Recorded(StoredObject object) {
      this.object = object;
    }

    @Override
    public long size() {
      return object.size();
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) throws IOException {
      reads.add("read " + length);
      object.read(position, target, offset, length);
    }

    @Override
    public void close() throws IOException {
      object.close();
    }
  }

  private ZipOutputStream create() throws IOException {
    return new ZipOutputStream(Files.newOutputStream(folder.resolve("a.zip")));
  }

  private static void add(ZipOutputStream zip, String name, byte[] value, boolean isDeflated)
      throws IOException {
    ZipEntry entry = new ZipEntry(name);
    if (!isDeflated) {
      CRC32 crc = new CRC32();
      crc.update(value);
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(value.length);
      entry.setCrc(crc.getValue());
    }
    zip.putNextEntry(entry);
    zip.write(value);
    zip.closeEntry();
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  @Test
  void storedAndDeflatedEntriesAreRead() throws IOException {
    try (ZipOutputStream zip = create()) {
      zip.setComment("a comment");
      add(zip, "zarr.json", "{}".getBytes(UTF_8), true);
      add(zip, "v/c/0", random(5000), false);
      add(zip, "v/c/1", new byte[100_000], true);
      add(zip, "ä b/50%/x#y", random(1), false);
      add(zip, "empty", new byte[0], true);
      zip.putNextEntry(new ZipEntry("folder/"));
    }
    ZipStore store = new ZipStore(recording(), "a.zip");
    assertThat(reads).hasSize(2);
    reads.clear();
    assertThat(store.get("zarr.json").orElseThrow()).asString().isEqualTo("{}");
    assertThat(store.get("v/c/0").orElseThrow()).isEqualTo(random(5000));
    assertThat(reads).hasSize(4);
    assertThat(store.get("v/c/1").orElseThrow()).isEqualTo(new byte[100_000]);
    assertThat(store.get("ä b/50%/x#y").orElseThrow()).isEqualTo(random(1));
    assertThat(store.get("empty").orElseThrow()).isEmpty();
    assertThat(store.get("none")).isEmpty();
    assertThat(store.get("folder/")).isEmpty();
    assertThat(store.get("v")).isEmpty();
    assertThat(store.childNames("")).containsExactly("v", "ä b");
    assertThat(store.childNames("v")).containsExactly("c");
    assertThat(store.locate("v/c/0")).isEqualTo(folder.resolve("a.zip") + "/v/c/0");
  }

  @Test
  void largeStoredEntriesAreReadInParts() throws IOException {
    byte[] shard = random(3_000_000);
    try (ZipOutputStream zip = create()) {
      add(zip, "c/0", shard, false);
    }
    ZipStore store = new ZipStore(recording(), "a.zip");
    reads.clear();
    try (StoredObject object = store.open("c/0").orElseThrow()) {
      assertThat(object.size()).isEqualTo(shard.length);
      byte[] part = new byte[1000];
      object.read(shard.length - 1000, part, 0, 1000);
      assertThat(part).isEqualTo(java.util.Arrays.copyOfRange(shard, 2_999_000, 3_000_000));
    }
    assertThat(reads).containsExactly("open", "read 30", "open", "read 1000");
    assertThat(store.get("c/0").orElseThrow()).isEqualTo(shard);
  }

  @Test
  void filesWithMoreEntriesThanTheOldFormatHoldsAreRead() throws IOException {
    try (ZipOutputStream zip = create()) {
      for (int i = 0; i < 70_000; i++) {
        add(zip, "c/" + i, new byte[] {(byte) i}, false);
      }
    }
    ZipStore store = new ZipStore(recording(), "a.zip");
    assertThat(reads).hasSize(3);
    assertThat(store.get("c/0").orElseThrow()).containsExactly(0);
    assertThat(store.get("c/69999").orElseThrow()).containsExactly((byte) 69999);
  }

  @Test
  void damageIsAnErrorNeverAbsent() throws IOException {
    try (ZipOutputStream zip = create()) {
      add(zip, "c/0", random(500), false);
      add(zip, "c/1", new byte[500], true);
    }
    byte[] good = Files.readAllBytes(folder.resolve("a.zip"));
    byte[] bad = good.clone();
    bad[100] ^= 1;
    Files.write(folder.resolve("a.zip"), bad);
    ZipStore store = new ZipStore(new LocalStore(folder), "a.zip");
    assertThatThrownBy(() -> store.get("c/0"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot read "
                + folder
                + "/a.zip/c/0: the checksum or the size is not that of the zip file's directory");
    Files.write(folder.resolve("a.zip"), java.util.Arrays.copyOf(good, good.length - 1));
    assertThatThrownBy(() -> new ZipStore(new LocalStore(folder), "a.zip"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot read the zip file "
                + folder
                + "/a.zip: it has no end record. It is no zip file, or only the start of one");
    assertThatThrownBy(() -> new ZipStore(new LocalStore(folder), "b.zip"))
        .isInstanceOf(FileNotFoundException.class);
  }

  /** Whatever is broken, it is told as an IOException, or what is read is right. */
  @Test
  void damagedBytesAreFoundOut() throws IOException {
    try (ZipOutputStream zip = create()) {
      add(zip, "c/0", random(100), false);
      add(zip, "c/1", "to be, or not to be, or to be".getBytes(UTF_8), true);
    }
    byte[] good = Files.readAllBytes(folder.resolve("a.zip"));
    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= (byte) 0x55;
      Files.write(folder.resolve("a.zip"), bad);
      try {
        ZipStore store = new ZipStore(new LocalStore(folder), "a.zip");
        Optional<byte[]> value = store.get("c/0");
        // A name that was hit is another name.
        value.ifPresent(bytes -> assertThat(bytes).isEqualTo(random(100)));
        store.get("c/1").ifPresent(bytes -> assertThat(bytes).asString(UTF_8).startsWith("to be"));
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("a.zip");
      }
    }
  }
}
