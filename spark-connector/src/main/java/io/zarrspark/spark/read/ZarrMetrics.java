package io.zarrspark.spark.read;

import java.util.Arrays;
import java.util.Locale;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/**
 * The metrics of a scan in Spark's SQL tab. Spark makes each by the name of its class, so there is
 * a class per metric, public and with a constructor without arguments.
 */
public final class ZarrMetrics {
  static final String OBJECTS = "zarrObjectsFetched";
  static final String REQUESTS = "zarrRequests";
  static final String BYTES = "zarrBytesFetched";
  static final String BLOCKS_READ = "zarrBlocksRead";
  static final String BLOCKS_ABSENT = "zarrBlocksAbsent";
  static final String BLOCKS_SKIPPED = "zarrBlocksSkipped";
  static final String BLOCKS_PRUNED = "zarrBlocksPruned";
  static final String CELLS = "zarrCellsDecoded";
  static final String FETCH_TIME = "zarrFetchTime";
  static final String DECODE_TIME = "zarrDecodeTime";

  private ZarrMetrics() {}

  static CustomMetric[] all() {
    return new CustomMetric[] {
      new ObjectsFetched(),
      new Requests(),
      new BytesFetched(),
      new BlocksRead(),
      new BlocksAbsent(),
      new BlocksSkipped(),
      new BlocksPruned(),
      new CellsDecoded(),
      new FetchTime(),
      new DecodeTime()
    };
  }

  static CustomTaskMetric value(String name, long value) {
    return new Value(name, value);
  }

  private record Value(String name, long value) implements CustomTaskMetric {}

  /** A count, summed over tasks. */
  private abstract static class Count extends CustomSumMetric {
    private final String name;
    private final String description;

    Count(String name, String description) {
      this.name = name;
      this.description = description;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String description() {
      return description;
    }
  }

  /** Nanoseconds, summed over tasks and shown in milliseconds. */
  private abstract static class Time extends Count {
    Time(String name, String description) {
      super(name, description);
    }

    @Override
    public String aggregateTaskMetrics(long[] taskMetrics) {
      return String.format(Locale.ROOT, "%,d ms", Arrays.stream(taskMetrics).sum() / 1_000_000);
    }
  }

  /** Chunks or shards that exist and were read from. */
  public static final class ObjectsFetched extends Count {
    public ObjectsFetched() {
      super(OBJECTS, "objects fetched");
    }
  }

  /** Byte ranges read from the store. */
  public static final class Requests extends Count {
    public Requests() {
      super(REQUESTS, "requests for ranges");
    }
  }

  /** Bytes read from the store. */
  public static final class BytesFetched extends Count {
    public BytesFetched() {
      super(BYTES, "bytes fetched");
    }
  }

  /** Blocks that were fetched and decoded. */
  public static final class BlocksRead extends Count {
    public BlocksRead() {
      super(BLOCKS_READ, "blocks decoded");
    }
  }

  /** Blocks that are not stored and whose value fails a filter, so that they give no rows. */
  public static final class BlocksSkipped extends Count {
    public BlocksSkipped() {
      super(BLOCKS_SKIPPED, "blocks absent and skipped by value");
    }
  }

  /** Blocks that were wanted and are not stored; those skipped by value are not among them. */
  public static final class BlocksAbsent extends Count {
    public BlocksAbsent() {
      super(BLOCKS_ABSENT, "blocks absent");
    }
  }

  /** Blocks that filters on dimensions made needless, counted for one variable. */
  public static final class BlocksPruned extends Count {
    public BlocksPruned() {
      super(BLOCKS_PRUNED, "blocks pruned by coordinates");
    }
  }

  /** Elements of the decoded blocks. */
  public static final class CellsDecoded extends Count {
    public CellsDecoded() {
      super(CELLS, "cells decoded");
    }
  }

  /** Time spent waiting for the store. */
  public static final class FetchTime extends Time {
    public FetchTime() {
      super(FETCH_TIME, "time fetching");
    }
  }

  /** Time spent decoding blocks. */
  public static final class DecodeTime extends Time {
    public DecodeTime() {
      super(DECODE_TIME, "time decoding");
    }
  }
}
