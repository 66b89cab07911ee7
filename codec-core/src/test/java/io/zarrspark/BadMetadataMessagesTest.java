package io.zarrspark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a user reads who opens something that is no array we can read. */
class BadMetadataMessagesTest {
  private static final String BYTES =
      "[{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}]";

  private final MemoryStore store = new MemoryStore();

  private void refuses(Class<? extends Exception> kind, String message) {
    Throwable refusal = catchThrowable(() -> ZarrArray.open(store, "a"));
    assertThat(refusal).isExactlyInstanceOf(kind).hasMessage(message);
  }

  private void invalid(String message) {
    refuses(InvalidMetadataException.class, "array memory:a: " + message);
  }

  private void unsupported(String message) {
    refuses(UnsupportedExtensionException.class, "array memory:a: " + message);
  }

  /** An array of 6 elements in chunks of 4, fill value 1; then changes, as path and JSON. */
  private void array(NumberType type, String codecs, String... changes) throws IOException {
    long one = type == NumberType.FLOAT32 ? 0x3f800000 : 1;
    ObjectNode document =
        WrittenArray.document(
            new long[] {6}, type, new int[] {4}, new NumberScalar(type, one), codecs);
    for (int i = 0; i < changes.length; i += 2) {
      int slash = changes[i].lastIndexOf('/');
      ObjectNode parent =
          slash < 0 ? document : (ObjectNode) document.at("/" + changes[i].substring(0, slash));
      parent.set(changes[i].substring(slash + 1), Json.parse(changes[i + 1]));
    }
    put(Json.write(document));
  }

  private void put(String document) {
    store.put("a/zarr.json", document.getBytes(StandardCharsets.UTF_8));
  }

  private static String codec(String name, String configuration) {
    return "[{\"name\": \"" + name + "\", \"configuration\": {" + configuration + "}}, \"bytes\"]";
  }

  private static String shards(String chunkShape, String indexCodecs) {
    return "[{\"name\": \"sharding_indexed\", \"configuration\": {\"chunk_shape\": "
        + chunkShape
        + ", \"codecs\": [\"bytes\"], \"index_codecs\": "
        + indexCodecs
        + "}}]";
  }

  @Test
  void nothingThere() {
    refuses(
        FileNotFoundException.class,
        "memory:a is not a Zarr node: it has no zarr.json, .zarray or .zgroup. Give the path of a"
            + " Zarr array or group");
  }

  @Test
  void groupAndNeitherArrayNorGroup() {
    put("{\"zarr_format\": 3, \"node_type\": \"group\"}");
    refuses(InvalidMetadataException.class, "memory:a is a group, not an array");
    put("{\"zarr_format\": 3, \"node_type\": \"tree\"}");
    refuses(
        InvalidMetadataException.class,
        "memory:a: node_type in zarr.json is \"tree\" but must be \"array\" or \"group\"");
  }

  @Test
  void brokenJson() {
    put("{\"zarr_format\": 3,");
    refuses(
        InvalidMetadataException.class,
        "memory:a/zarr.json is not valid JSON: Unexpected end-of-input within/between Object"
            + " entries (line 1, column 19)");
  }

  @Test
  void unknownCodec() throws IOException {
    array(NumberType.FLOAT32, "[\"bitpack\"]");
    unsupported(
        "codecs[0]: the codec \"bitpack\" is not known; known are "
            + io.zarrspark.codec.CodecRegistry.standard().names());
  }

