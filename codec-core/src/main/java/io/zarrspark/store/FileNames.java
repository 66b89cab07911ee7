package io.zarrspark.store;

import java.util.UUID;
import java.util.regex.Pattern;

/** Names of files beside the objects of a store in which they are not objects themselves. */
public final class FileNames {
  private static final Pattern NO_OBJECT =
      Pattern.compile("\\..*\\.(crc|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.tmp)");

  private FileNames() {}

  /** Another name for a file on each call, for what shall become the file of this name. */
  public static String temporary(String name) {
    return "." + name + "." + UUID.randomUUID() + ".tmp";
  }

  /** The file that Hadoop's local file system leaves beside one it has written. */
  static String checksum(String name) {
    return "." + name + ".crc";
  }

  /** Whether a file is one of these. */
  public static boolean isNoObject(String name) {
    return NO_OBJECT.matcher(name).matches();
  }
}
