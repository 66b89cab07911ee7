package io.zarrspark.spark;

import io.zarrspark.spark.write.WriteRequest;
import io.zarrspark.spark.write.ZarrWriteBuilder;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * A table that does not exist yet, or is of another kind, and may be written. A catalog is asked
 * for tables to append to or to overwrite as it is for tables to read, and cannot tell which.
 */
final class NewTable implements SupportsWrite, SupportsRead {
  private static final Set<TableCapability> CAPABILITIES =
      Set.of(
          TableCapability.V1_BATCH_WRITE,
          TableCapability.TRUNCATE,
          TableCapability.ACCEPT_ANY_SCHEMA);

  private final String path;
  private final Map<String, String> options;
  private final RuntimeException whyUnreadable;

  /**
   * A table to be.
   *
   * @param options those of its identifier
   * @param whyUnreadable what a reader is told
   */
  NewTable(String path, Map<String, String> options, RuntimeException whyUnreadable) {
    this.path = path;
    this.options = options;
    this.whyUnreadable = whyUnreadable;
  }

  @Override
  public String name() {
    return ZarrTable.name(path);
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract in Spark 3.5 and 4.0.
  public StructType schema() {
    return new StructType();
  }

  @Override
  public Column[] columns() {
    return new Column[0];
  }

  /** Only those who want to read ask whether a table can be read: they are told why it cannot. */
  @Override
  public Set<TableCapability> capabilities() {
    return new TreeSet<>(CAPABILITIES) {
      private static final long serialVersionUID = 1L;

      @Override
      public boolean contains(Object capability) {
        if (capability == TableCapability.BATCH_READ) {
          throw whyUnreadable;
        }
        return super.contains(capability);
      }
    };
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap readOptions) {
    throw whyUnreadable;
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    WriteRequest request = WriteRequests.of(path, options, info.options());
    return new ZarrWriteBuilder(request);
  }
}
