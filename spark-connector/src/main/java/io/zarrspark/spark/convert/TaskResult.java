package io.zarrspark.spark.convert;

import java.io.Serializable;

/**
 * What a task did.
 *
 * @param objects objects of its units that are stored
 * @param absent objects of its units that are not, since they hold the fill value alone
 * @param skipped those of both that an earlier run had finished
 * @param readBytes bytes read from the source
 * @param writtenBytes bytes written to the target
 */
record TaskResult(long objects, long absent, long skipped, long readBytes, long writtenBytes)
    implements Serializable {
  static final TaskResult NONE = new TaskResult(0, 0, 0, 0, 0);

  TaskResult plus(TaskResult other) {
    return new TaskResult(
        objects + other.objects,
        absent + other.absent,
        skipped + other.skipped,
        readBytes + other.readBytes,
        writtenBytes + other.writtenBytes);
  }
}
