package io.zarrspark.spark.inspect;

import io.zarrspark.spark.io.Inspection;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.StructType;

/**
 * What all partitions of an inspection share.
 *
 * @param location qualified path of the store
 * @param named paths of the wanted arrays; null for all
 * @param arrays those whose objects are inspected
 * @param columns the wanted columns in order
 */
record InspectionTask(
    String location,
    Inspection inspection,
    ArrayList<String> named,
    List<ArrayDocument> arrays,
    StructType columns)
    implements Serializable {

  /** The metadata of an array, as text. */
  record ArrayDocument(String path, String document) implements Serializable {}
}
