package io.zarrspark.spark.io;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of the source: their names, defaults and types. Names that are not ours are left
 * alone, since Spark and catalogs add their own.
 */
public final class ZarrOptions {
  /** URI of an array or a group. */
  public static final String PATH = "path";

  /** Path of a node below the path, such as {@code surface/daily}. */
  public static final String GROUP = "group";

  /**
   * Whether a group's copy of the metadata below is used: {@code true}, {@code false}, or {@code
   * verify}; if there is one, unless set.
   */
  public static final String CONSOLIDATED = "consolidated";

  /** Whether an object that may not be read is absent. */
  public static final String MISSING_ON_ACCESS_DENIED = "missingOnAccessDenied";

  /** The branch of an Icechunk repository that is read, in its latest snapshot. */
  public static final String BRANCH = "branch";

  /** The tag of an Icechunk repository whose snapshot is read. */
  public static final String TAG = "tag";

  /** The snapshot of an Icechunk repository that is read. */
  public static final String SNAPSHOT_ID = "snapshotId";

  /** The table of a group, chosen by its dimensions: {@code time,lat,lon}. */
  public static final String DIMS = "dims";

  /** The variables that become columns: {@code t2m,u10}. */
  public static final String VARIABLES = "variables";

  /** Variables that are left out: {@code lat_bnds,crs}. */
  public static final String DROP_VARIABLES = "dropVariables";

  /** Whether any convention of CF is applied; if not, the options below do not count. */
  public static final String DECODE_CF = "decodeCf";

  /** Whether {@code _FillValue}, {@code scale_factor} and the like are applied. */
  public static final String MASK_AND_SCALE = "maskAndScale";

  /** Whether CF times become TIMESTAMP, or text in calendars that Spark does not have. */
  public static final String DECODE_TIMES = "decodeTimes";

  /** Whether durations become INTERVAL. */
  public static final String DECODE_TIMEDELTA = "decodeTimedelta";

  /** Whether {@code fill_value} stands for missing values. */
  public static final String USE_ZARR_FILL_VALUE_AS_MASK = "useZarrFillValueAsMask";

  /** {@code fill}, {@code null} or {@code error}. */
  public static final String MISSING_CHUNKS = "missingChunks";

  /**
   * A table about the store instead of its data: {@code arrays}, {@code chunks}, {@code shards}.
   */
  public static final String INSPECT = "inspect";

  /** What a row is: {@code cells} or {@code blocks}. */
  public static final String LAYOUT = "layout";

  /** Cells of a row of {@code layout=blocks}: {@code time=12,lat=90}, or one size per dimension. */
  public static final String BLOCK_SHAPE = "blockShape";

  /** Decoded bytes of a partition, such as {@code 128m}. */
  public static final String MAX_PARTITION_BYTES = "maxPartitionBytes";

  /** Most rows of a columnar batch. */
  public static final String BATCH_ROWS = "batchRows";

  /** Whether aggregates are computed where the chunks are decoded. */
  public static final String PUSH_DOWN_AGGREGATES = "pushDownAggregates";

  /** The options on which the schema depends: they are part of a table's identity. */
  public static final List<String> SCHEMA_OPTIONS =
      List.of(
          GROUP,
          CONSOLIDATED,
          MISSING_ON_ACCESS_DENIED,
          BRANCH,
          TAG,
          SNAPSHOT_ID,
          DIMS,
          VARIABLES,
          DROP_VARIABLES,
          DECODE_CF,
          MASK_AND_SCALE,
          DECODE_TIMES,
          DECODE_TIMEDELTA,
          USE_ZARR_FILL_VALUE_AS_MASK,
          MISSING_CHUNKS,
          INSPECT,
          LAYOUT,
          BLOCK_SHAPE);

  private static final int DEFAULT_BATCH_ROWS = 1024;

  private final CaseInsensitiveStringMap options;

  public ZarrOptions(Map<String, String> options) {
    this.options = new CaseInsensitiveStringMap(options);
  }

  public String path() {
    String path = options.get(PATH);
    if (path == null || path.isBlank()) {
      throw new OptionException(
          options.containsKey("paths")
              ? "The zarr source reads one path at a time; load them one by one and union the tables"
              : "The zarr source needs the path of an array or a group: load(\"s3a://bucket/store\")"
                  + " or option(\"path\", …)");
    }
    return path;
  }

  /** The path of the node below the path, without slashes around it. */
  public Optional<String> group() {
    return Optional.ofNullable(options.get(GROUP))
        .map(group -> group.replaceAll("^/+|/+$", ""))
        .filter(group -> !group.isEmpty());
  }

