package io.zarrspark.examples;

import java.util.List;
import org.apache.spark.sql.Row;

/**
 * Values of evenly spaced cells.
 *
 * @param latitudes cell centres, ascending, in degrees north
 * @param longitudes cell centres, ascending, in degrees east; together they go once round the globe
 * @param values by latitude, then longitude; NaN is missing
 */
record LatLonGrid(double[] latitudes, double[] longitudes, double[][] values) {

  /**
   * From rows of latitude, longitude and value, ordered by latitude, then longitude, without gaps.
   */
  static LatLonGrid of(List<Row> cells) {
    double[] latitudes = cells.stream().mapToDouble(row -> row.getDouble(0)).distinct().toArray();
    double[] longitudes = cells.stream().mapToDouble(row -> row.getDouble(1)).distinct().toArray();
    double[][] values = new double[latitudes.length][longitudes.length];
    for (int i = 0; i < cells.size(); i++) {
      Row cell = cells.get(i);
      values[i / longitudes.length][i % longitudes.length] =
          cell.isNullAt(2) ? Double.NaN : cell.getDouble(2);
    }
    return new LatLonGrid(latitudes, longitudes, values);
  }

  double latitudeStep() {
    return latitudes[1] - latitudes[0];
  }

  double longitudeStep() {
    return longitudes[1] - longitudes[0];
  }

  /** The western edge of the first cell. */
  double westernEdge() {
    return longitudes[0] - longitudeStep() / 2;
  }

  /** The value of the cell that holds a place. */
  double at(double latitude, double longitude) {
    int row = (int) Math.round((latitude - latitudes[0]) / latitudeStep());
    int column = (int) Math.floor((longitude - westernEdge()) / longitudeStep());
    return values[row][column];
  }

  double max() {
    double max = Double.NEGATIVE_INFINITY;
    for (double[] row : values) {
      for (double value : row) {
        if (value > max) {
          max = value;
        }
      }
    }
    return max;
  }
}
