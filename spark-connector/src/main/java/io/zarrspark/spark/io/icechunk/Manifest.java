package io.zarrspark.spark.io.icechunk;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.zarrspark.store.Store;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * References to chunks, of one array or of several. They stay as they are stored, in order, and are
 * found by bisection, so that a manifest takes no more memory than its bytes.
 */
final class Manifest {
  private static final int INDEX = 0;
  private static final int INLINE = 1;
  private static final int OFFSET = 2;
  private static final int LENGTH = 3;
  private static final int CHUNK_ID = 4;
  private static final int LOCATION = 5;
  private static final int ETAG = 6;
  private static final int LAST_MODIFIED = 7;
  private static final int COMPRESSED_LOCATION = 8;

  private static final int MOST_LOCATION_BYTES = 1024;

  private final FlatBuffer file;
  private final FlatTable root;
  private final FlatVector arrays;

  private Manifest(FlatBuffer file, FlatTable root, FlatVector arrays) {
    this.file = file;
    this.root = root;
    this.arrays = arrays;
  }

  static String key(String id) {
    return "manifests/" + id;
  }

  /** Reads a manifest, whose order is checked: what bisection misses would be a fill value. */
  static Manifest read(Store repository, String id) throws IOException {
    FlatBuffer file = IcechunkFile.MANIFEST.read(repository, key(id));
    FlatTable root = file.root();
    Snapshot.requireId(file, root, id);
    Manifest manifest = new Manifest(file, root, root.vector(1, 4, "arrays"));
    manifest.requireOrder();
    return manifest;
  }

  private void requireOrder() throws IOException {
    ObjectId before = null;
    for (int a = 0; a < arrays.size(); a++) {
      ObjectId node = node(a);
      if (before != null && before.compareTo(node) >= 0) {
        throw file.corrupt("its arrays are not in the order of their ids");
      }
      before = node;
      FlatVector refs = refs(a);
      for (int i = 1; i < refs.size(); i++) {
        if (compare(index(refs, i - 1), index(refs, i)) >= 0) {
          throw file.corrupt(
              "chunks of the array " + node + " are not in the order of their index");
        }
      }
    }
  }

  private ObjectId node(int array) throws IOException {
    return arrays.table(array).id(0, ObjectId.NODE, "node_id");
  }

  private FlatVector refs(int array) throws IOException {
    return arrays.table(array).vector(1, 4, "refs");
  }

  private static FlatVector index(FlatVector refs, int i) throws IOException {
    return refs.table(i).vector(INDEX, 4, "index");
  }

  private int compare(FlatVector left, FlatVector right) throws IOException {
    if (left.size() != right.size()) {
      throw file.corrupt(
          "chunks of one array have " + left.size() + " and " + right.size() + " indices");
    }
    for (int d = 0; d < left.size(); d++) {
      int order = Long.compare(left.uint32(d, 0), right.uint32(d, 0));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int compare(FlatVector index, long[] chunk) throws IOException {
    if (index.size() != chunk.length) {
      throw file.corrupt(
          "a chunk has "
              + index.size()
              + " indices in an array of "
              + chunk.length
              + " dimensions");
    }
    for (int d = 0; d < chunk.length; d++) {
      int order = Long.compare(index.uint32(d, 0), chunk[d]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** The reference of a chunk, if there is one. */
  Optional<ChunkReference> find(ObjectId array, long[] chunk) throws IOException {
    int foundArray = bisect(arrays.size(), a -> node(a).compareTo(array));
    if (foundArray < 0) {
      return Optional.empty();
    }
    FlatVector refs = refs(foundArray);
    int found = bisect(refs.size(), i -> compare(index(refs, i), chunk));
    return found < 0 ? Optional.empty() : Optional.of(reference(refs.table(found)));
  }

  /** How an element lies to the one that is looked for: negative if before. */
  private interface Order {
    int of(int element) throws IOException;
  }

  /** The number of the element that is looked for, or -1. */
  private static int bisect(int size, Order order) throws IOException {
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int ordered = order.of(middle);
      if (ordered == 0) {
        return middle;
      }
      if (ordered < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  private ChunkReference reference(FlatTable ref) throws IOException {
    if (ref.has(INLINE)) {
      return new ChunkReference.Inline(ref.bytes(INLINE, "inline"));
    }
    long offset = ref.uint63(OFFSET);
    long length = ref.uint63(LENGTH);
    if (offset > Long.MAX_VALUE - length) {
      throw file.corrupt("a chunk has " + length + " bytes from " + offset + " on");
    }
    if (ref.has(CHUNK_ID)) {
      String id = ref.id(CHUNK_ID, ObjectId.FILE, "chunk_id").toString();
      return new ChunkReference.Native(id, offset, length);
    }
    if (ref.has(LOCATION) || ref.has(COMPRESSED_LOCATION)) {
      return new ChunkReference.Virtual(
          ref.has(LOCATION) ? ref.text(LOCATION, "location") : decompressedLocation(ref),
          offset,
          length,
          ref.has(ETAG) ? Optional.of(ref.text(ETAG, "checksum_etag")) : Optional.empty(),
          ref.uint32(LAST_MODIFIED));
    }
    throw file.corrupt("the reference of a chunk says neither what it is nor where");
  }

  /** The dictionary is that of the whole manifest. */
  private String decompressedLocation(FlatTable ref) throws IOException {
    byte[] dictionary = root.bytes(2, "location_dictionary");
    byte[] compressed = ref.bytes(COMPRESSED_LOCATION, "compressed_location");
    try (ZstdDecompressCtx context = new ZstdDecompressCtx()) {
      context.loadDict(dictionary);
      return new String(
          context.decompress(compressed, MOST_LOCATION_BYTES), StandardCharsets.UTF_8);
    } catch (ZstdException e) {
      throw file.corrupt("the location of a chunk does not decompress: " + e.getMessage());
    }
  }

  /** How much memory it takes, about. */
  long bytes() {
    return file.size();
  }
}