  /** How a group's copy of the metadata below is used. */
  public Consolidated consolidated() {
    String text = options.get(CONSOLIDATED);
    if (text == null) {
      return Consolidated.IF_PRESENT;
    }
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "true" -> Consolidated.REQUIRED;
      case "false" -> Consolidated.IGNORED;
      case "verify" -> Consolidated.VERIFIED;
      default -> throw wrong(CONSOLIDATED, text, "true, false or verify");
    };
  }

  public boolean missingOnAccessDenied() {
    return flag(MISSING_ON_ACCESS_DENIED, false);
  }

  /** Which snapshot of an Icechunk repository is wanted, if the options name one. */
  public Optional<RepositoryVersion> version() {
    List<String> given = Stream.of(BRANCH, TAG, SNAPSHOT_ID).filter(options::containsKey).toList();
    if (given.size() > 1) {
      throw new OptionException(
          "The options " + given + " name several snapshots. Give one of them");
    }
    return given.stream()
        .findFirst()
        .map(option -> new RepositoryVersion(option, options.get(option).trim()));
  }

  public Optional<List<String>> dims() {
    return names(DIMS);
  }

  public Optional<List<String>> variables() {
    return names(VARIABLES);
  }

  /** Variables that are left out; whether there are such is not asked. */
  public List<String> dropVariables() {
    return names(DROP_VARIABLES).orElse(List.of());
  }

  private Optional<List<String>> names(String option) {
    return Optional.ofNullable(options.get(option))
        .map(
            text ->
                Arrays.stream(text.split(","))
                    .map(String::trim)
                    .filter(name -> !name.isEmpty())
                    .toList());
  }

  public boolean maskAndScale() {
    return decodeCf() && flag(MASK_AND_SCALE, true);
  }

  public boolean decodeTimes() {
    return decodeCf() && flag(DECODE_TIMES, true);
  }

  /** Empty for the durations that are noted as such, if times are decoded. */
  public Optional<Boolean> decodeTimedelta() {
    return decodeTimes() || options.containsKey(DECODE_TIMEDELTA)
        ? optionalFlag(DECODE_TIMEDELTA).map(flag -> flag && decodeCf())
        : Optional.of(false);
  }

  /** Empty for what the format of the store means. */
  public Optional<Boolean> useZarrFillValueAsMask() {
    return optionalFlag(USE_ZARR_FILL_VALUE_AS_MASK);
  }

  private boolean decodeCf() {
    return flag(DECODE_CF, true);
  }

  private Optional<Boolean> optionalFlag(String option) {
    return options.containsKey(option) ? Optional.of(flag(option, true)) : Optional.empty();
  }

  public boolean pushDownAggregates() {
    return flag(PUSH_DOWN_AGGREGATES, true);
  }

  boolean flag(String option, boolean otherwise) {
    String text = options.get(option);
    if (text == null) {
      return otherwise;
    }
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(option, text, "true or false");
    };
  }

  public MissingChunks missingChunks() {
    String text = options.get(MISSING_CHUNKS);
    if (text == null) {
      return MissingChunks.FILL;
    }
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "fill" -> MissingChunks.FILL;
      case "null" -> MissingChunks.NULL;
      case "error" -> MissingChunks.ERROR;
      default -> throw wrong(MISSING_CHUNKS, text, "fill, null or error");
    };
  }

  /** What a row is. */
  public RowLayout layout() {
    String text = options.getOrDefault(LAYOUT, "cells");
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "cells" -> RowLayout.CELLS;
      case "blocks" -> RowLayout.BLOCKS;
      default -> throw wrong(LAYOUT, text, "cells or blocks");
    };
  }

  /** The shape of blocks that is wanted, if one is. */
  public Optional<DimensionSizes> blockShape() {
    return Optional.ofNullable(options.get(BLOCK_SHAPE))
        .map(text -> DimensionSizes.parse(BLOCK_SHAPE, text));
  }

  /** Which table about the store is wanted, if not one of its data. */
  public Optional<Inspection> inspect() {
    String text = options.get(INSPECT);
    if (text == null) {
      return Optional.empty();
    }
    return Optional.of(
        switch (text.trim().toLowerCase(Locale.ROOT)) {
          case "arrays" -> Inspection.ARRAYS;
          case "chunks" -> Inspection.CHUNKS;
          case "shards" -> Inspection.SHARDS;
          default -> throw wrong(INSPECT, text, "arrays, chunks or shards");
        });
  }

  /** Decoded bytes of a partition; {@code otherwise} is the session's value, as text. */
  public long maxPartitionBytes(String otherwise) {
    String text = options.getOrDefault(MAX_PARTITION_BYTES, otherwise);
    long bytes;
    try {
      bytes = JavaUtils.byteStringAsBytes(text);
    } catch (NumberFormatException e) {
      throw wrong(MAX_PARTITION_BYTES, text, "a size such as 128m");
    }
    if (bytes <= 0) {
      throw wrong(MAX_PARTITION_BYTES, text, "a positive size such as 128m");
    }
    return bytes;
  }

  public int batchRows() {
    String text = options.get(BATCH_ROWS);
    if (text == null) {
      return DEFAULT_BATCH_ROWS;
    }
    try {
      int rows = Integer.parseInt(text.trim());
      if (rows > 0) {
        return rows;
      }
    } catch (NumberFormatException e) {
      // Told below, as for a number that is too small.
    }
    throw wrong(BATCH_ROWS, text, "a positive number of rows");
  }

  static OptionException wrong(String option, String value, String allowed) {
    return new OptionException(
        "The option " + option + " is \"" + value + "\" but must be " + allowed);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ZarrOptions zarrOptions && options.equals(zarrOptions.options);
  }

  @Override
  public int hashCode() {
    return options.hashCode();
  }
}
