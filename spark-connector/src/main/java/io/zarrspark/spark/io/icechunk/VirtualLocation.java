package io.zarrspark.spark.io.icechunk;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The locations of virtual chunks. */
final class VirtualLocation {
  /** What locations start with that count from the place of a container. */
  static final String CONTAINER = "vcc://";

  private VirtualLocation() {}

  /**
   * The URL of a location as file systems take it: names are percent-encoded in locations, and
   * literal in paths of file systems. Those of HTTP stay encoded.
   */
  static String url(String location) {
    String scheme = location.toLowerCase(Locale.ROOT);
    return scheme.startsWith("http://") || scheme.startsWith("https://")
        ? location
        : decoded(location);
  }

  private static String decoded(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(encoded.length);
    for (int i = 0; i < encoded.length; i++) {
      int high = encoded[i] == '%' && i + 2 < encoded.length ? digit(encoded[i + 1]) : -1;
      int low = high < 0 ? -1 : digit(encoded[i + 2]);
      if (low < 0) {
        decoded.write(encoded[i]);
      } else {
        decoded.write(high << 4 | low);
        i += 2;
      }
    }
    return decoded.toString(StandardCharsets.UTF_8);
  }

  private static int digit(byte character) {
    return Character.digit(character, 16);
  }

  /** An ETag as it is compared: s3a of Hadoop 3.3 leaves the quotes out, that of 3.5 does not. */
  static String withoutQuotes(String etag) {
    return etag.startsWith("\"") && etag.endsWith("\"") && etag.length() > 1
        ? etag.substring(1, etag.length() - 1)
        : etag;
  }
}
