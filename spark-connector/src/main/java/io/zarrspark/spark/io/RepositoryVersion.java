package io.zarrspark.spark.io;

import io.zarrspark.spark.io.icechunk.IcechunkRepository;
import io.zarrspark.spark.io.icechunk.IcechunkRepository.RefKind;
import java.io.IOException;
import java.util.Locale;

/**
 * A snapshot of an Icechunk repository, as users name it.
 *
 * @param option what names it: {@code branch}, {@code tag} or {@code snapshotId}
 * @param value the branch, the tag or the id
 */
record RepositoryVersion(String option, String value) {
  static final RepositoryVersion LATEST = new RepositoryVersion(ZarrOptions.BRANCH, "main");

  /**
   * The id of the snapshot.
   *
   * @param location of the repository, for messages
   * @throws OptionException if there is no such branch or tag, or the id is none
   */
  String snapshotId(IcechunkRepository repository, String location) throws IOException {
    if (option.equals(ZarrOptions.SNAPSHOT_ID)) {
      return checkedId(value);
    }
    RefKind kind = option.equals(ZarrOptions.TAG) ? RefKind.TAG : RefKind.BRANCH;
    String id = repository.snapshot(kind, value).orElse(null);
    if (id == null) {
      throw ZarrOptions.wrong(
          option,
          value,
          "one of those in the Icechunk repository " + location + ": " + repository.names(kind));
    }
    return id;
  }

  /** An id as it is in the names of files. */
  static String checkedId(String id) {
    if (!IcechunkRepository.isSnapshotId(id)) {
      throw ZarrOptions.wrong(
          ZarrOptions.SNAPSHOT_ID,
          id,
          "the id of a snapshot, which has 20 characters, such as 1CECHNKREP0F1RSTCMT0");
    }
    return id.toUpperCase(Locale.ROOT);
  }
}
