package io.zarrspark.zarrjava;

import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.codec.CodecScratch;
import io.zarrspark.store.LocalStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** An array on disk, written and read by us and by zarr-java. */
record TestArray(Path path, int[] shape, int[] chunkShape) {

  /** Puts the metadata of an array there, by hand. */
  static TestArray create(
      Path path, int[] shape, int[] chunkShape, String dataType, String fill, String codecs)
      throws IOException {
    String json =
        """
        {"zarr_format": 3, "node_type": "array", "shape": %s, "data_type": "%s",
         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": %s}},
         "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
         "fill_value": %s, "codecs": [%s], "attributes": {}}
        """
            .formatted(Arrays.toString(shape), dataType, Arrays.toString(chunkShape), fill, codecs);
    new LocalStore(path).put("zarr.json", json.getBytes(StandardCharsets.UTF_8));
    return new TestArray(path, shape, chunkShape);
  }

  /** Writes whole chunks with our codecs; the element at (i, j, ...) is the next of {@code all}. */
  void writeOurs(ChunkData all) throws IOException {
    ZarrArray array = open();
    int[] position = new int[shape.length];
    int[] grid = new int[shape.length];
    Arrays.setAll(grid, d -> (shape[d] + chunkShape[d] - 1) / chunkShape[d]);
    do {
      writeOurs(array, position, all);
    } while (Shapes.next(position, grid));
  }

  /** Writes one chunk; the others are left out. */
  void writeOurs(ZarrArray array, int[] position, ChunkData all) throws IOException {
    ChunkData chunk = ChunkData.filled(array.metadata().fillValue(), Shapes.elements(chunkShape));
    int[] strides = Shapes.strides(shape);
    int[] extent = new int[shape.length];
    int offset = 0;
    for (int d = 0; d < shape.length; d++) {
      int start = position[d] * chunkShape[d];
      extent[d] = Math.min(chunkShape[d], shape[d] - start);
      offset += start * strides[d];
    }
    StridedCopy.copy(all, offset, strides, chunk, 0, Shapes.strides(chunkShape), extent);
    try (CodecScratch scratch = new CodecScratch()) {
      byte[] bytes = array.pipeline().encode(chunk, scratch).toArray();
      long[] object = Arrays.stream(position).asLongStream().toArray();
      new LocalStore(path).put(array.objectKey(object), bytes);
    }
  }

  ZarrArray open() throws IOException {
    return ZarrArray.open(new LocalStore(path), "");
  }

  /** All elements in C order as a primitive array, read by us. */
  Object readOurs() throws IOException {
    return open().readAll().array();
  }

  /** All elements in C order as a primitive array, read by zarr-java. */
  Object readZarrJava() throws Exception {
    return dev.zarr.zarrjava.v3.Array.open(path).read().copyTo1DJavaArray();
  }

  /** Writes all elements with zarr-java. */
  void writeZarrJava(ChunkData all) throws Exception {
    dev.zarr.zarrjava.v3.Array array = dev.zarr.zarrjava.v3.Array.open(path);
    array.write(
        ucar.ma2.Array.factory(array.metadata().dataType.getMA2DataType(), shape, all.array()));
  }
}
