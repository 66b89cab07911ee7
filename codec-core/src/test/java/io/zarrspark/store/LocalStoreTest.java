package io.zarrspark.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStoreTest {
  @TempDir Path folder;
  private Store store;

  @BeforeEach
  void open() {
    store = new LocalStore(folder.resolve("store"));
  }

  private void put(String... keys) throws IOException {
    for (String key : keys) {
      store.put(key, key.getBytes(UTF_8));
    }
  }

  @Test
  void aPrefixEndsAtASlash() throws IOException {
    put("a", "ab/c", "b/0/0", "b/0/1", "b/zarr.json", "b/.zattrs", "b0/x");
    assertThat(store.list("b")).containsExactly("b/.zattrs", "b/0/0", "b/0/1", "b/zarr.json");
    assertThat(store.list("a")).containsExactly("a");
    assertThat(store.list("a/b")).isEmpty();
    assertThat(store.list("nothing")).isEmpty();
    store.deleteAll("a");
    store.deleteAll("b");
    store.deleteAll("nothing");
    store.deleteAll("b0/x/y");
    assertThat(store.list("")).containsExactly("ab/c", "b0/x");
    assertThat(folder.resolve("store/b")).doesNotExist();
    store.deleteAll("");
    assertThat(folder.resolve("store")).isEmptyDirectory();
  }

  @Test
  void aStoreThatIsNotThereIsEmpty() throws IOException {
    assertThat(store.list("")).isEmpty();
    store.deleteAll("");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void filesThatAreNoObjectsAreNotListedButDeletedWithTheirFolder() throws IOException {
    put("a/0");
    Path a = folder.resolve("store/a");
    Files.write(a.resolve(".0.crc"), new byte[1]);
    Files.write(a.resolve(FileNames.temporary("1")), new byte[1]);
    assertThat(store.list("a")).containsExactly("a/0");
    store.deleteAll("a");
    assertThat(a).doesNotExist();
  }

  @Test
  void aStaleChecksumOfHadoopGoesWithItsFile() throws IOException {
    Path checksum = folder.resolve("store/.a.crc");
    for (int i = 0; i < 3; i++) {
      put("a");
      if (i == 1) {
        store.delete("a");
        Files.write(checksum, new byte[1]);
        assertThat(store.putIfAbsent("a", new byte[1])).isTrue();
      }
      assertThat(checksum).doesNotExist();
      Files.write(checksum, new byte[1]);
    }
    assertThat(store.delete("a")).isTrue();
    assertThat(checksum).doesNotExist();
  }

  @Test
  void directoriesAreNotDeletedAsObjects() throws IOException {
    Files.createDirectories(folder.resolve("store/empty"));
    put("full/x");
    assertThat(store.delete("empty")).isFalse();
    assertThat(store.delete("full")).isFalse();
    assertThat(store.delete("full/x/y")).isFalse();
    assertThat(store.delete("nothing")).isFalse();
    assertThat(folder.resolve("store/empty")).isDirectory();
    assertThat(store.delete("full/x")).isTrue();
    // Somebody may be about to write there.
    assertThat(folder.resolve("store/full")).isDirectory();
  }

  @Test
  void whatALinkLeadsToIsReadButNotDeleted() throws IOException {
    put("a/0");
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.write(elsewhere.resolve("1"), new byte[1]);
    Files.createSymbolicLink(folder.resolve("store/a/link"), elsewhere);
    assertThat(store.list("")).containsExactly("a/0", "a/link/1");
    store.deleteAll("a");
    assertThat(elsewhere.resolve("1")).exists();
    Path link = Files.createSymbolicLink(folder.resolve("root"), elsewhere);
    Store linked = new LocalStore(link);
    assertThat(linked.list("")).containsExactly("1");
    linked.deleteAll("");
    assertThat(elsewhere).isEmptyDirectory();
    assertThat(link).isSymbolicLink();
  }

  @Test
  void putIfAbsentLeavesWhatIsThere() throws IOException {
    assertThat(store.canPutIfAbsent()).isTrue();
    assertThat(store.putIfAbsent("a/b", new byte[] {1})).isTrue();
    assertThat(store.putIfAbsent("a/b", new byte[] {2})).isFalse();
    assertThat(store.get("a/b").orElseThrow()).containsExactly(1);
    assertThat(folder.resolve("store/a")).isDirectoryNotContaining("glob:**.tmp");
    assertThatThrownBy(() -> store.putIfAbsent("a/b/c", new byte[1]))
        .isInstanceOf(IOException.class);
  }

  @Test
  void ofManyWhoPutIfAbsentOneSucceeds() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (int round = 0; round < 50; round++) {
        String key = "lock" + round;
        List<Future<Boolean>> attempts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          byte[] value = {(byte) i};
          attempts.add(threads.submit(() -> store.putIfAbsent(key, value)));
        }
        List<Integer> winners = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          if (attempts.get(i).get()) {
            winners.add(i);
          }
        }
        assertThat(winners).hasSize(1);
        assertThat(store.get(key).orElseThrow()).containsExactly(winners.get(0));
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    } finally {
      threads.shutdown();
    }
  }
}
