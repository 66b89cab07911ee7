package io.zarrspark.spark.read;

import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The wanted columns with all of their fields. Spark asks for single fields of structs; a column is
 * read as a whole, and Spark finds its fields by the schema that it is told.
 */
final class WholeColumns {
  private WholeColumns() {}

  static StructType of(StructType wanted, StructType whole) {
    StructField[] fields = wanted.fields().clone();
    for (int i = 0; i < fields.length; i++) {
      for (StructField field : whole.fields()) {
        if (field.name().equals(fields[i].name())) {
          fields[i] = field;
        }
      }
    }
    return new StructType(fields);
  }
}
