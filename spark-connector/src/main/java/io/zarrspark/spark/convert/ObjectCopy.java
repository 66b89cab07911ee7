package io.zarrspark.spark.convert;

import io.zarrspark.ZarrArray;
import io.zarrspark.metadata.ChunkKeyEncoding;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Copies stored objects of an array as they are; a unit is one object. */
final class ObjectCopy implements UnitWork {
  private final Store source;
  private final Store target;
  private final ZarrArray array;
  private final UnitGrid units;
  private long copiedBytes;

  ObjectCopy(Store source, Store target, ZarrArray array, UnitGrid units) {
    this.source = source;
    this.target = target;
    this.array = array;
    this.units = units;
  }

  @Override
  public List<WrittenObject> run(long unit) throws IOException {
    for (String key : keys(unit)) {
      Optional<byte[]> value = source.get(key);
      if (value.isPresent()) {
        put(key, value.get());
        copiedBytes += value.get().length;
        return List.of(WrittenObject.of(value.get()));
      }
    }
    return List.of(WrittenObject.ABSENT);
  }

  private void put(String key, byte[] value) throws IOException {
    try {
      target.put(key, value);
    } catch (IOException e) {
      throw new IOException("Cannot write " + target.locate(key) + ": " + e, e);
    }
  }

  @Override
  public boolean isDone(long unit, List<WrittenObject> records, boolean readAll)
      throws IOException {
    WrittenObject record = records.get(0);
    for (String key : keys(unit)) {
      if (record.isIn(target, key, readAll)) {
        return true;
      }
    }
    return false;
  }

  /** The key of an object; two where an old Zarr v2 array does not tell its separator. */
  private List<String> keys(long unit) {
    long[] object = units.position(unit);
    List<String> keys = new ArrayList<>();
    keys.add(array.objectKey(object));
    Optional<ChunkKeyEncoding> other =
        array.metadata().chunkKeyEncoding().alternative(object.length);
    other.ifPresent(
        encoding ->
            keys.add(
                array.path().isEmpty()
                    ? encoding.key(object)
                    : array.path() + "/" + encoding.key(object)));
    return keys;
  }

  @Override
  public long readBytes() {
    return copiedBytes;
  }

  @Override
  public long writtenBytes() {
    return copiedBytes;
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
