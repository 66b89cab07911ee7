package io.zarrspark.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zarrspark.codec.BloscOptions.Shuffle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames that were damaged or made to do harm. */
class BloscHostileFrameTest {
  private static final int MUTATIONS_PER_COMPRESSOR = 10_000;
  private static final int MAX_DECODED = 1 << 20;

  private static final byte[] BYTES = BloscTestData.smooth(20_000, 4);

  @ParameterizedTest
  @EnumSource(names = "LZ4HC", mode = EnumSource.Mode.EXCLUDE)
  void aMutatedFrameIsDecodedOrRefused(BloscCompressor cname) {
    List<byte[]> frames = new ArrayList<>();
    for (Shuffle shuffle : Shuffle.values()) {
      frames.add(frame(cname, shuffle, 0));
      // In several blocks: with one part each, as c-blosc does not split such elements ...
      BloscOptions unsplit = new BloscOptions(cname, 5, shuffle, 17, 4_096);
      frames.add(BloscFrame.encode(BYTES, 0, BYTES.length, unsplit));
    }
    // ... and with a part for each of two bytes.
    byte[] longer = BloscTestData.smooth(140_000, 2);
    BloscOptions split = new BloscOptions(cname, 5, Shuffle.BITSHUFFLE, 2, 65_536);
    frames.add(BloscFrame.encode(longer, 0, longer.length, split));
    int refused = 0;
    try (BloscScratch scratch = new BloscScratch()) {
      for (int seed = 0; seed < MUTATIONS_PER_COMPRESSOR; seed++) {
        Random random = new Random(seed);
        byte[] frame = mutated(frames.get(seed % frames.size()), random);
        try {
          decode(frame, frame.length, scratch);
        } catch (BloscException e) {
          assertThat(e.getMessage()).as("seed %d", seed).endsWith(".");
          refused++;
        } catch (RuntimeException | Error e) {
          throw new AssertionError(cname + ", seed " + seed, e);
        }
      }
    }
    assertThat(refused).isGreaterThan(MUTATIONS_PER_COMPRESSOR / 10);
  }

  private static byte[] mutated(byte[] frame, Random random) {
    byte[] mutated = frame.clone();
    // Half of them in the header, the table and the first lengths, where it hurts.
    int reach = random.nextBoolean() ? Math.min(64, frame.length) : frame.length;
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      int at = random.nextInt(reach);
      switch (random.nextInt(4)) {
        case 0 -> mutated[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> mutated[at] = (byte) random.nextInt();
        case 2 -> mutated[at] = (byte) (random.nextBoolean() ? 0xFF : 0);
        default -> BloscHeader.writeInt(mutated, Math.min(at, frame.length - 4), extreme(random));
      }
    }
    return mutated;
  }

