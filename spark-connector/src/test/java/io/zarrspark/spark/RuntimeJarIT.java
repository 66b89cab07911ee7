package io.zarrspark.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the runtime jar may hold: our classes, Jackson under our name, nothing else Spark ships. */
class RuntimeJarIT {

  private JarFile jar;

  @BeforeEach
  void open() throws IOException {
    jar = new JarFile(System.getProperty("runtime.jar"));
  }

  @AfterEach
  void close() throws IOException {
    jar.close();
  }

  @Test
  void holdsOurPackagesAndMetadataOnly() {
    assertThat(jar.stream().filter(entry -> !entry.isDirectory()).map(JarEntry::getName))
        .allMatch(name -> name.startsWith("io/zarrspark/") || name.startsWith("META-INF/"))
        .noneMatch(name -> name.startsWith("META-INF/versions/"))
        .noneMatch(name -> name.endsWith("module-info.class"))
        .contains("META-INF/LICENSE", "META-INF/NOTICE");
  }

  @Test
  void hasNothingForOrOfZarrJava() throws IOException {
    for (JarEntry entry : jar.stream().toList()) {
      assertThat(entry.getName()).doesNotStartWith("io/zarrspark/zarrjava/");
      if (entry.getName().endsWith(".class")) {
        assertThat(text(entry)).as(entry.getName()).doesNotContain("dev/zarr/", "ucar/");
      }
    }
  }

  @Test
  void namesJacksonByOurNameOnly() throws IOException {
    assertThat(jar.getEntry("io/zarrspark/shaded/jackson/databind/ObjectMapper.class")).isNotNull();
    for (JarEntry entry : jar.stream().toList()) {
      if (entry.getName().startsWith("META-INF/services/")) {
        assertThat(entry.getName() + text(entry)).doesNotContain("com.fasterxml.jackson");
      } else if (entry.getName().endsWith(".class")) {
        // Types only: with dots the name also occurs in the sentences of Jackson's messages.
        assertThat(text(entry)).as(entry.getName()).doesNotContain("com/fasterxml/jackson");
      }
    }
  }

  @Test
  void keepsTheServicesOfBothModules() throws IOException {
    for (String module : List.of("../codec-core", ".")) {
      Path services = Path.of(module, "src/main/resources/META-INF/services");
      if (!Files.isDirectory(services)) {
        continue;
      }
      try (Stream<Path> files = Files.list(services)) {
        for (Path file : files.toList()) {
          JarEntry entry = jar.getJarEntry("META-INF/services/" + file.getFileName());
          assertThat(entry).as("%s in the jar", file).isNotNull();
          assertThat(text(entry).lines()).containsAll(Files.readAllLines(file));
        }
      }
    }
  }

  /** ISO-8859-1 keeps every byte, so that the names in a class file's constants can be searched. */
  private String text(JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
