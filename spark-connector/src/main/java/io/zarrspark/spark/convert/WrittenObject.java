package io.zarrspark.spark.convert;

import io.zarrspark.store.Store;
import io.zarrspark.store.StoredObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A record of an object of the target.
 *
 * @param length its bytes; -1 if nothing is stored, since all its cells are the fill value
 * @param crc32c its checksum
 */
record WrittenObject(long length, int crc32c) {
  static final WrittenObject ABSENT = new WrittenObject(-1, 0);

  static WrittenObject of(byte[] value) {
    return of(ByteBuffer.wrap(value));
  }

  /** The record of what remains of a buffer, whose position is moved to its end. */
  static WrittenObject of(ByteBuffer value) {
    int length = value.remaining();
    CRC32C crc = new CRC32C();
    crc.update(value);
    return new WrittenObject(length, (int) crc.getValue());
  }

  boolean isStored() {
    return length >= 0;
  }

  /**
   * Whether the store still holds it.
   *
   * @param readAll whether to compare the checksum, not the length alone
   */
  boolean isIn(Store store, String key, boolean readAll) throws IOException {
    if (readAll && isStored()) {
      Optional<byte[]> value = store.get(key);
      return value.isPresent() && of(value.get()).equals(this);
    }
    Optional<StoredObject> found = store.open(key);
    if (found.isEmpty()) {
      return !isStored();
    }
    try (StoredObject object = found.get()) {
      return object.size() == length;
    }
  }

  /** The form in a journal. */
  String text() {
    return isStored() ? length + "." + Integer.toHexString(crc32c) : "-";
  }

  static WrittenObject parse(String text) {
    if (text.equals("-")) {
      return ABSENT;
    }
    int dot = text.indexOf('.');
    return new WrittenObject(
        Long.parseLong(text.substring(0, dot)),
        Integer.parseUnsignedInt(text.substring(dot + 1), 16));
  }
}
