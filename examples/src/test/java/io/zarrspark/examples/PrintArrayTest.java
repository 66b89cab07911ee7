package io.zarrspark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrintArrayTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return PrintArray.run(
        args,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private void array(String dtype, String fill) throws IOException {
    Files.writeString(
        folder.resolve(".zarray"),
        "{\"zarr_format\": 2, \"shape\": [2, 2], \"chunks\": [2, 1], \"order\": \"F\","
            + " \"filters\": null, \"compressor\": null, \"dtype\": \""
            + dtype
            + "\", \"fill_value\": "
            + fill
            + "}");
  }

  @Test
  void printsTheElementsInCOrder() throws IOException {
    array(">i2", "-7");
    Files.write(folder.resolve("0.0"), new byte[] {0, 1, 1, 0});
    assertThat(run("--array_path=" + folder)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("1", "-7", "256", "-7");
    assertThat(err.size()).isZero();
  }

  @Test
  void printsValuesAsMetadataWritesThem() throws IOException {
    array("<c8", "[\"NaN\", -0.0]");
    assertThat(run("--array_path", folder.toString())).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(4).contains("[\"NaN\",-0.0]");
  }

  @Test
  void anErrorIsOneLineAndStatus1() throws IOException {
    array("<i4", "0");
    Files.write(folder.resolve("0.0"), new byte[] {0, 1, 1});
    assertThat(run("--array_path=" + folder)).isEqualTo(1);
    assertThat(out.size()).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "Cannot read chunk 0.0 of "
                + folder
                + ": the object has 3 bytes; there should be exactly 8 bytes. Repair or delete the"
                + " chunk");
  }

  @Test
  void withoutAPathItSaysHowToCallIt() {
    assertThat(run()).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("Usage: PrintArray --array_path=PATH");
  }
}
