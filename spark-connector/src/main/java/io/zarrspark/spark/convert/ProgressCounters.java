package io.zarrspark.spark.convert;

import java.io.Serializable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.LongAccumulator;

/**
 * What tasks have done so far, for people to see, also in Spark's UI. Work that was done twice, by
 * a retry, counts twice.
 */
final class ProgressCounters implements Serializable {
  private static final long serialVersionUID = 1L;

  private final LongAccumulator objects;
  private final LongAccumulator readBytes;
  private final LongAccumulator writtenBytes;

  ProgressCounters(JavaSparkContext spark) {
    this.objects = spark.sc().longAccumulator("objects done");
    this.readBytes = spark.sc().longAccumulator("bytes read");
    this.writtenBytes = spark.sc().longAccumulator("bytes written");
  }

  /** Counts, in a task. */
  void add(long objectsDone, long bytesRead, long bytesWritten) {
    objects.add(objectsDone);
    readBytes.add(bytesRead);
    writtenBytes.add(bytesWritten);
  }

  long objects() {
    return objects.value();
  }

  long readBytes() {
    return readBytes.value();
  }

  long writtenBytes() {
    return writtenBytes.value();
  }
}
