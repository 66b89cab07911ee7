package io.zarrspark.spark.write;

import io.zarrspark.spark.schema.TableLayout;

/** A table that lies in a store. */
public interface StoredTable {
  /** Qualified path of the store: of the group, also where the table is one array of it. */
  String storeLocation();

  /** Its columns and arrays. */
  TableLayout layout();
}
