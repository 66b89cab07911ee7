package io.zarrspark.spark.convert;

import java.util.Map;
import java.util.TreeMap;

/** What {@code --help} prints. */
final class Help {
  private static final String RUN =
      """

        --dry-run             print the plan and stop
        --memory-per-task N   bytes a task may hold, such as 512m; at most and by default what Spark has for one
        --report FILE         write a report in JSON
      """;

  private static final String LEAVE_OUT =
      """
        --leave-out A,B       arrays and groups that are not taken
      """;

  private static final String RESUME =
      """
        --verify-resumed      compare checksums, not lengths alone, of what an interrupted run has written
      """;

  private static final String LAYOUT =
      """
        --chunks SIZES        cells of a chunk, or of an inner chunk of a shard: time=12,lat=all, or 12,90,180
        --shards SIZES|none   cells of a shard
        --arrays A,B          the arrays to which the other options apply
        --attributes JSON     attributes to set, by path: {"": {"title": "winds"}, "UWND": {"units": null}}
        --most-reads N        how often chunks may be decoded, on average, before an intermediate array is used (4)
      """;

  private static final Map<String, String> TEXTS =
      new TreeMap<>(
          Map.of(
              "recode",
              """
              recode SOURCE TARGET [options]
              Writes a store anew with other chunks, shards, codecs, data types, fill values or attributes.
              Values stay as they are. Zarr v2 becomes v3, numcodecs.fixedscaleoffset scale_offset and cast_value.

              """
                  + LAYOUT
                  + """
                      --codecs JSON         the codecs of a chunk, as in metadata
                      --compressor NAME     zstd, gzip, blosc (with a level: zstd:5) or none, instead of what compresses now
                      --zarr-format 2       write Zarr v2: shards become chunks, scale_offset and cast_value are left out
                      --data-type NAME      of arrays that are no coordinates, unless --arrays names them
                      --fill-value JSON     of the same
                    """
                  + LEAVE_OUT
                  + RESUME
                  + RUN,
              "pack",
              """
              pack SOURCE TARGET --max-abs-error E [options]
              Finds the range of every float array and packs it into integers by scale_offset and cast_value, such that
              no value comes back with a greater error. Nothing is packed twice.

                --max-abs-error E     the greatest error
                --codes TYPE          the integers (int16)
              """
                  + LAYOUT
                  + LEAVE_OUT
                  + RESUME
                  + RUN,
              "copy",
              """
              copy SOURCE TARGET [options]
              Copies objects and metadata byte by byte, to another file system for example.

              """
                  + LEAVE_OUT
                  + RESUME
                  + RUN,
              "verify",
              """
              verify A B [options]
              Compares two stores, or a store and a table, cell by cell. Ends with 1 if they differ.

                --tolerance T         how far numbers may be apart; without it equal types must have equal bits (but NaN
                                      equals NaN), other number types equal values
                --format F            B is a table of this format, such as parquet; its rows are joined by --dims
                --catalog-table       B is the name of a table in a catalog
                --dims A,B            the columns to join by, if not the dimensions of the store's variables
                --option NAME=VALUE   option of reading the store as a table, such as variables=SST; may be repeated
                --table-option N=V    option of reading the table
              """
                  + LEAVE_OUT
                  + RUN,
              "to-table",
              """
              to-table SOURCE TARGET [options]
              Writes the table of a store, a row per cell, in a format of Spark.

                --format F            parquet (default), orc, csv, delta, iceberg ...
                --catalog-table       TARGET is the name of a table in a catalog
                --option NAME=VALUE   option of reading, such as dims=time,lat,lon or variables=UWND; may be repeated
                --table-option N=V    option of writing, such as compression=zstd
                --where SQL           a condition on the rows
                --select SQL          a column or an expression; may be repeated
                --partition-by COL    a column, or a new one as in "year=year(time)"; may be repeated
                --mode MODE           what an existing target means: error (default), append or overwrite
              """
                  + RUN,
              "from-table",
              """
              from-table TABLE TARGET --dims time,lat,lon [options]
              Writes a table with a row per cell as a store.

                --format F            parquet (default), orc, csv, delta, iceberg ...
                --catalog-table       TABLE is the name of a table in a catalog
                --dims A,B            the columns that are dimensions, in order
                --chunks SIZES        cells of a chunk, or of an inner chunk of a shard
                --shards SIZES        cells of a shard
                --option NAME=VALUE   any other option of the writer, such as encoding.t2m={...}; may be repeated
                --table-option N=V    option of reading the table
                --where SQL           a condition on the rows
                --select SQL          a column or an expression; may be repeated
              """
                  + RUN,
              "inspect",
              """
              inspect STORE [options]
              Tells arrays, chunks, sizes, compression ratios and how many chunks are absent.
              """
                  + RUN));

  private Help() {}

  /** All verbs. */
  static String verbs() {
    return String.join(", ", TEXTS.keySet());
  }

  static boolean isVerb(String verb) {
    return TEXTS.containsKey(verb);
  }

  /** How a verb is used, or which verbs there are. */
  static String of(String verb) {
    return TEXTS.getOrDefault(
        verb,
        "zarr-convert VERB ..., where VERB is one of "
            + verbs()
            + ". VERB --help tells more; it ends with 0 if all is done, 1 if something cannot be done"
            + " or differs, 2 if the arguments mean nothing.");
  }
}
