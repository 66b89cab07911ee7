package io.zarrspark.spark;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.codec.CodecPipeline;
import io.zarrspark.codec.CodecRegistry;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.store.LocalStore;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An array to write for a test: what differs from a plain one is set, then it is written. */
public final class TestArray {
  /** The values of cells. */
  public interface CellValue {
    /** The value at an index; a Long or a Double as the data type needs. */
    Number at(long[] index);
  }

  private final long[] shape;
  private final String dataType;
  private int[] chunk;
  private int[][] extents;
  private int[] inner;
  private List<String> dims;
  private String fill = "0";
  private String attributes = "{}";
  private String codecs = "{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}}";

  private TestArray(String dataType, long[] shape) {
    this.dataType = dataType;
    this.shape = shape;
    this.chunk = Arrays.stream(shape).mapToInt(extent -> (int) Math.max(1, extent)).toArray();
  }

  public static TestArray of(String dataType, long... shape) {
    return new TestArray(dataType, shape);
  }

  public TestArray chunks(int... newChunk) {
    chunk = newChunk;
    return this;
  }

  /** Chunks of these extents along each dimension: a rectilinear grid. */
  public TestArray extents(int[]... newExtents) {
    extents = newExtents;
    return this;
  }

  /** Chunks of random extents, multiples of the inner chunks' if there are any. */
  public TestArray randomExtents(Random random, int most) {
    extents = new int[shape.length][];
    for (int d = 0; d < shape.length; d++) {
      int unit = inner == null ? 1 : inner[d];
      List<Integer> found = new ArrayList<>();
      for (int covered = 0; covered < shape[d] || found.isEmpty(); ) {
        found.add(unit * (1 + random.nextInt(Math.max(1, most / unit))));
        covered += found.get(found.size() - 1);
      }
      extents[d] = found.stream().mapToInt(Integer::intValue).toArray();
    }
    return this;
  }

  /** Makes the chunks shards of inner chunks. */
  public TestArray inner(int... newInner) {
    inner = newInner;
    return this;
  }

  public TestArray dims(String... names) {
    dims = Arrays.asList(names);
    return this;
  }

  public TestArray fill(String json) {
    fill = json;
    return this;
  }

  public TestArray attributes(String json) {
    attributes = json;
    return this;
  }

  /** Codecs of chunks, or of inner chunks if there are any. */
  public TestArray codecs(String json) {
    codecs = json;
    return this;
  }

  /** The metadata. */
  public String document() {
    String chain =
        inner == null
            ? codecs
            : "{\"name\":\"sharding_indexed\",\"configuration\":{\"chunk_shape\":"
                + Arrays.toString(inner)
                + ",\"codecs\":["
                + codecs
                + "],\"index_codecs\":[{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}}"
                + ",{\"name\":\"crc32c\"}],\"index_location\":\"end\"}}";
    String names =
        dims == null
            ? ""
            : ",\"dimension_names\":"
                + dims.stream()
                    .map(name -> name == null ? "null" : '"' + name + '"')
                    .collect(Collectors.joining(",", "[", "]"));
    return "{\"zarr_format\":3,\"node_type\":\"array\",\"shape\":"
        + Arrays.toString(shape)
        + ",\"data_type\":\""
        + dataType
        + "\",\"chunk_grid\":"
        + grid()
        + ",\"chunk_key_encoding\":{\"name\":\"default\",\"configuration\":{\"separator\":\"/\"}},\"fill_value\":"
        + fill
        + ",\"codecs\":["
        + chain
        + "],\"attributes\":"
        + attributes
        + names
        + "}";
  }

  private String grid() {
    return extents == null
        ? "{\"name\":\"regular\",\"configuration\":{\"chunk_shape\":"
            + Arrays.toString(chunk)
            + "}}"
        : "{\"name\":\"rectilinear\",\"configuration\":{\"kind\":\"inline\",\"chunk_shapes\":"
            + Arrays.deepToString(extents)
            + "}}";
  }

  /** Writes the metadata alone. */
  public ZarrArray writeMetadata(Path root, String path) throws IOException {
    Store store = new LocalStore(root);
    store.put(key(path, "zarr.json"), document().getBytes(StandardCharsets.UTF_8));
    return ZarrArray.of(store, path, Json.parse(document()));
  }

