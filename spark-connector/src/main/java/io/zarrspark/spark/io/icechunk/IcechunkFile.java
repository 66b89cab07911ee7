package io.zarrspark.spark.io.icechunk;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.zarrspark.store.Store;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The files of metadata in a repository: a header of 39 bytes, and a {@link FlatBuffer}, compressed
 * by zstd or not. The header is a magic number (12 bytes), the name of the writer (24), the version
 * of the specification, the type of the file and the compression.
 */
enum IcechunkFile {
  SNAPSHOT(1),
  MANIFEST(2),
  REPOSITORY(6);

  private static final byte[] MAGIC = "ICE\uD83E\uDDCACHUNK".getBytes(StandardCharsets.UTF_8);
  private static final int VERSION = 36;
  private static final int TYPE = 37;
  private static final int COMPRESSION = 38;
  private static final int HEADER = 39;
  private static final int NEWEST_VERSION = 2;

  private final int type;

  IcechunkFile(int type) {
    this.type = type;
  }

  /**
   * Reads a file that must be there.
   *
   * @throws FileNotFoundException if it is not
   */
  FlatBuffer read(Store repository, String key) throws IOException {
    byte[] file =
        repository
            .get(key)
            .orElseThrow(
                () ->
                    new FileNotFoundException(
                        repository.locate(key)
                            + " does not exist. It may have expired; read another snapshot, or"
                            + " restore the file"));
    return decode(repository.locate(key), file);
  }

  /** Whether a file starts as those of Icechunk do; any file can have such a name. */
  static boolean hasMagic(byte[] file) {
    return file.length >= MAGIC.length
        && Arrays.equals(MAGIC, 0, MAGIC.length, file, 0, MAGIC.length);
  }

  /**
   * The content of a file.
   *
   * @param location where it lies, for messages
   */
  FlatBuffer decode(String location, byte[] file) throws IOException {
    if (file.length < HEADER || !hasMagic(file)) {
      throw wrong(
          location,
          "it does not start as files of Icechunk do, with ICE\uD83E\uDDCACHUNK and 27 bytes more."
              + " Restore the file, or read another snapshot");
    }
    int version = file[VERSION] & 0xFF;
    if (version < 1 || version > NEWEST_VERSION) {
      throw wrong(
          location,
          "it is of version "
              + version
              + " of Icechunk's specification; known are 1 and 2. Write the repository with one of"
              + " these (spec_version=2), or read it with a newer zarr-spark");
    }
    if (file[TYPE] != type) {
      throw wrong(
          location,
          "it is a file of type "
              + file[TYPE]
              + " where one of type "
              + type
              + " should be. Restore the file, or read another snapshot");
    }
    return switch (file[COMPRESSION]) {
      case 0 -> new FlatBuffer(location, Arrays.copyOfRange(file, HEADER, file.length));
      case 1 -> new FlatBuffer(location, decompress(location, file));
      default ->
          throw wrong(
              location,
              "it is compressed in a way that is not known, "
                  + file[COMPRESSION]
                  + "; known are 0 (not) and 1 (zstd). Read it with a newer zarr-spark");
    };
  }

  /** What a few bytes decompress to has no other bound than the one that is set here. */
  private static byte[] decompress(String location, byte[] file) throws IOException {
    int most = (int) Math.min(Integer.MAX_VALUE - 16, Runtime.getRuntime().maxMemory() / 4);
    byte[] bytes;
    try (ZstdInputStreamNoFinalizer stream =
        new ZstdInputStreamNoFinalizer(
            new ByteArrayInputStream(file, HEADER, file.length - HEADER))) {
      bytes = stream.readNBytes(most + 1);
    } catch (IOException e) {
      throw new IOException(
          "Cannot read "
              + location
              + ": the file is corrupt: it does not decompress: "
              + e.getMessage()
              + ". Restore the file, or read another snapshot",
          e);
    }
    if (bytes.length > most) {
      throw wrong(
          location,
          "it holds more than "
              + most
              + " bytes, a quarter of the heap. Give driver and executors more memory, or have"
              + " Icechunk write smaller manifests (ManifestSplittingConfig)");
    }
    return bytes;
  }

  private static IOException wrong(String location, String why) {
    return new IOException("Cannot read " + location + ": " + why);
  }
}
