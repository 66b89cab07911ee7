package io.zarrspark.codec;

import static io.zarrspark.codec.Chains.assertRefused;
import static io.zarrspark.codec.Chains.assertUndecodable;
import static io.zarrspark.codec.Chains.bytesChain;
import static io.zarrspark.codec.Chains.decode;
import static io.zarrspark.codec.Chains.encode;
import static io.zarrspark.codec.Chains.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes -> bytes codecs of numcodecs; what numcodecs wrote is in NumcodecsStoresTest. */
class NumcodecsBytesTest {
  private static final int MUTATIONS = 500;
  private static final String RAW =
      "{'name': 'numcodecs.lzma', 'configuration': {'format': 3, 'filters': [%s]}}";

  static List<String> codecs() {
    return List.of(
        "{'name': 'numcodecs.zlib', 'configuration': {'level': 9}}",
        "{'name': 'numcodecs.zlib', 'configuration': {'level': -1}}",
        "{'name': 'numcodecs.gzip', 'configuration': {'level': 1}}",
        "{'name': 'numcodecs.zstd', 'configuration': {'level': 100, 'checksum': true}}",
        "'numcodecs.zstd'",
        "'numcodecs.lz4'",
        "{'name': 'numcodecs.bz2', 'configuration': {'level': 1}}",
        "'numcodecs.lzma'",
        "{'name': 'numcodecs.lzma', 'configuration': {'check': 10, 'preset': 2147483657}}",
        "{'name': 'numcodecs.lzma', 'configuration': {'format': 2, 'preset': null}}",
        RAW.formatted("{'id': 3, 'dist': 2}, {'id': 33, 'preset': 0}"),
        RAW.formatted("{'id': 4611686018427387905, 'dict_size': 4096, 'lc': 0, 'lp': 4, 'pb': 0}"),
        RAW.formatted("{'id': 4}, {'id': 33, 'mode': 1, 'nice_len': 2, 'mf': 3, 'depth': 9}"),
        "{'name': 'numcodecs.shuffle', 'configuration': {'elementsize': 3}}",
        "{'name': 'numcodecs.shuffle', 'configuration': {'elementsize': 600}}",
        "{'name': 'numcodecs.shuffle', 'configuration': {'elementsize': 0}}",
        "'numcodecs.crc32'",
        "{'name': 'numcodecs.crc32c', 'configuration': {'location': 'start'}}",
        "{'name': 'numcodecs.adler32', 'configuration': {'location': 'end'}}",
        "'numcodecs.fletcher32'",
        "'numcodecs.jenkins_lookup3'");
  }

  private static ChunkData bytes(int length) {
    byte[] bytes = new byte[length];
    Random random = new Random(length);
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (random.nextInt(10) == 0 ? random.nextInt() : i / 7);
    }
    return new ChunkData.Bytes(bytes);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void comesBack(String codec) {
    for (int length : new int[] {600, 1_200, 3_000, 120_000}) {
      CodecPipeline chain = bytesChain(length, codec);
      ChunkData elements = bytes(length);
      byte[] encoded = encode(chain, elements);
      assertThat(decode(chain, encoded).array()).isEqualTo(elements.array());
      assertThat(encode(chain, elements)).as("the same bytes again").isEqualTo(encoded);
      assertThat(chain.encodedSize().allows(encoded.length)).isTrue();
    }
  }

