package io.zarrspark.spark.convert;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** Transfers a range of units, on an executor. */
final class TransferTask implements Function<TaskRange, TaskResult> {
  private static final long serialVersionUID = 1L;

  private final String sourceLocation;
  private final String targetLocation;
  private final List<ArrayPass> arrays;
  private final boolean verifyResumed;
  private final Broadcast<SerializableConfiguration> configuration;
  private final ProgressCounters progress;

  /**
   * A function of one pass.
   *
   * @param arrays the arrays of the pass
   * @param verifyResumed whether objects of an earlier run are read to compare their checksums
   */
  TransferTask(
      String sourceLocation,
      String targetLocation,
      List<ArrayPass> arrays,
      boolean verifyResumed,
      Broadcast<SerializableConfiguration> configuration,
      ProgressCounters progress) {
    this.sourceLocation = sourceLocation;
    this.targetLocation = targetLocation;
    this.arrays = arrays;
    this.verifyResumed = verifyResumed;
    this.configuration = configuration;
    this.progress = progress;
  }

  @Override
  public TaskResult call(TaskRange range) throws IOException {
    ArrayPass pass = arrays.get(range.array());
    Configuration conf = configuration.value().value();
    Store targetStore = Stores.open(targetLocation, conf);
    RecordingStore recording = new RecordingStore(targetStore);
    ZarrArray target = array(recording, pass.targetPath(), pass.targetDocument());
    ZarrArray source =
        pass.sourceDocument() == null
            ? ZarrArray.open(Stores.open(sourceLocation, conf), pass.sourcePath())
            : array(targetStore, pass.sourcePath(), pass.sourceDocument());
    TaskJournal journal =
        TaskJournal.open(targetStore, pass.journal() + "/" + range.first() + "-" + range.end());
    try (UnitTransfer transfer = new UnitTransfer(source, recording, target, pass.units())) {
      return run(range, pass.units(), target, targetStore, journal, transfer, recording);
    }
  }

  private static ZarrArray array(Store store, String path, String document) {
    try {
      return ZarrArray.of(store, path, Json.parse(document));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("metadata written by the driver is not JSON", e);
    }
  }

  private TaskResult run(
      TaskRange range,
      UnitGrid units,
      ZarrArray target,
      Store targetStore,
      TaskJournal journal,
      UnitTransfer transfer,
      RecordingStore recording)
      throws IOException {
    long stored = 0;
    long absent = 0;
    long skipped = 0;
    try {
      for (long unit = range.first(); unit < range.end(); unit++) {
        if (TaskContext.get().isInterrupted()) {
          throw new java.io.InterruptedIOException("the task was stopped");
        }
        long readBefore = transfer.readBytes();
        long writtenBefore = recording.writtenBytes();
        Optional<List<WrittenObject>> finished = journal.finished(unit);
        List<WrittenObject> objects;
        if (finished.isPresent() && isIn(targetStore, target, units, unit, finished.get())) {
          objects = finished.get();
          skipped += objects.size();
        } else {
          objects = transfer.run(unit);
          journal.finish(unit, objects);
        }
        long storedNow = objects.stream().filter(WrittenObject::isStored).count();
        stored += storedNow;
        absent += objects.size() - storedNow;
        progress.add(
            objects.size(),
            transfer.readBytes() - readBefore,
            recording.writtenBytes() - writtenBefore);
      }
    } catch (IOException | RuntimeException e) {
      // What is finished stays finished, whatever stopped the rest.
      try {
        journal.save();
      } catch (IOException notSaved) {
        e.addSuppressed(notSaved);
      }
      throw e;
    }
    journal.save();
    return new TaskResult(stored, absent, skipped, transfer.readBytes(), recording.writtenBytes());
  }

  /** Whether all objects of a finished unit are still there. */
  private boolean isIn(
      Store store, ZarrArray target, UnitGrid units, long unit, List<WrittenObject> objects)
      throws IOException {
    ChunkGrid grid = target.objectGrid();
    long[] first = units.position(unit);
    for (int d = 0; d < first.length; d++) {
      first[d] *= units.objectsPerUnit()[d];
    }
    int record = 0;
    for (int i = 0; i < units.objectsOfUnit(); i++) {
      long[] object = UnitTransfer.object(grid, units, first, i);
      if (object == null) {
        continue;
      }
      if (record == objects.size()
          || !objects.get(record).isIn(store, target.objectKey(object), verifyResumed)) {
        return false;
      }
      record++;
    }
    return record == objects.size();
  }
}
