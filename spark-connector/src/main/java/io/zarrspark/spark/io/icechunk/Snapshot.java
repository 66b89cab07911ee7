package io.zarrspark.spark.io.icechunk;

import io.zarrspark.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** A version of a repository: all its nodes, with their metadata, and where their chunks are. */
final class Snapshot {
  private static final int ARRAY = 1;
  private static final int GROUP = 2;

  /**
   * A manifest that holds references of an array.
   *
   * @param from the first index of the chunks it may hold, per dimension
   * @param to the index after the last one
   */
  record ManifestPart(String manifest, long[] from, long[] to) {
    /** Bounds that are not there bound nothing. */
    boolean mayHold(long[] chunk) {
      for (int d = 0; d < Math.min(chunk.length, from.length); d++) {
        if (chunk[d] < from[d] || chunk[d] >= to[d]) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * A group or an array.
   *
   * @param metadata its {@code zarr.json}
   */
  record Node(ObjectId id, boolean isArray, byte[] metadata, List<ManifestPart> manifests) {
    /** The least that it takes in a file. */
    private long bytes() {
      long bytes = metadata.length;
      for (ManifestPart part : manifests) {
        bytes += ObjectId.FILE + 8L * part.from.length;
      }
      return bytes;
    }
  }

  /** By path, without the slash at its start: the root has the empty one. */
  private final NavigableMap<String, Node> nodes;

  private final long bytes;

  private Snapshot(NavigableMap<String, Node> nodes, long bytes) {
    this.nodes = nodes;
    this.bytes = bytes;
  }

  static String key(String id) {
    return "snapshots/" + id;
  }

  static Snapshot read(Store repository, String id) throws IOException {
    FlatBuffer file = IcechunkFile.SNAPSHOT.read(repository, key(id));
    FlatTable root = file.root();
    requireId(file, root, id);
    FlatVector stored = root.vector(2, 4, "nodes");
    NavigableMap<String, Node> nodes = new TreeMap<>();
    long size = 0;
    for (int i = 0; i < stored.size(); i++) {
      FlatTable node = stored.table(i);
      String path = node.text(1, "path");
      if (!path.startsWith("/")) {
        throw file.corrupt("the path of a node, \"" + path + "\", does not start with a slash");
      }
      Node read = node(file, node, path);
      if (nodes.put(path.substring(1), read) != null) {
        throw file.corrupt("it has two nodes at " + path);
      }
      // What is stored once can be referred to many times, but not by those who mean well.
      size += path.length() + read.bytes();
      if (size > file.size()) {
        throw file.corrupt("its nodes have more bytes than the file");
      }
    }
    return new Snapshot(nodes, file.size());
  }

  /** Each file holds its own id, so that none can be taken for another. */
  static void requireId(FlatBuffer file, FlatTable root, String id) throws IOException {
    String own = root.id(0, ObjectId.FILE, "id").toString();
    if (!own.equals(id)) {
      throw file.corrupt("it says that it is " + own);
    }
  }

  private static Node node(FlatBuffer file, FlatTable node, String path) throws IOException {
    int type = node.uint8(3, 0);
    if (type != ARRAY && type != GROUP) {
      throw file.corrupt("the node " + path + " has the type " + type);
    }
    List<ManifestPart> manifests = new ArrayList<>();
    if (type == ARRAY) {
      FlatVector parts = node.table(4, "node_data").vector(2, 4, "manifests");
      for (int i = 0; i < parts.size(); i++) {
        manifests.add(part(parts.table(i)));
      }
    }
    return new Node(
        node.id(0, ObjectId.NODE, "id"), type == ARRAY, node.bytes(2, "user_data"), manifests);
  }

  private static ManifestPart part(FlatTable part) throws IOException {
    String id = part.id(0, ObjectId.FILE, "object_id").toString();
    FlatVector extents = part.vector(1, 8, "extents");
    long[] from = new long[extents.size()];
    long[] to = new long[extents.size()];
    for (int d = 0; d < from.length; d++) {
      from[d] = extents.uint32(d, 0);
      to[d] = extents.uint32(d, 4);
    }
    return new ManifestPart(id, from, to);
  }

  Optional<Node> node(String path) {
    return Optional.ofNullable(nodes.get(path));
  }

  /** Names of the nodes right below a path, sorted. */
  List<String> childNames(String path) {
    String start = path.isEmpty() ? "" : path + "/";
    TreeSet<String> names = new TreeSet<>();
    for (String below : nodes.tailMap(start, false).keySet()) {
      if (!below.startsWith(start)) {
        break;
      }
      int slash = below.indexOf('/', start.length());
      names.add(below.substring(start.length(), slash < 0 ? below.length() : slash));
    }
    return new ArrayList<>(names);
  }

  /** How much memory it takes, about. */
  long bytes() {
    return bytes;
  }
}
