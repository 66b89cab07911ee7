package io.zarrspark.spark.read;

import io.zarrspark.EncodedObject;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What a task has done so far. The fetching thread counts as well. */
final class ReadCounts {
  private final AtomicLong objects = new AtomicLong();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong fetchNanos = new AtomicLong();
  private final AtomicLong blocksSkipped = new AtomicLong();
  private long blocksRead;
  private long blocksAbsent;
  private long cells;
  private long decodeNanos;

  void fetched(EncodedObject encoded, long nanos) {
    if (encoded.isPresent()) {
      objects.incrementAndGet();
    }
    requests.addAndGet(encoded.requests());
    bytes.addAndGet(encoded.bytes());
    fetchNanos.addAndGet(nanos);
  }

  void decoded(int blockCells, long nanos) {
    blocksRead++;
    cells += blockCells;
    decodeNanos += nanos;
  }

  void absent() {
    blocksAbsent++;
  }

  void skipped(int blocks) {
    blocksSkipped.addAndGet(blocks);
  }

  CustomTaskMetric[] values() {
    return new CustomTaskMetric[] {
      ZarrMetrics.value(ZarrMetrics.OBJECTS, objects.get()),
      ZarrMetrics.value(ZarrMetrics.REQUESTS, requests.get()),
      ZarrMetrics.value(ZarrMetrics.BYTES, bytes.get()),
      ZarrMetrics.value(ZarrMetrics.BLOCKS_READ, blocksRead),
      ZarrMetrics.value(ZarrMetrics.BLOCKS_ABSENT, blocksAbsent),
      ZarrMetrics.value(ZarrMetrics.BLOCKS_SKIPPED, blocksSkipped.get()),
      ZarrMetrics.value(ZarrMetrics.CELLS, cells),
      ZarrMetrics.value(ZarrMetrics.FETCH_TIME, fetchNanos.get()),
      ZarrMetrics.value(ZarrMetrics.DECODE_TIME, decodeNanos)
    };
  }
}
