package io.zarrspark.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the directory at the end of a zip file (APPNOTE.TXT 4.3.12 to 4.3.16, with zip64): in one
 * request if it is small, else in two. Of several entries of one name the last counts: zarr-python
 * replaces by appending.
 */
final class ZipDirectory {
  /** The end record with the longest comment, and some of the directory. */
  private static final int TAIL_BYTES = 1 << 17;

  private static final int END_SIGNATURE = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int LOCATOR_SIGNATURE = 0x07064b50;
  private static final int LOCATOR_BYTES = 20;
  private static final int END64_SIGNATURE = 0x06064b50;
  private static final int END64_BYTES = 56;
  private static final int ENTRY_SIGNATURE = 0x02014b50;
  private static final int ENTRY_BYTES = 46;
  private static final int ZIP64_FIELD = 1;
  private static final long IN_ZIP64 = 0xFFFF_FFFFL;
  private static final int UTF8_FLAG = 1 << 11;
  private static final int ENCRYPTED_FLAG = 1;

  private final StoredObject archive;
  private final String location;
  private final long tailStart;
  private final ByteBuffer tail;

  private ZipDirectory(StoredObject archive, String location) throws IOException {
    this.archive = archive;
    this.location = location;
    this.tailStart = Math.max(0, archive.size() - TAIL_BYTES);
    this.tail = bytes(tailStart, archive.size() - tailStart);
  }

  static Map<String, ZipEntry> read(StoredObject archive, String location) throws IOException {
    return new ZipDirectory(archive, location).entries();
  }

  private Map<String, ZipEntry> entries() throws IOException {
    int end = tail.limit() - END_BYTES;
    // Its comment ends the file exactly, else the signature is part of something else.
    while (end >= 0
        && (tail.getInt(end) != END_SIGNATURE
            || end + END_BYTES + Short.toUnsignedInt(tail.getShort(end + 20)) != tail.limit())) {
      end--;
    }
    if (end < 0) {
      throw damaged("it has no end record. It is no zip file, or only the start of one");
    }
    long size = Integer.toUnsignedLong(tail.getInt(end + 12));
    long start = Integer.toUnsignedLong(tail.getInt(end + 16));
    int locator = end - LOCATOR_BYTES;
    if (locator >= 0 && tail.getInt(locator) == LOCATOR_SIGNATURE) {
      ByteBuffer end64 = range(tail.getLong(locator + 8), END64_BYTES);
      if (end64.getInt(0) != END64_SIGNATURE) {
        throw damaged("its zip64 end record is missing");
      }
      size = end64.getLong(40);
      start = end64.getLong(48);
    }
    return parse(range(start, size), start);
  }

  private Map<String, ZipEntry> parse(ByteBuffer directory, long start) throws IOException {
    Map<String, ZipEntry> entries = new HashMap<>();
    int at = 0;
    while (at < directory.limit()) {
      if (directory.limit() - at < ENTRY_BYTES || directory.getInt(at) != ENTRY_SIGNATURE) {
        throw damaged("its directory is damaged at byte " + (start + at));
      }
      int nameBytes = Short.toUnsignedInt(directory.getShort(at + 28));
      int extraBytes = Short.toUnsignedInt(directory.getShort(at + 30));
      int next =
          at
              + ENTRY_BYTES
              + nameBytes
              + extraBytes
              + Short.toUnsignedInt(directory.getShort(at + 32));
      if (next > directory.limit()) {
        throw damaged("its directory is damaged at byte " + (start + at));
      }
      ZipEntry entry = entry(directory, at, nameBytes, extraBytes, start);
      if (!entry.name().endsWith("/")) {
        entries.put(entry.name(), entry);
      }
      at = next;
    }
    return entries;
  }

  private ZipEntry entry(ByteBuffer directory, int at, int nameBytes, int extraBytes, long start)
      throws IOException {
    int flags = directory.getShort(at + 8);
    byte[] name = new byte[nameBytes];
    directory.get(at + ENTRY_BYTES, name);
    Charset charset = (flags & UTF8_FLAG) != 0 ? StandardCharsets.UTF_8 : Charset.forName("IBM437");
    String text = new String(name, charset);
    if ((flags & ENCRYPTED_FLAG) != 0) {
      throw damaged(text + " is encrypted");
    }
    long size = Integer.toUnsignedLong(directory.getInt(at + 24));
    long compressed = Integer.toUnsignedLong(directory.getInt(at + 20));
    long header = Integer.toUnsignedLong(directory.getInt(at + 42));
    int extra = at + ENTRY_BYTES + nameBytes;
    int extraEnd = extra + extraBytes;
    while (extra + 4 <= extraEnd) {
      int fieldEnd = extra + 4 + Short.toUnsignedInt(directory.getShort(extra + 2));
      if (directory.getShort(extra) == ZIP64_FIELD) {
        // Holds, in this order, those of the three that did not fit.
        int value = extra + 4;
        if (size == IN_ZIP64) {
          size = zip64(directory, value, Math.min(fieldEnd, extraEnd), text);
          value += 8;
        }
        if (compressed == IN_ZIP64) {
          compressed = zip64(directory, value, Math.min(fieldEnd, extraEnd), text);
          value += 8;
        }
        if (header == IN_ZIP64) {
          header = zip64(directory, value, Math.min(fieldEnd, extraEnd), text);
        }
      }
      extra = fieldEnd;
    }
    if (size < 0 || compressed < 0 || header < 0 || header > start || compressed > start - header) {
      throw damaged(text + " lies outside of it");
    }
    return new ZipEntry(
        text,
        nameBytes,
        directory.getShort(at + 10),
        directory.getInt(at + 16),
        compressed,
        size,
        header,
        start);
  }

  private long zip64(ByteBuffer directory, int at, int end, String name) throws IOException {
    if (at + 8 > end) {
      throw damaged("the size of " + name + " is missing in its directory");
    }
    return directory.getLong(at);
  }

  /** Bytes of the file, out of its end if they lie there. */
  private ByteBuffer range(long position, long length) throws IOException {
    if (position < 0 || length < 0 || position > archive.size() - length) {
      throw damaged("its end record points outside of it");
    }
    return position >= tailStart
        ? tail.slice((int) (position - tailStart), (int) length).order(ByteOrder.LITTLE_ENDIAN)
        : bytes(position, length);
  }

  private ByteBuffer bytes(long position, long length) throws IOException {
    if (length > Integer.MAX_VALUE - 8) {
      throw damaged("its directory has " + length + " bytes");
    }
    byte[] bytes = new byte[(int) length];
    archive.read(position, bytes, 0, bytes.length);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private IOException damaged(String why) {
    return new IOException("Cannot read the zip file " + location + ": " + why);
  }
}
