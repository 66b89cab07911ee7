package io.zarrspark.spark.write;

import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * What a task has written.
 *
 * @param objects the numbers of the objects it owns, stored or deleted
 * @param digest of its rows
 */
record WrittenObjects(SortedLongs objects, RowDigest digest) implements WriterCommitMessage {}