  /** Behind a compressor, a decoder knows no exact size. */
  @ParameterizedTest
  @MethodSource("codecs")
  void comesBackBehindACompressor(String codec) {
    if (codec.contains("shuffle")) {
      return;
    }
    CodecPipeline chain = bytesChain(5_000, "'numcodecs.zlib'", codec);
    assertThat(decode(chain, encode(chain, bytes(5_000))).array()).isEqualTo(bytes(5_000).array());
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void truncatedDataIsRefused(String codec) {
    CodecPipeline chain = bytesChain(600, codec);
    byte[] encoded = encode(chain, bytes(600));
    for (int length = 0; length < encoded.length; length++) {
      byte[] truncated = Arrays.copyOf(encoded, length);
      assertThatThrownBy(() -> decode(chain, truncated))
          .as("%d of %d bytes", length, encoded.length)
          .isInstanceOf(CodingException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void mutatedDataIsDecodedOrRefused(String codec) {
    CodecPipeline chain = bytesChain(600, codec);
    CodecPipeline unbounded = bytesChain(600, "'numcodecs.zlib'", codec);
    byte[] encoded = encode(chain, bytes(600));
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(120),
        () -> {
          for (int seed = 0; seed < MUTATIONS; seed++) {
            Random random = new Random(seed);
            byte[] mutated = encoded.clone();
            int reach = random.nextBoolean() ? Math.min(40, mutated.length) : mutated.length;
            for (int i = random.nextInt(3); i >= 0; i--) {
              mutated[random.nextInt(reach)] = (byte) random.nextInt();
            }
            for (CodecPipeline target : List.of(chain, unbounded)) {
              try {
                decode(target, mutated);
              } catch (CodingException e) {
                assertThat(e.getMessage()).as("seed %d", seed).startsWith("numcodecs.");
              } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed, e);
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void bytesAfterTheDataAreRefused(String codec) {
    CodecPipeline chain = bytesChain(600, codec);
    byte[] encoded = encode(chain, bytes(600));
    byte[] longer = Arrays.copyOf(encoded, encoded.length + 3);
    assertThatThrownBy(() -> decode(chain, longer)).isInstanceOf(CodingException.class);
  }

  @Test
  void decodedDataOfAnotherLengthIsRefused() {
    CodecPipeline chain = bytesChain(9, "'numcodecs.bz2'");
    byte[] longer = encode(bytesChain(10, "'numcodecs.bz2'"), bytes(10));
    assertUndecodable(chain, longer)
        .hasMessage(
            "numcodecs.bz2: the data decodes to more than 9 bytes; there should be exactly 9"
                + " bytes");
    byte[] shorter = encode(bytesChain(8, "'numcodecs.bz2'"), bytes(8));
    assertUndecodable(chain, shorter)
        .hasMessage("numcodecs.bz2: the data decodes to 8 bytes; there should be exactly 9 bytes");
  }

  @Test
  void anLz4HeaderIsCheckedBeforeAnythingIsAllocated() {
    CodecPipeline chain = bytesChain(9, "'numcodecs.lz4'");
    assertUndecodable(chain, hex("ff ff ff 7f 00"))
        .hasMessage(
            "numcodecs.lz4: the header says 2147483647 bytes; there should be exactly 9 bytes");
    assertUndecodable(chain, hex("09 00 00"))
        .hasMessage("numcodecs.lz4: there are 3 bytes, fewer than the header has");
    CodecPipeline unbounded = bytesChain(9, "'numcodecs.zlib'", "'numcodecs.lz4'");
    assertUndecodable(unbounded, hex("ff ff ff 7e 00 00"))
        .hasMessage(
            "numcodecs.lz4: the header says 2130706431 bytes, more than 2 bytes can decode to");
    assertUndecodable(unbounded, hex("ff ff ff ff 00 00"))
        .hasMessage(
            "numcodecs.lz4: the header says 4294967295 bytes; there should be at most 2147483639"
                + " bytes");
  }

  @Test
  void anXzDictionaryBeyondTheLimitIsRefused() {
    CodecPipeline chain = bytesChain(600, "'numcodecs.lzma'");
    byte[] encoded = encode(chain, bytes(600));
    // The dictionary size in the block header, and that header's CRC-32.
    encoded[12 + 4] = 36;
    java.util.zip.CRC32 crc = new java.util.zip.CRC32();
    crc.update(encoded, 12, 8);
    for (int i = 0; i < 4; i++) {
      encoded[20 + i] = (byte) (crc.getValue() >>> 8 * i);
    }
    assertUndecodable(chain, encoded)
        .hasMessageStartingWith("numcodecs.lzma: the data is corrupt: ")
        .hasMessageContaining("KiB of memory would be needed; limit was 135168 KiB");
  }

  @Test
  void formatZeroReadsBothFormatsAndWritesNone() {
    CodecPipeline auto =
        bytesChain(600, "{'name': 'numcodecs.lzma', 'configuration': {'format': 0}}");
    for (String format : List.of("1", "2")) {
      CodecPipeline writer =
          bytesChain(
              600, "{'name': 'numcodecs.lzma', 'configuration': {'format': " + format + "}}");
      assertThat(decode(auto, encode(writer, bytes(600))).array()).isEqualTo(bytes(600).array());
    }
    assertThatThrownBy(() -> encode(auto, bytes(600)))
        .isInstanceOf(CodingException.class)
        .hasMessage(
            "numcodecs.lzma: format 0 detects the format of what it reads; set 1 (.xz) to write");
  }

  @Test
  void aWrongChecksumIsShown() {
    CodecPipeline chain = bytesChain(3, "'numcodecs.crc32'");
    assertUndecodable(chain, hex("00 00 00 00 01 02 03"))
        .hasMessage("numcodecs.crc32: the checksum is 00000000 but the data has 55bc801d");
    assertUndecodable(chain, hex("01 02 03"))
        .hasMessage("numcodecs.crc32: there are 3 bytes, fewer than the checksum has");
  }

  @Test
  void shuffledBytesMustBeWholeElements() {
    CodecPipeline chain =
        bytesChain(7, "{'name': 'numcodecs.shuffle', 'configuration': {'elementsize': 2}}");
    assertUndecodable(chain, new byte[7])
        .hasMessage("numcodecs.shuffle: 7 bytes are no whole number of elements of 2 bytes");
  }

  private static void refused(String codec, String message) {
    assertRefused(NumberType.UINT8, new int[] {9}, "'bytes'", codec)
        .hasMessage("codecs[1]: " + message);
  }

  @Test
  void invalidConfigurationsAreRefused() {
    refused(
        "{'name': 'numcodecs.zlib', 'configuration': {'level': 10}}",
        "the configuration of numcodecs.zlib: \"level\" is 10 but must be an integer from -1 to"
            + " 9");
    refused(
        "{'name': 'numcodecs.bz2', 'configuration': {'level': 0}}",
        "the configuration of numcodecs.bz2: \"level\" is 0 but must be an integer from 1 to 9");
    refused(
        "{'name': 'numcodecs.crc32', 'configuration': {'location': 'middle'}}",
        "numcodecs.crc32: location is \"middle\" but must be \"start\" or \"end\"");
    refused(
        "{'name': 'numcodecs.fletcher32', 'configuration': {'location': 'end'}}",
        "the configuration of numcodecs.fletcher32 has unknown members [location]; known are []");
    refused(
        "'numcodecs.shuffle'",
        "numcodecs.shuffle: elementsize is missing, for which numcodecs takes 4 and zarr-python"
            + " the size of the data type. Add it to the codec configuration");
    refused(
        "{'name': 'numcodecs.lz4', 'configuration': {'level': 1}}",
        "the configuration of numcodecs.lz4 has unknown members [level]; known are"
            + " [acceleration]");
  }

  @Test
  void invalidLzmaConfigurationsAreRefused() {
    refused(
        "{'name': 'numcodecs.lzma', 'configuration': {'format': 3}}",
        "numcodecs.lzma: format 3 (raw) needs filters: nothing else tells how to decode");
    refused(
        "{'name': 'numcodecs.lzma', 'configuration': {'check': 2}}",
        "numcodecs.lzma: check is 2 but must be one of [-1, 0, 1, 4, 10]");
    refused(
        "{'name': 'numcodecs.lzma', 'configuration': {'preset': 10}}",
        "numcodecs.lzma: preset is 10 but must be 0 to 9, or that plus 2147483648");
    refused(RAW.formatted(""), "numcodecs.lzma: filters must be a list of one to four filters");
    refused(
        RAW.formatted("{'id': 33}, {'id': 3}"),
        "numcodecs.lzma: filters[0]: LZMA1 or LZMA2 must be the last filter and only the last");
    refused(
        RAW.formatted("{'id': 12}, {'id': 33}"),
        "numcodecs.lzma: filters[0]: the filter 12 is not known; known are delta (3), x86 (4),"
            + " PowerPC (5), IA-64 (6), ARM (7), ARM Thumb (8), SPARC (9), LZMA2 (33) and LZMA1"
            + " (4611686018427387905)");
    refused(
        RAW.formatted("{'id': 33, 'dict_size': 1073741824}"),
        "numcodecs.lzma: filters[0]: \"dict_size\" is 1073741824 but must be an integer from 4096"
            + " to 134217728");
    refused(
        RAW.formatted("{'id': 33, 'lc': 3, 'lp': 2}"),
        "numcodecs.lzma: filters[0]: lc + lp must not exceed 4: 3 + 2");
    refused(
        RAW.formatted("{'id': 3, 'dist': 257}, {'id': 33}"),
        "numcodecs.lzma: filters[0]: \"dist\" is 257 but must be an integer from 1 to 256");
    refused(
        RAW.formatted("{'id': 3, 'distance': 2}, {'id': 33}"),
        "numcodecs.lzma: filters[0] has unknown members [distance]; known are [id, dist]");
  }
}
