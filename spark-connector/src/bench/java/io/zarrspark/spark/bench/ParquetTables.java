package io.zarrspark.spark.bench;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/**
 * The tables of the stores as Parquet, as Spark writes it: its own sizes of row groups and pages,
 * zstd, rows in the order of the cube. Eight files, so that two cores get equal shares.
 */
final class ParquetTables {
  private static final int FILES = 8;
  private static final int PLANE = BenchStores.LATS * BenchStores.LONS;

  private ParquetTables() {}

  /** A value of the cube. */
  interface CubeValue extends Serializable {
    double at(long... index);
  }

  static Dataset<Row> of(SparkSession spark, Path folder, String name, CubeValue value) {
    Path path = folder.resolve(name + ".parquet");
    if (!Files.exists(path.resolve("_SUCCESS"))) {
      UDF1<Long, Float> cell =
          id -> (float) value.at(id / PLANE, id % PLANE / BenchStores.LONS, id % BenchStores.LONS);
      spark.udf().register("cell", cell, DataTypes.FloatType);
      spark
          .range(0, BenchStores.CELLS, 1, FILES)
          .selectExpr(
              "timestamp_seconds(946684800 + (id div "
                  + PLANE
                  + ") * 3600 * "
                  + BenchStores.HOURS
                  + ") as time",
              "-90 + id % " + PLANE + " div " + BenchStores.LONS + " * double('0.36') as lat",
              "id % " + BenchStores.LONS + " * double('0.72') as lon",
              "cell(id) as v")
          .write()
          .mode("overwrite")
          .option("compression", "zstd")
          .parquet(path.toString());
    }
    return spark.read().parquet(path.toString());
  }
}
