package io.zarrspark.spark.write;

import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.V1Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.sources.InsertableRelation;

/**
 * A write of rows into a store. It is handed the rows as a Dataset, since it may go over them
 * twice: for their coordinates, then for their cells.
 */
public final class ZarrWriteBuilder implements SupportsTruncate {
  private WriteRequest request;

  public ZarrWriteBuilder(WriteRequest request) {
    this.request = request;
  }

  @Override
  public WriteBuilder truncate() {
    request = request.replacing();
    return this;
  }

  @Override
  public V1Write build() {
    WriteRequest built = request;
    if (built.replaces()) {
      StoreUpdate.requireReplaceable(built);
      SelfOverwrite.replaces(built.location());
    }
    return new V1Write() {
      @Override
      public InsertableRelation toInsertableRelation() {
        return (data, overwrite) -> insert(data, built);
      }
    };
  }

  private static void insert(Dataset<Row> data, WriteRequest request) {
    boolean keeps = request.options().cache();
    Dataset<Row> rows = keeps ? data.persist() : data;
    try {
      if (request.existing().isPresent() && !request.replaces()) {
        StoreUpdate.run(rows, request, request.existing().get());
      } else {
        StoreCreation.run(rows, request);
      }
    } catch (IOException e) {
      throw StoreCreation.unchecked(e);
    } finally {
      if (keeps) {
        rows.unpersist();
      }
    }
  }
}
