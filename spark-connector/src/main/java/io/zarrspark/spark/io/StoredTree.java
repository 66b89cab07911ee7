package io.zarrspark.spark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * What lies below a path, told by listing it: how much, and whether it is still the same.
 *
 * @param objects number of stored objects
 * @param bytes their bytes
 * @param bytesByFolder bytes by the prefixes asked for
 * @param digest a sum over all objects of their names, sizes and times of change; equal as long as
 *     nothing changes
 */
public record StoredTree(long objects, long bytes, Map<String, Long> bytesByFolder, String digest) {

  /**
   * Lists all that lies below a path, on the calling thread.
   *
   * @param folders paths below it whose bytes are wanted; an object counts for the longest of them
   *     that it lies below
   * @return empty if what lies there cannot be listed
   */
  public static Optional<StoredTree> list(
      String location, Iterable<String> folders, Configuration configuration) throws IOException {
    StoreLocation place = StoreLocation.parse(location);
    if (place.isHttp() || place.kind() != StoreLocation.Kind.DIRECTORY) {
      return Optional.empty();
    }
    Path root = new Path(place.url());
    FileSystem fileSystem = root.getFileSystem(configuration);
    String prefix = fileSystem.makeQualified(root).toUri().getPath();
    Map<String, Long> byFolder = new TreeMap<>();
    folders.forEach(folder -> byFolder.put(folder, 0L));
    long objects = 0;
    long bytes = 0;
    long digest = 0;
    RemoteIterator<? extends FileStatus> files;
    try {
      files = FileListing.files(fileSystem, root);
    } catch (UnsupportedOperationException e) {
      return Optional.empty();
    } catch (FileNotFoundException e) {
      return Optional.of(new StoredTree(0, 0, byFolder, "0"));
    }
    while (files.hasNext()) {
      FileStatus file = files.next();
      String key = file.getPath().toUri().getPath().substring(prefix.length());
      key = key.startsWith("/") ? key.substring(1) : key;
      objects++;
      bytes += file.getLen();
      digest += mix(key, file.getLen(), file.getModificationTime());
      String folder = folder(key, byFolder);
      if (folder != null) {
        byFolder.merge(folder, file.getLen(), Long::sum);
      }
    }
    return Optional.of(
        new StoredTree(objects, bytes, byFolder, objects + "-" + Long.toHexString(digest)));
  }

  private static String folder(String key, Map<String, Long> folders) {
    for (int slash = key.lastIndexOf('/'); slash > 0; slash = key.lastIndexOf('/', slash - 1)) {
      String folder = key.substring(0, slash);
      if (folders.containsKey(folder)) {
        return folder;
      }
    }
    return folders.containsKey("") ? "" : null;
  }

  /** Listings come in any order, so what is mixed is added up. */
  private static long mix(String key, long size, long changed) {
    CRC32C crc = new CRC32C();
    crc.update(key.getBytes(StandardCharsets.UTF_8));
    long mixed = crc.getValue() * 0x9E3779B97F4A7C15L + size;
    mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L + changed;
    return (mixed ^ (mixed >>> 32)) * 0x94D049BB133111EBL;
  }
}