  /** Writes the array; objects that hold nothing but the fill value are left out. */
  public ZarrArray write(Path root, String path, CellValue value) throws IOException {
    ZarrArray array = writeMetadata(root, path);
    Store store = new LocalStore(root);
    int[] grid = new int[shape.length];
    for (int d = 0; d < grid.length; d++) {
      grid[d] = (int) array.objectGrid().chunks(d);
    }
    if (Shapes.isEmpty(grid)) {
      return array;
    }
    int[] object = new int[grid.length];
    try (CodecScratch scratch = new CodecScratch()) {
      do {
        int[] start = new int[object.length];
        int[] chunkShape = chunk.clone();
        for (int d = 0; d < start.length; d++) {
          start[d] = extents == null ? object[d] * chunk[d] : sum(extents[d], object[d]);
          chunkShape[d] = extents == null ? chunk[d] : extents[d][object[d]];
        }
        ChunkData elements = elements(array, start, chunkShape, value);
        if (elements != null) {
          CodecPipeline chain =
              extents == null
                  ? array.pipeline()
                  : CodecPipeline.bind(
                      array.metadata().codecs(),
                      array.pipeline().decoded().withShape(chunkShape),
                      CodecRegistry.standard());
          ByteSlice encoded = chain.encode(elements, scratch);
          byte[] bytes =
              Arrays.copyOfRange(
                  encoded.array(), encoded.offset(), encoded.offset() + encoded.length());
          store.put(array.objectKey(Arrays.stream(object).asLongStream().toArray()), bytes);
        }
      } while (Shapes.next(object, grid));
    }
    return array;
  }

  private static int sum(int[] numbers, int count) {
    return Arrays.stream(numbers, 0, count).sum();
  }

  private ChunkData elements(ZarrArray array, int[] start, int[] chunkShape, CellValue value) {
    NumberType type = (NumberType) array.dataType();
    long fillBits = ((NumberScalar) array.metadata().fillValue()).stored();
    ChunkData elements =
        ChunkData.filled(array.metadata().fillValue(), Shapes.elements(chunkShape));
    boolean isFill = true;
    for (int e = 0; e < elements.length(); e++) {
      int[] inChunk = Shapes.coordinates(e, chunkShape);
      long[] index = new long[start.length];
      boolean inside = true;
      for (int d = 0; d < index.length; d++) {
        index[d] = (long) start[d] + inChunk[d];
        inside &= index[d] < shape[d];
      }
      if (inside) {
        Number number = value.at(index);
        long bits =
            type.isInteger()
                ? type.extend(number.longValue())
                : type.floatFormat().toPattern(number.doubleValue());
        elements.setStored(e, bits);
        isFill &= bits == fillBits;
      }
    }
    return isFill ? null : elements;
  }

  /** Writes a group; arrays are written below it. */
  public static void writeGroup(Path root, String path, String attributes) throws IOException {
    new LocalStore(root)
        .put(
            key(path, "zarr.json"),
            ("{\"zarr_format\":3,\"node_type\":\"group\",\"attributes\":" + attributes + "}")
                .getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a group that holds a copy of the metadata of arrays. */
  public static void writeConsolidated(Path root, Map<String, TestArray> arrays)
      throws IOException {
    String documents =
        new TreeMap<>(arrays)
            .entrySet().stream()
                .map(entry -> '"' + entry.getKey() + "\":" + entry.getValue().document())
                .collect(Collectors.joining(","));
    new LocalStore(root)
        .put(
            "zarr.json",
            ("{\"zarr_format\":3,\"node_type\":\"group\",\"attributes\":{},\"consolidated_metadata\":"
                    + "{\"kind\":\"inline\",\"must_understand\":false,\"metadata\":{"
                    + documents
                    + "}}}")
                .getBytes(StandardCharsets.UTF_8));
  }

  /** The document as a tree. */
  public JsonNode json() throws IOException {
    return Json.parse(document());
  }

  private static String key(String path, String name) {
    return path.isEmpty() ? name : path + "/" + name;
  }
}