  @Test
  void unknownDataType() throws IOException {
    array(NumberType.FLOAT32, BYTES, "data_type", "\"posit8\"");
    unsupported(
        "the data type \"posit8\" is not supported; supported are [int2, int4, int8, int16, int32,"
            + " int64, uint2, uint4, uint8, uint16, uint32, uint64, float4_e2m1fn, float6_e2m3fn,"
            + " float6_e3m2fn, float8_e3m4, float8_e4m3, float8_e4m3b11fnuz, float8_e4m3fnuz,"
            + " float8_e5m2, float8_e5m2fnuz, float8_e8m0fnu, bfloat16, float16, float32, float64,"
            + " bool, complex64, complex128, complex_float4_e2m1fn, complex_float6_e2m3fn,"
            + " complex_float6_e3m2fn, complex_float8_e3m4, complex_float8_e4m3,"
            + " complex_float8_e4m3b11fnuz, complex_float8_e4m3fnuz, complex_float8_e5m2,"
            + " complex_float8_e5m2fnuz, complex_float8_e8m0fnu, complex_bfloat16,"
            + " complex_float16, complex_float32, complex_float64, string, bytes, r8, r16, …,"
            + " fixed_length_utf32, null_terminated_bytes, raw_bytes, numpy.datetime64,"
            + " numpy.timedelta64, struct, structured]");
  }

  @Test
  void unknownGrid() throws IOException {
    array(NumberType.FLOAT32, BYTES, "chunk_grid/name", "\"hexagonal\"");
    unsupported("the chunk grid \"hexagonal\" is not known; known are [regular, rectilinear]");
  }

  private void rectilinear(String chunkShapes) throws IOException {
    array(
        NumberType.FLOAT32,
        BYTES,
        "chunk_grid",
        "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": "
            + chunkShapes
            + "}}");
  }

  @Test
  void rectilinearGrids() throws IOException {
    for (String regular : new String[] {"[4]", "[[4, 4]]", "[[[4, 2]]]", "[[4, [4, 1], 9]]"}) {
      rectilinear(regular);
      assertThat(ZarrArray.open(store, "a").objectGrid())
          .as(regular)
          .isEqualTo(new ChunkGrid(new long[] {6}, new int[] {4}));
    }
    rectilinear("[[4,2]]");
    assertThat(ZarrArray.open(store, "a").objectGrid())
        .isNotEqualTo(new ChunkGrid(new long[] {6}, new int[] {4}))
        .hasToString("[6] in chunks of [up to 4]");
    rectilinear("[[4]]");
    invalid("the chunks along dimension 0 ([4] of chunk_shapes) cover 4 of 6 elements");
    rectilinear("[[]]");
    invalid("the chunks along dimension 0 ([] of chunk_shapes) cover 0 of 6 elements");
    rectilinear("[[4,0]]");
    invalid(
        "chunk_shapes[0] is [4,0] but must be an integer above 0, or a list of such and of pairs"
            + " [extent, count]");
    rectilinear("[4, 4]");
    invalid(
        "the configuration of chunk_grid: \"chunk_shapes\" is [4,4] but must be a list of 1, one for"
            + " each dimension");
    array(
        NumberType.FLOAT32,
        BYTES,
        "chunk_grid",
        "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"url\", \"chunk_shapes\": [4]}}");
    unsupported("the kind \"url\" of the rectilinear chunk grid is not known; known are [inline]");
  }

  @Test
  void unknownKeyEncoding() throws IOException {
    array(NumberType.FLOAT32, BYTES, "chunk_key_encoding/name", "\"fanout\"");
    unsupported("the chunk key encoding \"fanout\" is not known; known are [default, v2]");
  }

  @Test
  void unknownKeyOfACodec() throws IOException {
    array(NumberType.FLOAT32, codec("scale_offset", "\"offset\": 1, \"factor\": 2"));
    invalid(
        "codecs[0]: the configuration of scale_offset has unknown members [factor]; known are"
            + " [offset, scale]");
  }

  @Test
  void unknownMemberOfAnArray() throws IOException {
    array(NumberType.FLOAT32, BYTES, "novel", "{}");
    unsupported(
        "array metadata has the unknown member \"novel\", which does not say"
            + " \"must_understand\": false. A newer version of this library may know it");
  }

  @Test
  void zeroScale() throws IOException {
    array(NumberType.FLOAT32, codec("scale_offset", "\"scale\": 1e-400"));
    invalid(
        "codecs[0]: scale_offset: scale is 1E-400, which is zero in float32: nothing could be"
            + " decoded. Leave scale out to leave the values as they are");
  }

