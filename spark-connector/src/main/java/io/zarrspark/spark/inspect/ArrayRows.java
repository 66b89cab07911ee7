package io.zarrspark.spark.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.codec.ArrayToArrayCodec;
import io.zarrspark.codec.ArrayToBytesCodec;
import io.zarrspark.codec.Codec;
import io.zarrspark.codec.ShardLayout;
import io.zarrspark.metadata.V2Documents;
import io.zarrspark.spark.inspect.StoredArrays.Found;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import io.zarrspark.type.ScalarJson;
import io.zarrspark.type.ZarrException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;

/** The table of arrays: what their metadata says, and what becomes of it when it is bound. */
final class ArrayRows implements RowSource {
  private final Store store;
  private final Iterator<Found> arrays;

  ArrayRows(Store store, List<Found> arrays) {
    this.store = store;
    this.arrays = arrays.iterator();
  }

  @Override
  public Object[] next() {
    return arrays.hasNext() ? row(arrays.next()) : null;
  }

  private Object[] row(Found found) {
    ZarrArray array = null;
    String error = null;
    try {
      array = StoredArrays.open(store, found);
    } catch (ZarrException e) {
      error = e.getMessage();
    }
    JsonNode document = found.document();
    boolean isVersion2 = document != null && V2Documents.isVersion2(document);
    ShardLayout shards = array == null ? null : array.pipeline().shardLayout().orElse(null);
    Long cells = array == null ? null : Values.product(array.shape());
    return new Object[] {
      Values.text(found.path()),
      member(document, "zarr_format").filter(JsonNode::isInt).map(JsonNode::intValue).orElse(null),
      member(document, isVersion2 ? "dtype" : "data_type")
          .map(type -> type.isTextual() ? Values.text(type.textValue()) : Values.json(type))
          .orElse(null),
      Values.longs(member(document, "shape").orElse(null)),
      array == null ? null : shape(array.blockGrid()),
      shards == null ? null : shape(array.objectGrid()),
      isVersion2 && array != null
          ? Values.list(array.metadata().dimensionNames().stream().map(Values::text).toList())
          : Values.texts(member(document, "dimension_names").orElse(null)),
      Values.json(member(document, "fill_value").orElse(null)),
      isVersion2 && array != null
          ? Values.json(codecs(array))
          : Values.json(member(document, "codecs").orElse(null)),
      array == null ? null : Values.list(stages(array)),
      Values.json(member(document, "attributes").orElse(null)),
      array == null ? null : GridRows.objects(array.blockGrid()),
      shards == null ? null : GridRows.objects(array.objectGrid()),
      cells,
      cells == null ? null : decodedBytes(array, cells),
      Values.text(error)
    };
  }

  /** The shape of the chunks of a grid; null if they have several. */
  private static Object shape(ChunkGrid grid) {
    return grid.isRegular() ? Values.longs(grid.chunkShape()) : null;
  }

  /** Those that filters, compressor and dtype of a Zarr v2 array stand for. */
  private static JsonNode codecs(ZarrArray array) {
    ArrayNode codecs = Json.nodes().arrayNode();
    array.metadata().codecs().forEach(codec -> codecs.add(codec.toJson()));
    return codecs;
  }

  private static Optional<JsonNode> member(JsonNode document, String name) {
    return Optional.ofNullable(document).map(json -> json.get(name));
  }

  /** Unknown for elements of any size, such as strings. */
  private static Long decodedBytes(ZarrArray array, long cells) {
    int bytes = array.dataType().encodedBytes();
    return bytes == 0 ? null : Values.product(new long[] {cells, bytes});
  }

  /** What reaches each codec; those of inner chunks follow the codec of the shard. */
  private static List<Object> stages(ZarrArray array) {
    List<Object> stages = new ArrayList<>();
    int beforeShard = 0;
    for (Codec codec : array.pipeline().codecs()) {
      stages.add(stage(codec));
      if (codec instanceof ArrayToArrayCodec) {
        beforeShard++;
      }
    }
    Optional<ShardLayout> shards = array.pipeline().shardLayout();
    if (shards.isPresent()) {
      List<Codec> block = shards.get().blockPipeline().codecs();
      block.subList(beforeShard, block.size()).forEach(codec -> stages.add(stage(codec)));
    }
    return stages;
  }

  private static GenericInternalRow stage(Codec codec) {
    ChunkRepresentation input = null;
    if (codec instanceof ArrayToArrayCodec array) {
      input = array.decoded();
    } else if (codec instanceof ArrayToBytesCodec array) {
      input = array.decoded();
    }
    return new GenericInternalRow(
        new Object[] {
          Values.text(codec.name()),
          input == null ? null : Values.text(input.dataType().zarrName()),
          input == null || !input.fillValue().isKnown()
              ? null
              : Values.json(ScalarJson.format(input.fillValue().scalar()))
        });
  }

  @Override
  public void close() {}
}
