package io.zarrspark.spark.convert;

import io.zarrspark.ObjectRecoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes the objects of one unit at a time without making cells of them. For one thread. */
final class UnitRecompression implements UnitWork {
  private final ObjectRecoder recoder;
  private final RecordingStore targetStore;
  private final UnitObjects objects;

  UnitRecompression(ObjectRecoder recoder, RecordingStore targetStore, UnitObjects objects) {
    this.recoder = recoder;
    this.targetStore = targetStore;
    this.objects = objects;
  }

  @Override
  public List<WrittenObject> run(long unit) throws IOException {
    objects.start(unit);
    List<WrittenObject> written = new ArrayList<>();
    for (int i = 0; i < objects.count(); i++) {
      long[] object = objects.object(i);
      if (object != null) {
        recoder.write(object);
        written.add(targetStore.takeLast());
      }
    }
    return written;
  }

  @Override
  public boolean isDone(long unit, List<WrittenObject> records, boolean readAll)
      throws IOException {
    return objects.areStored(unit, records, readAll);
  }

  @Override
  public long readBytes() {
    return recoder.fetchedBytes();
  }

  @Override
  public long writtenBytes() {
    return targetStore.writtenBytes();
  }

  @Override
  public void close() {
    recoder.close();
  }
}
