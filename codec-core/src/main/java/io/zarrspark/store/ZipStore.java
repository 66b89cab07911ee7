package io.zarrspark.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A store in a zip file, which may lie in any other store: its directory is read once, then a key
 * costs one or two ranges. What is stored uncompressed, as zarr-python writes it, is read in parts
 * as well.
 */
public final class ZipStore extends ReadOnlyStore {
  /** Entries up to this size are fetched with their header, in one request. */
  private static final int SMALL_BYTES = 1 << 20;

  private static final int HEADER_BYTES = 30;
  private static final int HEADER_SIGNATURE = 0x04034b50;
  private static final int STORED = 0;
  private static final int DEFLATED = 8;

  /** What a local header may hold beyond the directory's, in one read. */
  private static final int EXTRA_BYTES = 64;

  private final Store outer;
  private final String file;
  private final Map<String, ZipEntry> entries;

  /**
   * Opens a zip file.
   *
   * @param outer the store it lies in
   * @param file its key there
   * @throws FileNotFoundException if there is none
   */
  public ZipStore(Store outer, String file) throws IOException {
    this.outer = outer;
    this.file = file;
    try (StoredObject archive =
        outer
            .open(file)
            .orElseThrow(() -> new FileNotFoundException(outer.locate(file) + " does not exist"))) {
      entries = ZipDirectory.read(archive, outer.locate(file));
    }
  }

  @Override
  String kind() {
    return "zip files";
  }

  @Override
  public Optional<StoredObject> open(String key) throws IOException {
    ZipEntry entry = entries.get(key);
    if (entry == null) {
      return Optional.empty();
    }
    if (entry.method() == STORED && entry.compressedSize() > SMALL_BYTES) {
      byte[] header = outer.read(file, entry.headerPosition(), HEADER_BYTES);
      return Optional.of(
          new RangeObject(
              outer,
              file,
              entry.headerPosition() + dataOffset(entry, header),
              entry.compressedSize()));
    }
    return Optional.of(new BytesObject(locate(key), whole(entry)));
  }

  @Override
  public Optional<StoredObject> openWhole(String key) throws IOException {
    ZipEntry entry = entries.get(key);
    return entry == null
        ? Optional.empty()
        : Optional.of(new BytesObject(locate(key), whole(entry)));
  }

  private byte[] whole(ZipEntry entry) throws IOException {
    if (Math.max(entry.size(), entry.compressedSize()) > Integer.MAX_VALUE - (1 << 17)) {
      throw damaged(entry, "it has " + entry.size() + " bytes, too many for one read");
    }
    int compressed = (int) entry.compressedSize();
    // The header's own extra field may be longer than guessed: then the rest is a second request.
    int guess = HEADER_BYTES + entry.nameBytes() + EXTRA_BYTES;
    long room = entry.limit() - entry.headerPosition();
    byte[] bytes =
        outer.read(file, entry.headerPosition(), (int) Math.min(room, guess + (long) compressed));
    if (bytes.length < HEADER_BYTES) {
      throw damaged(entry, "its header lies behind the directory");
    }
    int offset = dataOffset(entry, bytes);
    if (offset > bytes.length - compressed) {
      bytes = outer.read(file, entry.headerPosition() + offset, compressed);
      offset = 0;
    }
    byte[] value =
        switch (entry.method()) {
          case STORED -> Arrays.copyOfRange(bytes, offset, offset + compressed);
          case DEFLATED -> inflate(entry, bytes, offset, compressed);
          default ->
              throw damaged(
                  entry, "compression method " + entry.method() + "; known are 0 and 8 (deflate)");
        };
    CRC32 crc = new CRC32();
    crc.update(value);
    if (value.length != entry.size() || (int) crc.getValue() != entry.crc()) {
      throw damaged(entry, "the checksum or the size is not that of the zip file's directory");
    }
    return value;
  }

  /** From the header, where the data begins. */
  private int dataOffset(ZipEntry entry, byte[] bytes) throws IOException {
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (header.getInt(0) != HEADER_SIGNATURE) {
      throw damaged(entry, "there is no header where the directory says");
    }
    return HEADER_BYTES
        + Short.toUnsignedInt(header.getShort(26))
        + Short.toUnsignedInt(header.getShort(28));
  }

  private byte[] inflate(ZipEntry entry, byte[] bytes, int offset, int length) throws IOException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(bytes, offset, length);
      // Grows with what is really there: the claimed size is only a claim.
      byte[] value = new byte[(int) Math.min(entry.size(), Math.max(1024L, 4L * length))];
      int filled = 0;
      while (filled < entry.size()) {
        if (filled == value.length) {
          value =
              Arrays.copyOf(
                  value, (int) Math.min(entry.size(), Math.max(1024L, 2L * value.length)));
        }
        int inflated = inflater.inflate(value, filled, value.length - filled);
        filled += inflated;
        if (inflated == 0 && (inflater.finished() || inflater.needsInput())) {
          throw damaged(entry, "it inflates to " + filled + " bytes, not " + entry.size());
        }
      }
      return value;
    } catch (DataFormatException e) {
      throw damaged(entry, e.getMessage());
    } finally {
      inflater.end();
    }
  }

  private IOException damaged(ZipEntry entry, String why) {
    return new IOException("Cannot read " + locate(entry.name()) + ": " + why);
  }

  @Override
  public List<String> childNames(String prefix) throws IOException {
    String start = prefix.isEmpty() ? "" : prefix + "/";
    TreeSet<String> names = new TreeSet<>();
    for (String name : entries.keySet()) {
      int slash = name.startsWith(start) ? name.indexOf('/', start.length()) : -1;
      if (slash > start.length()) {
        names.add(name.substring(start.length(), slash));
      }
    }
    return new ArrayList<>(names);
  }

  @Override
  public String locate(String key) {
    return key.isEmpty() ? outer.locate(file) : outer.locate(file) + "/" + key;
  }
}
