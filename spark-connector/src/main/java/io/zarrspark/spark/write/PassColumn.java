package io.zarrspark.spark.write;

import io.zarrspark.spark.io.OptionException;
import java.io.Serializable;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;

/**
 * A column that the coordinate pass looks at.
 *
 * @param name as messages show it
 * @param column its name in the rows
 * @param sparkType the type its values are wanted in
 * @param coordinates of a dimension, how its values are coded; null if it is a variable, whose
 *     range is wanted
 * @param wantsCodes whether the distinct coordinates are wanted, rather than the row count alone
 */
record PassColumn(
    String name, String column, DataType sparkType, CoordinateType coordinates, boolean wantsCodes)
    implements Serializable {
  /** Far more than a dimension of an array with a second dimension can have. */
  private static final int MAX_COORDINATES = 8 << 20;

  static PassColumn dimension(String name, String column, DataType sparkType, boolean wantsCodes) {
    return new PassColumn(name, column, sparkType, CoordinateType.of(name, sparkType), wantsCodes);
  }

  /** A column of floats whose range is wanted. */
  static PassColumn variable(String name, DataType sparkType) {
    if (!(sparkType instanceof FloatType) && !(sparkType instanceof DoubleType)) {
      throw new OptionException(
          "The option pack." + name + " packs floats, but the column is " + sparkType.sql());
    }
    return new PassColumn(name, name, sparkType, null, false);
  }

  /** An empty set for the coordinates that are wanted; null if none are. */
  CoordinateSet newSet() {
    return wantsCodes ? new CoordinateSet(coordinates) : null;
  }

  boolean isDimension() {
    return coordinates != null;
  }

  /** Refuses a column of data that was named as a dimension. */
  void requireReasonable(int distinct) {
    if (distinct > MAX_COORDINATES) {
      throw new WriteException(
          "The dimension column "
              + name
              + " has more than "
              + MAX_COORDINATES
              + " different values. Is it a dimension? Give its coordinates with the option coords."
              + name
              + ", or its size with the option shape");
    }
  }
}
