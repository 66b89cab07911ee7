package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.PartitionPacker.Piece;
import org.apache.spark.sql.connector.read.InputPartition;

/** A few numbers: which objects of the plan a task reads. */
record ZarrInputPartition(Piece piece) implements InputPartition {}
