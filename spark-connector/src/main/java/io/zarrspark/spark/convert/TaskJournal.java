package io.zarrspark.spark.convert;

import io.zarrspark.store.Store;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one task has finished, kept below the target so that a later run need not do it again: a
 * line per unit with the length and checksum of each of its objects. It is one object, replaced as
 * a whole every few seconds; what an interruption loses is done again.
 *
 * <p>Two attempts at a task may replace each other's journal: what either says is true, since the
 * same cells always become the same bytes.
 */
final class TaskJournal {
  private static final String HEADER = "zarr-convert journal 1";
  private static final long SAVE_EVERY_NANOS = 2_000_000_000L;

  private final Store store;
  private final String key;
  private final Map<Long, List<WrittenObject>> units = new TreeMap<>();
  private long savedAt = System.nanoTime();
  private boolean dirty;

  private TaskJournal(Store store, String key) {
    this.store = store;
    this.key = key;
  }

  /** The journal of an earlier attempt, or a new one. */
  static TaskJournal open(Store store, String key) throws IOException {
    TaskJournal journal = new TaskJournal(store, key);
    Optional<byte[]> text = store.get(key);
    if (text.isPresent()) {
      journal.parse(new String(text.get(), StandardCharsets.UTF_8));
    }
    return journal;
  }

  private void parse(String text) throws IOException {
    String[] lines = text.split("\n");
    if (!lines[0].equals(HEADER)) {
      throw new IOException(
          store.locate(key)
              + " is no journal of a conversion. Delete it to have its part done again");
    }
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      List<WrittenObject> objects = new ArrayList<>();
      for (String object : lines[i].substring(colon + 1).split(",")) {
        objects.add(WrittenObject.parse(object));
      }
      units.put(Long.parseLong(lines[i].substring(0, colon)), objects);
    }
  }

  /** The objects of a unit that is finished, in C order. */
  Optional<List<WrittenObject>> finished(long unit) {
    return Optional.ofNullable(units.get(unit));
  }

  /** Notes a unit whose objects are all in the store. */
  void finish(long unit, List<WrittenObject> objects) throws IOException {
    units.put(unit, objects);
    dirty = true;
    if (System.nanoTime() - savedAt > SAVE_EVERY_NANOS) {
      save();
    }
  }

  /** Writes what is noted. */
  void save() throws IOException {
    if (!dirty) {
      return;
    }
    StringBuilder text = new StringBuilder(HEADER);
    units.forEach(
        (unit, objects) -> {
          text.append('\n').append(unit).append(':');
          for (int i = 0; i < objects.size(); i++) {
            text.append(i == 0 ? "" : ",").append(objects.get(i).text());
          }
        });
    store.put(key, text.toString().getBytes(StandardCharsets.UTF_8));
    savedAt = System.nanoTime();
    dirty = false;
  }
}
