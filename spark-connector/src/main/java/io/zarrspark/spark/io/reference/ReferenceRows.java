package io.zarrspark.spark.io.reference;

import io.zarrspark.store.Reference;
import io.zarrspark.store.Store;
import io.zarrspark.store.StoredObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;

/** Reads a Parquet file of references, with the reader that Spark brings. */
final class ReferenceRows {
  private ReferenceRows() {}

  /** The reference of each row, where it has one; empty if there is no such file. */
  static Optional<List<Optional<Reference>>> read(Store store, String key) throws IOException {
    Optional<StoredObject> found = store.open(key);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    List<Optional<Reference>> rows = new ArrayList<>();
    try (StoredObject object = found.get();
        ParquetReader<Group> reader = new Builder(new StoredInputFile(object)).build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        rows.add(reference(row));
      }
    } catch (IOException | RuntimeException e) {
      throw new IOException("Cannot read the references " + store.locate(key) + ": " + e, e);
    }
    return Optional.of(rows);
  }

  private static Optional<Reference> reference(Group row) {
    if (has(row, "raw")) {
      return Optional.of(new Reference.Inline(row.getBinary("raw", 0).getBytes()));
    }
    if (!has(row, "path")) {
      return Optional.empty();
    }
    long offset = has(row, "offset") ? number(row, "offset") : 0;
    long size = has(row, "size") ? number(row, "size") : 0;
    return Optional.of(
        new Reference.Range(
            row.getString("path", 0), offset, offset == 0 && size == 0 ? -1 : size));
  }

  private static boolean has(Group row, String column) {
    return row.getType().containsField(column) && row.getFieldRepetitionCount(column) > 0;
  }

  private static long number(Group row, String column) {
    return switch (row.getType().getType(column).asPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> row.getInteger(column, 0);
      case INT64 -> row.getLong(column, 0);
      default -> throw new IllegalStateException("the column " + column + " holds no integers");
    };
  }

  private static final class Builder extends ParquetReader.Builder<Group> {
    Builder(InputFile file) {
      super(file);
    }

    @Override
    protected ReadSupport<Group> getReadSupport() {
      return new GroupReadSupport();
    }
  }
}
