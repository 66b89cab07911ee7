package io.zarrspark.type;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Types whose elements have one number of bytes on disk and are handed out like those of {@link
 * VariableType}: text as UTF-8, bytes as they are.
 *
 * @param kind what the bytes are
 * @param zarrName the name in metadata; {@code r16} and {@code raw_bytes} are the same
 * @param encodedBytes bytes of an element on disk
 */
public record FixedBytesType(Kind kind, String zarrName, int encodedBytes) implements DataType {

  /** What the bytes are. */
  public enum Kind {
    /** Text: 32 bits per code point, zeros behind it ({@code <U5} of NumPy). */
    UTF32,
    /** Bytes, zeros behind them ({@code |S5} of NumPy); those do not count. */
    NULL_TERMINATED,
    /** Bytes, all of which count ({@code |V5} of NumPy, {@code r40} of Zarr). */
    RAW
  }

  /** Largest element: a length that metadata claims is not allocated whatever it is. */
  public static final int MAX_BYTES = 1 << 24;

  public static final String UTF32_NAME = "fixed_length_utf32";
  public static final String NULL_TERMINATED_NAME = "null_terminated_bytes";
  public static final String RAW_NAME = "raw_bytes";

  @Override
  public Storage storage() {
    return Storage.VARIABLE;
  }

  /** Whether elements are text, handed out as UTF-8. */
  public boolean isText() {
    return kind == Kind.UTF32;
  }

  /**
   * An element as it is handed out.
   *
   * @param order byte order of code points
   * @throws ScalarException if text has a number that is no code point
   */
  public byte[] decode(byte[] bytes, int offset, ByteOrder order) {
    return switch (kind) {
      case RAW -> Arrays.copyOfRange(bytes, offset, offset + encodedBytes);
      case NULL_TERMINATED -> {
        int end = offset + encodedBytes;
        while (end > offset && bytes[end - 1] == 0) {
          end--;
        }
        yield Arrays.copyOfRange(bytes, offset, end);
      }
      case UTF32 -> {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, encodedBytes).order(order);
        int characters = encodedBytes / 4;
        while (characters > 0 && buffer.getInt(offset + 4 * (characters - 1)) == 0) {
          characters--;
        }
        StringBuilder text = new StringBuilder(characters);
        for (int i = 0; i < characters; i++) {
          int codePoint = buffer.getInt();
          boolean isSurrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
          if (!Character.isValidCodePoint(codePoint) || isSurrogate) {
            throw new ScalarException(
                "0x" + Integer.toHexString(codePoint) + " is no character of Unicode");
          }
          text.appendCodePoint(codePoint);
        }
        yield text.toString().getBytes(StandardCharsets.UTF_8);
      }
    };
  }

  /**
   * Writes an element as it stands on disk; the bytes there are zero.
   *
   * @throws ScalarException if it has too many bytes, or (raw) too few
   */
  public void encode(byte[] element, byte[] target, int offset, ByteOrder order) {
    if (kind == Kind.UTF32) {
      int[] codePoints = text(element).codePoints().toArray();
      requireFits(codePoints.length * 4L);
      ByteBuffer buffer = ByteBuffer.wrap(target, offset, encodedBytes).order(order);
      for (int codePoint : codePoints) {
        buffer.putInt(codePoint);
      }
      return;
    }
    requireFits(element.length);
    System.arraycopy(element, 0, target, offset, element.length);
  }

  /**
   * Checks an element.
   *
   * @throws ScalarException if it has too many bytes, or (raw) too few
   */
  public void requireFits(byte[] element) {
    requireFits(kind == Kind.UTF32 ? 4L * text(element).codePoints().count() : element.length);
  }

  private static String text(byte[] utf8) {
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8));
      return text.toString();
    } catch (CharacterCodingException e) {
      throw new ScalarException("the text is not UTF-8");
    }
  }

  private void requireFits(long bytes) {
    if (bytes > encodedBytes || kind == Kind.RAW && bytes < encodedBytes) {
      throw new ScalarException(
          "it has " + bytes + " bytes, but an element of " + this + " has " + encodedBytes);
    }
  }

  @Override
  public String toString() {
    return zarrName.matches("r\\d+") ? zarrName : zarrName + "[" + encodedBytes + "]";
  }
}
