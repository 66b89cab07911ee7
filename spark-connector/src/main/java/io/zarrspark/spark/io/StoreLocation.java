package io.zarrspark.spark.io;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a store lies, as one text: a URL, or a URL with what is to be made of it written before it,
 * in the way of fsspec: {@code zip://group/array::s3a://bucket/store.zip}. The text travels to
 * tasks and shows in plans; it holds no credentials.
 *
 * @param missingOnAccessDenied whether objects that may not be read are absent
 * @param kind what lies at the URL
 * @param snapshot id of the version of an Icechunk repository: {@code icechunk@ID://…}; empty if
 *     none is chosen yet, and for other kinds
 * @param inside path of the node within a file; empty for its root, and without a file
 * @param url of a directory or a file
 */
record StoreLocation(
    boolean missingOnAccessDenied, Kind kind, String snapshot, String inside, String url) {
  enum Kind {
    DIRECTORY(""),
    ZIP("zip"),
    REFERENCES("reference"),
    ICECHUNK("icechunk");

    private final String scheme;

    Kind(String scheme) {
      this.scheme = scheme;
    }
  }

  private static final String SEPARATOR = "::";
  private static final Pattern CHAINED =
      Pattern.compile("(zip|reference|icechunk|icechunk@([^:/]+))://(.*?)::(.*)");
  private static final String MISSING = ZarrOptions.MISSING_ON_ACCESS_DENIED + SEPARATOR;

  static StoreLocation parse(String text) {
    boolean missing = text.startsWith(MISSING);
    String rest = missing ? text.substring(MISSING.length()) : text;
    Matcher chained = CHAINED.matcher(rest);
    if (!chained.matches()) {
      return directory(rest).withMissing(missing);
    }
    String snapshot = chained.group(2) == null ? "" : chained.group(2);
    Kind kind = Kind.ICECHUNK;
    for (Kind other : Kind.values()) {
      if (other.scheme.equals(chained.group(1))) {
        kind = other;
      }
    }
    return new StoreLocation(missing, kind, snapshot, chained.group(3), chained.group(4));
  }

  /** The location of a directory. */
  static StoreLocation directory(String url) {
    return new StoreLocation(false, Kind.DIRECTORY, "", "", url);
  }

  /** A location as users write it, where the name of a file tells what it is. */
  static StoreLocation ofUser(String path) {
    StoreLocation location = parse(path);
    if (location.kind != Kind.DIRECTORY) {
      return location;
    }
    String url = location.url;
    String name = url.toLowerCase(Locale.ROOT).replaceAll("/+$", "");
    Kind kind = Kind.DIRECTORY;
    if (name.endsWith(".zip")) {
      kind = Kind.ZIP;
    } else if (name.endsWith(".parq")
        || name.endsWith(".parquet")
        || (name.endsWith(".json") && !name.endsWith("/zarr.json"))) {
      kind = Kind.REFERENCES;
    }
    return location.withKind(kind);
  }

  StoreLocation withUrl(String newUrl) {
    return new StoreLocation(missingOnAccessDenied, kind, snapshot, inside, newUrl);
  }

  StoreLocation withKind(Kind newKind) {
    return new StoreLocation(missingOnAccessDenied, newKind, snapshot, inside, url);
  }

  StoreLocation withSnapshot(String newSnapshot) {
    return new StoreLocation(missingOnAccessDenied, kind, newSnapshot, inside, url);
  }

  StoreLocation withMissing(boolean isMissing) {
    return new StoreLocation(isMissing, kind, snapshot, inside, url);
  }

  private StoreLocation withInside(String newInside) {
    return new StoreLocation(missingOnAccessDenied, kind, snapshot, newInside, url);
  }

  boolean isHttp() {
    String scheme = url.toLowerCase(Locale.ROOT);
    return scheme.startsWith("http://") || scheme.startsWith("https://");
  }

  /** A node below. */
  StoreLocation child(String path) {
    return kind == Kind.DIRECTORY
        ? withUrl(url.endsWith("/") ? url + path : url + "/" + path)
        : withInside(inside.isEmpty() ? path : inside + "/" + path);
  }

  /** The group that holds the node; empty at the root of a file system, a host or a file. */
  Optional<StoreLocation> parent() {
    String path = kind == Kind.DIRECTORY ? url : inside;
    int slash = path.lastIndexOf('/');
    if (kind != Kind.DIRECTORY) {
      return path.isEmpty()
          ? Optional.empty()
          : Optional.of(withInside(slash < 0 ? "" : path.substring(0, slash)));
    }
    String parent = slash < 0 ? "" : path.substring(0, slash);
    return parent.isEmpty() || parent.endsWith("/") || parent.endsWith(":")
        ? Optional.empty()
        : Optional.of(withUrl(parent));
  }

  /** The last segment of the node's path. */
  String name() {
    String path = kind == Kind.DIRECTORY ? url : inside;
    return path.substring(path.lastIndexOf('/') + 1);
  }

  @Override
  public String toString() {
    String version = snapshot.isEmpty() ? "" : "@" + snapshot;
    String text =
        kind == Kind.DIRECTORY ? url : kind.scheme + version + "://" + inside + SEPARATOR + url;
    return missingOnAccessDenied ? MISSING + text : text;
  }
}
