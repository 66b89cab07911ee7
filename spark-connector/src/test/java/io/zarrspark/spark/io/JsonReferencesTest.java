package io.zarrspark.spark.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.store.Store;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonReferencesTest {
  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("data.bin"), "0123456789");
  }

  private Store open(String json) throws IOException {
    Files.writeString(folder.resolve("refs.json"), json);
    return Stores.open("reference://::file:" + folder + "/refs.json", new Configuration());
  }

  private static String get(Store store, String key) throws IOException {
    return new String(store.get(key).orElseThrow(), UTF_8);
  }

  @Test
  void version0IsAFlatObject() throws IOException {
    Store store =
        open(
            "{\"text\":\"hello ä\",\"a/base64\":\"base64:AAEC\",\"a/all\":[\"data.bin\"],"
                + "\"a/part\":[\"data.bin\",2,3],\"a/b/none\":[\"data.bin\",10,0],"
                + "\"json\":{\"zarr_format\":3}}");
    assertThat(get(store, "text")).isEqualTo("hello ä");
    assertThat(get(store, "json")).isEqualTo("{\"zarr_format\":3}");
    assertThat(store.get("a/base64").orElseThrow()).containsExactly(0, 1, 2);
    assertThat(get(store, "a/all")).isEqualTo("0123456789");
    assertThat(get(store, "a/part")).isEqualTo("234");
    assertThat(get(store, "a/b/none")).isEmpty();
    assertThat(store.get("a")).isEmpty();
    assertThat(store.get("none")).isEmpty();
    assertThat(store.childNames("")).containsExactly("a");
    assertThat(store.childNames("a")).containsExactly("b");
    assertThat(store.locate("a/all")).isEqualTo(folder + "/refs.json/a/all");
  }

  @Test
  void version1HasTemplates() throws IOException {
    Store store =
        open(
            "{\"version\":1,\"templates\":{\"u\":\""
                + folder
                + "\",\"v\":\"data\"},\"refs\":{\"k\":[\"file://{{u}}/{{ v }}.bin\",1,2]}}");
    assertThat(get(store, "k")).isEqualTo("12");
  }

  @Test
  void partsOfAReferredRangeAreRead() throws IOException {
    Store store = open("{\"k\":[\"data.bin\",2,5]}");
    try (var object = store.open("k").orElseThrow()) {
      byte[] part = new byte[2];
      object.read(3, part, 0, 2);
      assertThat(part).asString(UTF_8).isEqualTo("56");
      assertThatThrownBy(() -> object.read(4, part, 0, 2)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aTargetThatIsNotThereIsAnErrorNeverAbsent() throws IOException {
    Store store = open("{\"a\":[\"none.bin\"],\"b\":[\"none.bin\",0,1],\"c\":[\"data.bin\",8,3]}");
    assertThatThrownBy(() -> store.get("a"))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(FileNotFoundException.class)
        .hasMessage(
            "Cannot read what " + folder + "/refs.json/a refers to: none.bin does not exist");
    assertThatThrownBy(() -> store.get("b"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/none.bin does not exist");
    assertThatThrownBy(() -> store.get("c"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has 10 bytes; wanted are 3 from byte 8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|they are no JSON object",
        "{\"version\":2,\"refs\":{}}|their version is 2; known are 0 and 1",
        "{\"version\":1}|they have no \"refs\"",
        "{\"version\":1,\"gen\":[{}],\"refs\":{}}|they use \"gen\"",
        "{\"k\":[\"u\",1]}|must be text, [url] or [url, offset, length]",
        "{\"k\":[\"u\",-1,1]}|must be text, [url] or [url, offset, length]",
        "{\"k\":[\"u\",1.5,1]}|must be text, [url] or [url, offset, length]",
        "{\"k\":7}|must be text, [url] or [url, offset, length]",
        "{\"k\":\"base64:?\"}|the value of k is not base64",
        "{\"version\":1,\"refs\":{\"k\":[\"{{f(c='x')}}\"]}}|uses the template {{f(c='x')}}",
        "{\"k\":|they are not valid JSON",
      })
  void whatIsNotUnderstoodIsRefused(String json, String problem) {
    assertThatThrownBy(() -> open(json))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Cannot read the references " + folder + "/refs.json: ")
        .hasMessageContaining(problem);
  }
}
