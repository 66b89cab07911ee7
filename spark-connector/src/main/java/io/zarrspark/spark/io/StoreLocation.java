package io.zarrspark.spark.io;

import java.util.Locale;
import java.util.Optional;

/**
 * Where a store lies, as one text: a URL, or a URL with what is to be made of it written before it,
 * in the way of fsspec: {@code zip://group/array::s3a://bucket/store.zip}. The text travels to
 * tasks and shows in plans; it holds no credentials.
 *
 * @param missingOnAccessDenied whether objects that may not be read are absent
 * @param kind what lies at the URL
 * @param inside path of the node within a file; empty for its root, and without a file
 * @param url of a directory or a file
 */
record StoreLocation(boolean missingOnAccessDenied, Kind kind, String inside, String url) {
  enum Kind {
    DIRECTORY(""),
    ZIP("zip://"),
    REFERENCES("reference://");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }
  }

  private static final String SEPARATOR = "::";
  private static final String MISSING = ZarrOptions.MISSING_ON_ACCESS_DENIED + SEPARATOR;

  static StoreLocation parse(String text) {
    boolean missing = text.startsWith(MISSING);
    String rest = missing ? text.substring(MISSING.length()) : text;
    for (Kind kind : Kind.values()) {
      int separator = rest.indexOf(SEPARATOR);
      if (kind != Kind.DIRECTORY && separator >= 0 && rest.startsWith(kind.prefix)) {
        String inside = rest.substring(kind.prefix.length(), separator);
        return new StoreLocation(
            missing, kind, inside, rest.substring(separator + SEPARATOR.length()));
      }
    }
    return new StoreLocation(missing, Kind.DIRECTORY, "", rest);
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
    return new StoreLocation(location.missingOnAccessDenied, kind, "", url);
  }

  StoreLocation withUrl(String newUrl) {
    return new StoreLocation(missingOnAccessDenied, kind, inside, newUrl);
  }

  StoreLocation withMissingOnAccessDenied() {
    return new StoreLocation(true, kind, inside, url);
  }

  boolean isHttp() {
    String scheme = url.toLowerCase(Locale.ROOT);
    return scheme.startsWith("http://") || scheme.startsWith("https://");
  }

  /** A node below. */
  StoreLocation child(String path) {
    return kind == Kind.DIRECTORY
        ? withUrl(url.endsWith("/") ? url + path : url + "/" + path)
        : new StoreLocation(
            missingOnAccessDenied, kind, inside.isEmpty() ? path : inside + "/" + path, url);
  }

  /** The group that holds the node; empty at the root of a file system, a host or a file. */
  Optional<StoreLocation> parent() {
    String path = kind == Kind.DIRECTORY ? url : inside;
    int slash = path.lastIndexOf('/');
    if (kind != Kind.DIRECTORY) {
      return path.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new StoreLocation(
                  missingOnAccessDenied, kind, slash < 0 ? "" : path.substring(0, slash), url));
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
    String text = kind == Kind.DIRECTORY ? url : kind.prefix + inside + SEPARATOR + url;
    return missingOnAccessDenied ? MISSING + text : text;
  }
}
