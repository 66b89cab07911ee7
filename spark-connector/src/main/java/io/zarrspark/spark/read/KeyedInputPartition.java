package io.zarrspark.spark.read;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.HasPartitionKey;
import org.apache.spark.sql.connector.read.InputPartition;

/** A partition whose rows have one value of the {@link BlockFunction} that the scan reports. */
record KeyedInputPartition(ZarrInputPartition partition, long key)
    implements InputPartition, HasPartitionKey {

  @Override
  public InternalRow partitionKey() {
    return new GenericInternalRow(new Object[] {key});
  }

  @Override
  public String[] preferredLocations() {
    return partition.preferredLocations();
  }
}
