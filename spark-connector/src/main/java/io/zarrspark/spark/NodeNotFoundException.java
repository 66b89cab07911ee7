package io.zarrspark.spark;

import java.io.FileNotFoundException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;

/** What Spark expects of a catalog without the table, but saying what is not there and why. */
final class NodeNotFoundException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NodeNotFoundException(FileNotFoundException cause) {
    super(cause.getMessage(), cause);
  }

  /** The same as a failure of a catalog. */
  NoSuchTableException of(Identifier identifier) {
    return new NoTable(identifier, getMessage());
  }

  private static final class NoTable extends NoSuchTableException {
    private static final long serialVersionUID = 1L;
    private final String message;

    NoTable(Identifier identifier, String message) {
      super(identifier);
      this.message = message;
    }

    @Override
    public String getMessage() {
      return message;
    }
  }
}
