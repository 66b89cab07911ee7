package io.zarrspark.spark.write;

import java.io.Serializable;
import org.apache.spark.sql.types.DataType;

/**
 * A variable that is written.
 *
 * @param name of the column and the array
 * @param path of the array in its store
 * @param document the metadata the array shall have
 * @param oldDocument the metadata it has, whose cells outlive the write where no row has others;
 *     null if it is new
 * @param sparkType of the column
 */
record TargetVariable(
    String name, String path, String document, String oldDocument, DataType sparkType)
    implements Serializable {}
