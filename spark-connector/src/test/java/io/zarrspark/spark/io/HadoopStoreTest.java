package io.zarrspark.spark.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.spark.RecordingFileSystem;
import io.zarrspark.store.LocalStore;
import io.zarrspark.store.Store;
import io.zarrspark.store.StoredObject;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store promises, kept over a Hadoop file system; absent is never failed. */
class HadoopStoreTest {
  @TempDir Path folder;
  private final Configuration configuration = new Configuration(false);
  private Store store;

  @BeforeEach
  void open() throws IOException {
    RecordingFileSystem.reset();
    configuration.set("fs.rec.impl", RecordingFileSystem.class.getName());
    configuration.setBoolean("fs.rec.impl.disable.cache", true);
    store = Stores.open("rec://" + folder, configuration);
  }

  @AfterEach
  void stopFailing() {
    RecordingFileSystem.reset();
  }

  @Test
  void anObjectIsReadAsItWasWritten() throws IOException {
    store.put("a/b", "hello".getBytes(UTF_8));
    assertThat(store.get("a/b"))
        .hasValueSatisfying(value -> assertThat(value).asString().isEqualTo("hello"));
    try (StoredObject object = store.open("a/b").orElseThrow()) {
      byte[] part = new byte[4];
      object.read(1, part, 1, 3);
      assertThat(object.size()).isEqualTo(5);
      assertThat(part).containsExactly(0, 'e', 'l', 'l');
    }
  }

  @Test
  void aPutReplacesAndLeavesNothingElseBehind() throws IOException {
    store.put("a/b", "first".getBytes(UTF_8));
    store.put("a/b", "second".getBytes(UTF_8));
    assertThat(store.get("a/b").orElseThrow()).asString().isEqualTo("second");
    try (var files = Files.list(folder.resolve("a"))) {
      assertThat(files).containsExactly(folder.resolve("a/b"));
    }
  }

  @Test
  void keysAreTakenLiterally() throws IOException {
    for (String key : new String[] {"a b", "50%25", "x#y", "p+q", "ärger", "t:0", "c/?*[1]{2}"}) {
      store.put(key, key.getBytes(UTF_8));
      assertThat(Files.readString(folder.resolve(key))).isEqualTo(key);
      assertThat(store.get(key).orElseThrow()).asString(UTF_8).isEqualTo(key);
    }
    assertThatThrownBy(() -> store.get("a/../../b"))
        .hasMessage("the key a/../../b leaves the store");
  }

  @Test
  void absentObjectsAndDirectoriesAreNoObjects() throws IOException {
    store.put("a/b", new byte[1]);
    assertThat(store.open("nothing")).isEmpty();
    assertThat(store.open("a")).isEmpty();
    assertThat(store.open("a/b/c")).isEmpty();
    assertThat(store.delete("nothing")).isFalse();
    assertThat(store.delete("a/b")).isTrue();
    assertThat(store.open("a/b")).isEmpty();
  }

  @Test
  void aPrefixEndsAtASlash() throws IOException {
    for (String key :
        new String[] {"a", "ab/c", "b/0/0", "b/0/1", "b/zarr.json", "b0/x", "d/t:0"}) {
      store.put(key, new byte[1]);
    }
    Files.write(folder.resolve("b/.0.crc"), new byte[1]);
    assertThat(store.list("b")).containsExactly("b/0/0", "b/0/1", "b/zarr.json");
    assertThat(store.list("a")).containsExactly("a");
    assertThat(store.list("d/t:0")).containsExactly("d/t:0");
    assertThat(store.list("a/b")).isEmpty();
    assertThat(store.list("nothing")).isEmpty();
    store.deleteAll("a");
    store.deleteAll("b");
    store.deleteAll("nothing");
    store.deleteAll("d/t:0/c");
    assertThat(store.list("")).containsExactly("ab/c", "b0/x", "d/t:0");
    assertThat(Files.exists(folder.resolve("b"))).isFalse();
    store.deleteAll("");
    assertThat(store.list("")).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void directoriesAreNotDeletedAsObjects() throws IOException {
    Files.createDirectories(folder.resolve("empty"));
    assertThat(store.delete("empty")).isFalse();
    assertThat(Files.exists(folder.resolve("empty"))).isTrue();
  }

  @Test
  void aFailureToListOrDeleteIsNeverAbsent() throws IOException {
    store.put("a", new byte[1]);
    RecordingFileSystem.failOn(path -> path.startsWith("status of"));
    assertThatThrownBy(() -> store.delete("a"))
        .hasMessage("Cannot delete rec:" + folder + "/a: java.io.IOException: the disk is on fire");
    assertThatThrownBy(() -> store.list("a"))
        .hasMessage("Cannot list rec:" + folder + "/a: java.io.IOException: the disk is on fire");
    assertThatThrownBy(() -> store.deleteAll("a"))
        .hasMessage("Cannot delete rec:" + folder + "/a: java.io.IOException: the disk is on fire");
  }

  @Test
  void childrenAreDirectories() throws IOException {
    store.put("zarr.json", new byte[1]);
    store.put("b/zarr.json", new byte[1]);
    store.put("a/zarr.json", new byte[1]);
    assertThat(store.childNames("")).containsExactly("a", "b");
    assertThatThrownBy(() -> store.childNames("c")).isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void aFailureIsNeverAbsent() throws IOException {
    store.put("a", new byte[1]);
    RecordingFileSystem.failOn(path -> path.startsWith("status of"));
    assertThatThrownBy(() -> store.open("a"))
        .isInstanceOf(IOException.class)
        .hasMessage("Cannot read rec:" + folder + "/a: java.io.IOException: the disk is on fire");
  }

  @Test
  void localDirectoriesDoNotGoThroughHadoop() throws IOException {
    String qualified =
        Stores.qualify(new ZarrOptions(Map.of("path", folder + "/a b")), configuration);
    assertThat(qualified).isEqualTo("file:" + folder + "/a b");
    assertThat(Stores.open(qualified, configuration)).isInstanceOf(LocalStore.class);
    configuration.set("fs.file.impl", RecordingFileSystem.class.getName());
    assertThat(Stores.open(qualified, configuration)).isInstanceOf(HadoopStore.class);
  }
}