  private static int extreme(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> Integer.MAX_VALUE - random.nextInt(40);
      case 1 -> Integer.MIN_VALUE + random.nextInt(40);
      case 2 -> -random.nextInt(40);
      case 3 -> random.nextInt(40);
      default -> random.nextInt(BYTES.length * 2);
    };
  }

  @ParameterizedTest
  @EnumSource(names = "LZ4HC", mode = EnumSource.Mode.EXCLUDE)
  void aTruncatedFrameIsRefused(BloscCompressor cname) {
    byte[] frame = frame(cname, Shuffle.SHUFFLE, 4_096);
    try (BloscScratch scratch = new BloscScratch()) {
      for (int length = 0; length < frame.length; length++) {
        int shorter = length;
        assertThatThrownBy(() -> decode(frame, shorter, scratch))
            .isInstanceOf(BloscException.class);
        // Even if the header agrees with the shorter length.
        byte[] consistent = Arrays.copyOf(frame, length);
        if (length >= BloscHeader.SIZE) {
          BloscHeader.writeInt(consistent, 12, length);
        }
        assertThatThrownBy(() -> decode(consistent, shorter, scratch))
            .isInstanceOf(BloscException.class);
      }
    }
  }

  @Test
  void anEmptyInput() {
    assertRefused(
        new byte[0], "A Blosc frame starts with a header of 16 bytes, but there are only 0 bytes.");
  }

  @Test
  void aFrameOfBlosc2() {
    byte[] frame = lz4Frame();
    frame[0] = 5;
    assertRefused(frame, "The Blosc frame has version 5, but only version 2 (Blosc1) can be read.");
  }

  @Test
  void aFormatThatDoesNotExist() {
    byte[] frame = lz4Frame();
    frame[2] = (byte) (frame[2] & 0x1F | 6 << 5);
    assertRefused(
        frame,
        "The Blosc frame was compressed with format 6, which Blosc1 does not define (it defines 0"
            + " to 4).");
  }

  @Test
  void aLaterVersionOfAFormat() {
    byte[] frame = lz4Frame();
    frame[1] = 2;
    assertRefused(
        frame,
        "The Blosc frame needs version 2 of the lz4 format, but only version 1 can be read.");
  }

  @Test
  void aReservedFlag() {
    byte[] frame = lz4Frame();
    frame[2] |= 8;
    assertRefused(
        frame,
        "The Blosc header sets the reserved flag 0x08 (flags are 0x29), whose meaning is not"
            + " defined in Blosc1.");
  }

  @Test
  void aTypesizeOfZero() {
    byte[] frame = lz4Frame();
    frame[3] = 0;
    assertRefused(frame, "The Blosc header has a typesize of 0; it must be 1 to 255.");
  }

  @Test
  void sizesThatContradictEachOther() {
    assertRefused(withInt(lz4Frame(), 4, -1), "The Blosc header has a negative decoded size, -1.");
    assertRefused(
        withInt(lz4Frame(), 8, 0),
        "The Blosc header has a blocksize of 0, which does not fit the decoded size of 20000"
            + " bytes.");
    assertRefused(
        withInt(lz4Frame(), 8, 20_001),
        "The Blosc header has a blocksize of 20001, which does not fit the decoded size of 20000"
            + " bytes.");
    byte[] frame = lz4Frame();
    assertRefused(
        withInt(frame, 12, frame.length + 1),
        "The Blosc header says that the frame has "
            + (frame.length + 1)
            + " bytes, but there are "
            + frame.length
            + ".");
  }

  @Test
  void aCopyOfAnotherLength() {
    byte[] frame =
        BloscFrame.encode(
            BYTES, 0, 100, new BloscOptions(BloscCompressor.LZ4, 5, Shuffle.SHUFFLE, 4, 0));
    assertRefused(
        withInt(frame, 4, 104),
        "The Blosc frame is a plain copy of 104 bytes after a header of 16, but its size is given"
            + " as 116.");
  }

  @Test
  void moreBlocksThanTheFrameHasRoomFor() {
    byte[] frame = withInt(lz4Frame(), 4, Integer.MAX_VALUE - 16);
    frame = withInt(frame, 8, 1);
    assertRefused(
        frame,
        "The Blosc header says that there are 2147483631 blocks, but the frame of "
            + frame.length
            + " bytes is too short for the table of their starts.");
  }

  /** The caller may allocate what decodedSize says: it must be in proportion to the frame. */
  @ParameterizedTest
  @EnumSource(names = "LZ4HC", mode = EnumSource.Mode.EXCLUDE)
  void aDecodedSizeThatCannotBe(BloscCompressor cname) {
    byte[] frame = Arrays.copyOf(frame(cname, Shuffle.SHUFFLE, 0), 64);
    frame = withInt(frame, 4, Integer.MAX_VALUE - 16);
    frame = withInt(frame, 8, Integer.MAX_VALUE - 16);
    assertRefused(
        withInt(frame, 12, 64),
        "The Blosc header says that 64 bytes decode to 2147483631, more than "
            + cname.cname
            + " can pack into them.");
  }

  @Test
  void anotherDecodedSizeThanExpected() {
    byte[] frame = lz4Frame();
    assertThatThrownBy(() -> BloscFrame.decode(frame, 0, frame.length, new byte[8], 0, 8))
        .isInstanceOf(BloscException.class)
        .hasMessage("The Blosc frame decodes to 20000 bytes, but 8 are expected.");
  }

  @Test
  void aBlockThatStartsOutsideOfTheFrame() {
    byte[] frame = frame(BloscCompressor.ZSTD, Shuffle.SHUFFLE, 4_096);
    String tail =
        ", outside of the frame of " + frame.length + " bytes whose blocks start at byte 36.";
    assertRefused(withInt(frame, 20, -4), "Blosc block 2 of 5 starts at byte -4" + tail);
    assertRefused(withInt(frame, 20, 35), "Blosc block 2 of 5 starts at byte 35" + tail);
    assertRefused(
        withInt(frame, 20, frame.length + 1),
        "Blosc block 2 of 5 starts at byte " + (frame.length + 1) + tail);
    assertRefused(
        withInt(frame, 20, frame.length),
        "Blosc block 2 of 5 cannot be decoded: the frame ends before part 1.");
  }

  @Test
  void aPartOfAnImpossibleLength() {
    byte[] frame = frame(BloscCompressor.ZSTD, Shuffle.SHUFFLE, 4_096);
    String tail = " bytes, but the frame has " + (frame.length - 40) + " more bytes.";
    for (int length : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertRefused(
          withInt(frame, 36, length),
          "Blosc block 1 of 5 cannot be decoded: part 1 has a length of " + length + tail);
    }
  }

  /** Each block decodes alone, so without the sum a frame could cost its square in time. */
  @Test
  void blocksThatShareTheirBytes() {
    byte[] frame = frame(BloscCompressor.ZSTD, Shuffle.NOSHUFFLE, 4_096);
    int longest = 0;
    for (int block = 0; block < 4; block++) {
      int start = BloscHeader.readInt(frame, 16 + 4 * block);
      if (longest == 0 || BloscHeader.readInt(frame, start) > BloscHeader.readInt(frame, longest)) {
        longest = start;
      }
    }
    for (int block = 0; block < 4; block++) {
      BloscHeader.writeInt(frame, 16 + 4 * block, longest);
    }
    assertThatThrownBy(() -> decode(frame, frame.length, new BloscScratch()))
        .isInstanceOf(BloscException.class)
        .hasMessageMatching(
            "Blosc block [45] of 5 shares bytes with another one: together they are longer than"
                + " the frame\\.");
  }

  @Test
  void aBlockThatCannotBeSplit() {
    byte[] frame = lz4Frame();
    frame[3] = 3;
    assertRefused(
        frame,
        "Blosc block 1 of 1 cannot be decoded: its 20000 bytes are not a multiple of the typesize"
            + " 3 it is split by.");
  }

  @Test
  void aZlibStreamWithoutItsChecksum() {
    byte[] frame = frame(BloscCompressor.ZLIB, Shuffle.NOSHUFFLE, 0);
    frame[frame.length - 1] ^= 1;
    assertThatThrownBy(() -> decode(frame, frame.length, new BloscScratch()))
        .isInstanceOf(BloscException.class)
        .hasMessageContaining("bytes are not valid zlib");
  }

  @Test
  void aClosedScratchIsOurOwnMistake() {
    BloscScratch scratch = new BloscScratch();
    scratch.close();
    byte[] frame = frame(BloscCompressor.ZSTD, Shuffle.NOSHUFFLE, 0);
    assertThatThrownBy(() -> decode(frame, frame.length, scratch))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void manyTinyBlocksTakeTimeInProportion() {
    byte[] bytes = new byte[1 << 20];
    BloscOptions options = new BloscOptions(BloscCompressor.LZ4, 5, Shuffle.SHUFFLE, 4, 128);
    byte[] frame = BloscFrame.encode(bytes, 0, bytes.length, options);
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> BloscFrame.decode(frame, 0, frame.length, bytes, 0, bytes.length));
  }

  private static byte[] lz4Frame() {
    return frame(BloscCompressor.LZ4, Shuffle.SHUFFLE, 4_096);
  }

  private static byte[] frame(BloscCompressor cname, Shuffle shuffle, int blocksize) {
    return BloscFrame.encode(
        BYTES, 0, BYTES.length, new BloscOptions(cname, 5, shuffle, 4, blocksize));
  }

  private static byte[] withInt(byte[] frame, int at, int value) {
    byte[] changed = frame.clone();
    BloscHeader.writeInt(changed, at, value);
    return changed;
  }

  private static void assertRefused(byte[] frame, String message) {
    assertThatThrownBy(() -> decode(frame, frame.length, new BloscScratch()))
        .isInstanceOf(BloscException.class)
        .hasMessage(message);
  }

  /** As a reader does it that does not know the size before. */
  private static void decode(byte[] frame, int length, BloscScratch scratch) {
    int size = BloscFrame.decodedSize(frame, 0, length);
    // A mutated header may claim what zstd could hold; that much is not needed here.
    if (size > MAX_DECODED) {
      throw new BloscException("Too large for this test.");
    }
    byte[] dst = new byte[size];
    BloscFrame.decode(frame, 0, length, dst, 0, size, scratch);
  }
}
