package io.zarrspark.spark.convert;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.zarrspark.ObjectRecoder;
import io.zarrspark.ZarrArray;
import io.zarrspark.spark.io.Stores;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** Does ranges of units of one array, one after the other, on an executor. */
final class TransferTask implements Function<List<TaskRange>, TaskResult> {
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
  public TaskResult call(List<TaskRange> ranges) throws IOException {
    ArrayPass pass = arrays.get(ranges.get(0).array());
    Configuration conf = configuration.value().value();
    Store target = Stores.open(targetLocation, conf);
    Store source = Stores.open(sourceLocation, conf);
    TaskResult sum = TaskResult.NONE;
    try (UnitWork work = work(pass, source, target)) {
      for (TaskRange range : ranges) {
        TaskJournal journal =
            TaskJournal.open(target, pass.journal() + "/" + range.first() + "-" + range.end());
        sum = sum.plus(run(range, work, journal));
      }
    }
    return sum;
  }

  private static UnitWork work(ArrayPass pass, Store source, Store target) throws IOException {
    if (pass.targetDocument() == null) {
      return new ObjectCopy(
          source, target, ZarrArray.open(source, pass.sourcePath()), pass.units());
    }
    ZarrArray from =
        pass.sourceDocument() == null
            ? ZarrArray.open(source, pass.sourcePath())
            : array(target, pass.sourcePath(), pass.sourceDocument());
    RecordingStore recording = new RecordingStore(target);
    ZarrArray to = array(recording, pass.targetPath(), pass.targetDocument());
    UnitObjects objects = new UnitObjects(pass.units(), recording, to);
    Optional<ObjectRecoder> recoder =
        pass.storesFill() ? Optional.empty() : ObjectRecoder.of(from, to);
    if (recoder.isPresent()) {
      return new UnitRecompression(recoder.get(), recording, objects);
    }
    String name =
        pass.journal() + " of stage " + TaskContext.get().stageId() + " into " + target.locate("");
    return new UnitTransfer(from, recording, to, pass.storesFill(), pass.units(), objects, name);
  }

  private static ZarrArray array(Store store, String path, String document) {
    try {
      return ZarrArray.of(store, path, Json.parse(document));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("metadata written by the driver is not JSON", e);
    }
  }

  private TaskResult run(TaskRange range, UnitWork work, TaskJournal journal) throws IOException {
    TaskResult sum = TaskResult.NONE;
    try {
      for (long unit = range.first(); unit < range.end(); unit++) {
        if (TaskContext.get().isInterrupted()) {
          throw new InterruptedIOException("the task was stopped");
        }
        TaskResult one = run(unit, work, journal);
        progress.add(one.objects() + one.absent(), one.readBytes(), one.writtenBytes());
        sum = sum.plus(one);
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
    return sum;
  }

  private TaskResult run(long unit, UnitWork work, TaskJournal journal) throws IOException {
    long readBefore = work.readBytes();
    long writtenBefore = work.writtenBytes();
    Optional<List<WrittenObject>> finished = journal.finished(unit);
    boolean isDone = finished.isPresent() && work.isDone(unit, finished.get(), verifyResumed);
    List<WrittenObject> objects;
    if (isDone) {
      objects = finished.get();
    } else {
      objects = work.run(unit);
      journal.finish(unit, objects);
    }
    long stored = objects.stream().filter(WrittenObject::isStored).count();
    return new TaskResult(
        stored,
        objects.size() - stored,
        isDone ? objects.size() : 0,
        work.readBytes() - readBefore,
        work.writtenBytes() - writtenBefore);
  }
}
