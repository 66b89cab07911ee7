package io.zarrspark.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.scalableminds.bloscjava.Blosc;
import io.zarrspark.codec.BloscOptions.Shuffle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BloscFrameTest {
  private static final int[] TYPESIZES = {1, 2, 3, 4, 8, 16, 17, 255};
  private static final int[] SIZES = {0, 1, 7, 127, 128, 129, 4_097, 70_001, 600_004};
  private static final int[] LEVELS = {1, 5, 9};

  private static final int FLAGS = 2;

  @ParameterizedTest
  @EnumSource(names = "SNAPPY", mode = EnumSource.Mode.EXCLUDE)
  void nativeBloscAndThisReadEachOther(BloscCompressor cname) {
    assumeTrue(hasNativeBlosc(), "blosc-java has libraries for x86-64 only");
    try (BloscScratch scratch = new BloscScratch()) {
      for (int typesize : TYPESIZES) {
        for (int size : SIZES) {
          for (byte[] bytes :
              new byte[][] {
                BloscTestData.random(size, size), BloscTestData.smooth(size, typesize)
              }) {
            for (Shuffle shuffle : Shuffle.values()) {
              for (int clevel : LEVELS) {
                // A level of zstd that takes seconds; a large frame of it is below.
                if (cname == BloscCompressor.ZSTD && clevel == 9 && size > 70_001) {
                  continue;
                }
                check(bytes, new BloscOptions(cname, clevel, shuffle, typesize, 0), scratch);
              }
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "SNAPPY", mode = EnumSource.Mode.EXCLUDE)
  void blocksOfAGivenSize(BloscCompressor cname) {
    assumeTrue(hasNativeBlosc(), "blosc-java has libraries for x86-64 only");
    try (BloscScratch scratch = new BloscScratch()) {
      for (int typesize : TYPESIZES) {
        for (int blocksize : new int[] {1, 128, 1_000, 4_096, 100_000}) {
          for (Shuffle shuffle : Shuffle.values()) {
            byte[] bytes = BloscTestData.smooth(300_007, typesize);
            check(bytes, new BloscOptions(cname, 2, shuffle, typesize, blocksize), scratch);
          }
        }
      }
    }
  }

  @Test
  void theHighestLevelOfZstdInSeveralBlocks() {
    assumeTrue(hasNativeBlosc(), "blosc-java has libraries for x86-64 only");
    try (BloscScratch scratch = new BloscScratch()) {
      BloscOptions options = new BloscOptions(BloscCompressor.ZSTD, 9, Shuffle.SHUFFLE, 4, 0);
      check(BloscTestData.smooth(2_500_001, 4), options, scratch);
    }
  }

  private static void check(byte[] bytes, BloscOptions options, BloscScratch scratch) {
    String context = options + ", " + bytes.length + " bytes";
    byte[] nativeFrame =
        Blosc.compress(
            bytes,
            options.typesize(),
            Blosc.Compressor.fromString(options.cname().cname),
            options.clevel(),
            Blosc.Shuffle.fromInt(options.shuffle().ordinal()),
            options.blocksize());
    assertThat(decoded(nativeFrame, scratch)).as("native frame, %s", context).isEqualTo(bytes);

    byte[] frame = BloscFrame.encode(bytes, 0, bytes.length, options, scratch);
    assertThat(decoded(frame, scratch)).as("own frame, %s", context).isEqualTo(bytes);
    assertThat(Blosc.decompress(frame)).as("own frame read natively, %s", context).isEqualTo(bytes);
    assertThat(frame.length).as(context).isLessThanOrEqualTo(bytes.length + 16);
    // Version, typesize, sizes, split: as c-blosc. Whether it pays to compress may differ.
    byte[] header = Arrays.copyOf(frame, 12);
    byte[] nativeHeader = Arrays.copyOf(nativeFrame, 12);
    header[FLAGS] &= ~BloscHeader.MEMCPYED;
    nativeHeader[FLAGS] &= ~BloscHeader.MEMCPYED;
    assertThat(header).as("header, %s", context).isEqualTo(nativeHeader);
  }

  /** Written by tensorstore 0.1.86, whose c-blosc has Snappy; blosc-java's and Python's do not. */
  @ParameterizedTest
  @CsvSource({
    "SHUFFLE, AgFBAtAHAADQBwAAtgAAABQAAABmAAAA6AcAAMIBAAABwgEAAALCAQAAA8IBAAAEwgEAAAXCAQAA"
        + "BsIBAAAHwgEAAAjCAQAACcIBAAAKwgEAAAvCAQAADMIBAAANwgEAAA7CAQAAD8IBAAAQwgEAABHC"
        + "AQAAEsIBAAATwgEANAAAAOgHAAD+AQD+AQD+AQD+AQD+AQD+AQD+AQD+AQD+AQD+AQD+AQD+AQD+"
        + "AQD+AQD+AQCaAQA=",
    "BITSHUFFLE, AgFEAtAHAADQBwAAuQAAABQAAABpAAAA6AcAAAUBBPz/AQEADwUMAMABCwT//wUM/hkAkhkACQEA"
        + "8Al3CQEJEwkB/hkAjhkAMgEACYNKAQAyJgAuAQBKLAAJAS4lAPoBAAlRrgEA+nEA9gEAYqkA9lcA"
        + "/gEA/gEA/gEA/gEA4gEANAAAAOgHAAD+AQD+AQD+AQD+AQD+AQD+AQD+AQD+AQD+AQD+AQD+AQD+"
        + "AQD+AQD+AQD+AQCaAQA="
  })
  void snappyFramesOfTensorstore(String shuffle, String base64) {
    byte[] frame = Base64.getDecoder().decode(base64);
    ByteBuffer expected = ByteBuffer.allocate(2_000).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 1_000; i++) {
      expected.putShort((short) (i / 50));
    }
    assertThat(frame[2] >>> BloscHeader.FORMAT_SHIFT).isEqualTo(BloscCompressor.SNAPPY.format);
    assertThat(frame[FLAGS] & 7).isEqualTo(shuffle.equals("SHUFFLE") ? 1 : 4);
    try (BloscScratch scratch = new BloscScratch()) {
      assertThat(decoded(frame, scratch)).isEqualTo(expected.array());
    }
  }

  @Test
  void snappyFramesRoundTrip() {
    try (BloscScratch scratch = new BloscScratch()) {
      for (int typesize : TYPESIZES) {
        for (int size : SIZES) {
          for (Shuffle shuffle : Shuffle.values()) {
            for (byte[] bytes :
                new byte[][] {
                  BloscTestData.random(size, size), BloscTestData.smooth(size, typesize)
                }) {
              BloscOptions options =
                  new BloscOptions(BloscCompressor.SNAPPY, 5, shuffle, typesize, 0);
              byte[] frame = BloscFrame.encode(bytes, 0, size, options, scratch);
              assertThat(decoded(frame, scratch)).as("%s, %d", options, size).isEqualTo(bytes);
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void equalBytesGiveEqualFramesWhereverTheyLieAndWhateverCameBefore(BloscCompressor cname) {
    BloscOptions options = new BloscOptions(cname, 5, Shuffle.SHUFFLE, 4, 0);
    byte[] bytes = BloscTestData.smooth(200_000, 4);
    byte[] first = BloscFrame.encode(bytes, 0, bytes.length, options);
    byte[] shifted = new byte[bytes.length + 5];
    System.arraycopy(bytes, 0, shifted, 3, bytes.length);
    try (BloscScratch scratch = new BloscScratch()) {
      byte[] other = BloscTestData.random(900_000, 1);
      BloscFrame.encode(
          other, 0, other.length, new BloscOptions(cname, 9, Shuffle.NOSHUFFLE, 1, 0), scratch);
      assertThat(BloscFrame.encode(shifted, 3, bytes.length, options, scratch)).isEqualTo(first);
    }
    assertThat(first.length).isLessThan(bytes.length * 3 / 4);
  }

  @ParameterizedTest
  @EnumSource
  void aFrameIsReadFromAndIntoTheMiddleOfArrays(BloscCompressor cname) {
    byte[] bytes = BloscTestData.smooth(100_000, 4);
    byte[] frame =
        BloscFrame.encode(
            bytes, 0, bytes.length, new BloscOptions(cname, 5, Shuffle.BITSHUFFLE, 4, 0));
    byte[] src = new byte[frame.length + 20];
    System.arraycopy(frame, 0, src, 7, frame.length);
    byte[] dst = new byte[bytes.length + 9];
    Arrays.fill(dst, (byte) 0x55);
    BloscFrame.decode(src, 7, frame.length + 4, dst, 5, bytes.length);
    assertThat(Arrays.copyOfRange(dst, 5, 5 + bytes.length)).isEqualTo(bytes);
    assertThat(Arrays.copyOf(dst, 5)).containsOnly(0x55);
    assertThat(Arrays.copyOfRange(dst, 5 + bytes.length, dst.length)).containsOnly(0x55);
  }

  @Test
  void levelZeroCopies() {
    BloscOptions options = new BloscOptions(BloscCompressor.ZSTD, 0, Shuffle.SHUFFLE, 4, 0);
    byte[] bytes = BloscTestData.smooth(50_000, 4);
    byte[] frame = BloscFrame.encode(bytes, 0, bytes.length, options);
    assertThat(Arrays.copyOfRange(frame, BloscHeader.SIZE, frame.length)).isEqualTo(bytes);
    assertThat(BloscFrame.decodedSize(frame, 0, frame.length)).isEqualTo(bytes.length);
  }

  @Test
  void elementsTooLongForTheHeaderAreTakenAsBytes() {
    BloscOptions options = new BloscOptions(BloscCompressor.LZ4, 5, Shuffle.SHUFFLE, 256, 0);
    assertThat(options.typesize()).isEqualTo(1);
  }

  @Test
  void optionsThatCannotBeMetAreRefused() {
    assertThatThrownBy(() -> BloscCompressor.named("gzip"))
        .isInstanceOf(BloscException.class)
        .hasMessage(
            "Blosc compressor 'gzip' is not known; the known ones are blosclz, lz4, lz4hc, snappy,"
                + " zlib, zstd.");
    assertThatThrownBy(() -> new BloscOptions(BloscCompressor.LZ4, 10, Shuffle.SHUFFLE, 4, 0))
        .isInstanceOf(BloscException.class)
        .hasMessage("Blosc clevel must be 0 to 9, but it is 10.");
    assertThatThrownBy(() -> new BloscOptions(BloscCompressor.LZ4, 5, Shuffle.SHUFFLE, 0, 0))
        .isInstanceOf(BloscException.class)
        .hasMessage("Blosc typesize must be at least 1, but it is 0.");
    assertThatThrownBy(() -> new BloscOptions(BloscCompressor.LZ4, 5, Shuffle.SHUFFLE, 4, -1))
        .isInstanceOf(BloscException.class)
        .hasMessage("Blosc blocksize must be 0 (automatic) or more, but it is -1.");
  }

  private static byte[] decoded(byte[] frame, BloscScratch scratch) {
    byte[] dst = new byte[BloscFrame.decodedSize(frame, 0, frame.length)];
    BloscFrame.decode(frame, 0, frame.length, dst, 0, dst.length, scratch);
    return dst;
  }

  private static boolean hasNativeBlosc() {
    return System.getProperty("os.arch").equals("amd64");
  }
}