  @Test
  void wrapForAFloat() throws IOException {
    array(
        NumberType.FLOAT32,
        codec("cast_value", "\"data_type\": \"float16\", \"out_of_range\": \"wrap\""));
    invalid(
        "codecs[0]: cast_value: out_of_range \"wrap\" needs an integer data_type, not float16;"
            + " use \"clamp\" or leave it out");
  }

  @Test
  void fillValueThatDoesNotComeBack() throws IOException {
    array(NumberType.FLOAT32, codec("cast_value", "\"data_type\": \"int8\""), "fill_value", "0.5");
    invalid(
        "codecs[0]: the fill value 0.5 is encoded as 0 and comes back as 0.0. Choose a fill value"
            + " that the cast keeps, or map it in both directions with \"scalar_map\"");
  }

  @Test
  void fillValueWithoutCounterpart() throws IOException {
    array(
        NumberType.FLOAT32,
        codec("cast_value", "\"data_type\": \"int8\""),
        "fill_value",
        "\"NaN\"");
    invalid(
        "codecs[0]: the fill value NaN cannot be encoded: cast_value: NaN at element 0 has no"
            + " counterpart in int8 and no entry in scalar_map. Map it with \"scalar_map\" in the"
            + " codec configuration, or repair the data.");
  }

  @Test
  void fillValueOutOfRange() throws IOException {
    array(NumberType.UINT16, codec("scale_offset", "\"offset\": 1000"));
    invalid(
        "codecs[0]: the fill value 1 cannot be encoded: scale_offset: 1 at element 0 minus offset"
            + " 1000 is not representable in uint16. Use a scale and offset that keep every"
            + " intermediate value in the data type, or repair the data.");
    array(NumberType.UINT16, BYTES, "fill_value", "-1");
    invalid("fill_value: -1 is not a uint16: the range is 0 to 65535");
  }

  @Test
  void chunkShapes() throws IOException {
    array(NumberType.INT8, BYTES, "chunk_grid/configuration/chunk_shape", "[0]");
    invalid(
        "the configuration of chunk_grid: \"chunk_shape[0]\" is 0 but must be an integer from 1 to"
            + " 2147483647");
    array(NumberType.INT8, BYTES, "chunk_grid/configuration/chunk_shape", "[2, 2]");
    invalid("the chunk shape has 2 dimensions but the array has 1");
    array(NumberType.INT8, shards("[0]", BYTES));
    invalid(
        "codecs[0]: the configuration of sharding_indexed: \"chunk_shape[0]\" is 0 but must be an"
            + " integer from 1 to 2147483647");
    array(NumberType.INT8, shards("[3]", BYTES));
    invalid("codecs[0]: sharding_indexed: chunk_shape [3] does not divide the shard shape [4]");
  }

  @Test
  void chunksTooLarge() throws IOException {
    array(NumberType.INT16, BYTES, "chunk_grid/configuration/chunk_shape", "[2147483647]");
    unsupported(
        "blocks of [2147483647] elements are larger than a Java array. Use smaller chunks, or"
            + " shards with smaller inner chunks");
    String shape = "[2147483647, 2147483647, 2147483647]";
    array(NumberType.INT16, BYTES, "shape", shape, "chunk_grid/configuration/chunk_shape", shape);
    unsupported("chunks of " + shape + " elements are larger than anything can store");
  }

  @Test
  void shardIndexOfNoFixedSize() throws IOException {
    array(NumberType.INT8, shards("[2]", "[\"bytes\", \"gzip\"]"));
    invalid(
        "codecs[0]: sharding_indexed: index_codecs must have a fixed size, which compression has"
            + " not");
  }

  @Test
  void codecsOutOfOrder() throws IOException {
    array(NumberType.INT8, "[\"crc32c\"]");
    invalid(
        "codecs[0]: the codec crc32c works on bytes and needs an array -> bytes codec before it");
    array(NumberType.INT8, "[\"bytes\", \"scale_offset\"]");
    invalid(
        "codecs[1]: the codec scale_offset works on an array and cannot follow an array -> bytes"
            + " codec");
    array(NumberType.INT8, "[\"scale_offset\"]");
    invalid("the codecs have no array -> bytes codec, such as \"bytes\" or \"sharding_indexed\"");
  }
}
