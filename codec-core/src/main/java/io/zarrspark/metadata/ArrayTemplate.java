package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.type.DataType;
import io.zarrspark.type.FixedBytesType;
import io.zarrspark.type.Json;
import io.zarrspark.type.Scalar;
import io.zarrspark.type.VariableType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What a new array shall be: its metadata before a shard becomes a codec. Immutable; {@link #of}
 * has defaults for everything but type and shape.
 *
 * @param dataType type of the elements
 * @param shape shape of the array
 * @param objectShape shape of a stored object: of a shard if {@code innerChunkShape} is given, else
 *     of a chunk
 * @param innerChunkShape shape of the inner chunks of a shard; none without shards
 * @param fillValue value of the elements of what is not stored
 * @param dimensionNames a name per dimension, null where a dimension has none
 * @param codecs the chain of a chunk, or of an inner chunk if there are shards, in encoding order
 * @param attributes user attributes
 */
public record ArrayTemplate(
    DataType dataType,
    long[] shape,
    int[] objectShape,
    Optional<int[]> innerChunkShape,
    Scalar fillValue,
    List<String> dimensionNames,
    List<CodecConfig> codecs,
    ObjectNode attributes) {

  /** Decoded bytes of an element of variable length, where a guess must do. */
  private static final int TYPICAL_VARIABLE_BYTES = 32;

  /**
   * Checks all that can be checked without binding the codecs.
   *
   * @throws InvalidMetadataException if a shape, the fill value or the names do not fit
   */
  public ArrayTemplate {
    shape = shape.clone();
    objectShape = objectShape.clone();
    innerChunkShape = innerChunkShape.map(int[]::clone);
    dimensionNames = Collections.unmodifiableList(new ArrayList<>(dimensionNames));
    codecs = List.copyOf(codecs);
    attributes = attributes.deepCopy();
    for (long extent : shape) {
      require(extent >= 0, "the shape " + Arrays.toString(shape) + " has a negative extent");
    }
    String object = innerChunkShape.isPresent() ? "shard" : "chunk";
    requireShape(object, objectShape, shape);
    if (innerChunkShape.isPresent()) {
      int[] inner = innerChunkShape.get();
      requireShape("chunk", inner, shape);
      for (int d = 0; d < inner.length; d++) {
        require(
            objectShape[d] % inner[d] == 0,
            "chunks of "
                + Arrays.toString(inner)
                + " do not divide shards of "
                + Arrays.toString(objectShape)
                + ": dimension "
                + d
                + " of a shard must be a multiple of "
                + inner[d]);
      }
    }
    require(
        fillValue.dataType().equals(dataType),
        "the fill value " + fillValue + " is a " + fillValue.dataType() + ", not a " + dataType);
    require(
        dimensionNames.size() == shape.length,
        "the dimension names "
            + dimensionNames
            + " do not fit an array with "
            + shape.length
            + " dimensions");
    require(!codecs.isEmpty(), "there is no codec; at least an array -> bytes codec is needed");
  }

  private static void requireShape(String what, int[] chunk, long[] shape) {
    require(
        chunk.length == shape.length,
        "the "
            + what
            + " shape "
            + Arrays.toString(chunk)
            + " has "
            + chunk.length
            + " dimensions, but the array "
            + Arrays.toString(shape)
            + " has "
            + shape.length);
    for (int extent : chunk) {
      require(
          extent > 0,
          "the "
              + what
              + " shape "
              + Arrays.toString(chunk)
              + " has an extent that is not positive");
    }
  }

  private static void require(boolean right, String problem) {
    if (!right) {
      throw new InvalidMetadataException(problem);
    }
  }

  /**
   * An array with {@link ChunkDefaults}, the fill value zero (or empty), little-endian and
   * compressed by zstd at zarr-python's default level.
   */
  public static ArrayTemplate of(DataType dataType, long... shape) {
    int bytes = dataType.encodedBytes();
    ChunkDefaults chunks = ChunkDefaults.of(shape, bytes == 0 ? TYPICAL_VARIABLE_BYTES : bytes);
    return new ArrayTemplate(
        dataType,
        shape,
        chunks.shardShape().orElse(chunks.chunkShape()),
        chunks.shardShape().map(shard -> chunks.chunkShape()),
        Scalar.defaultOf(dataType),
        Collections.nCopies(shape.length, null),
        List.of(arrayToBytes(dataType), zstd()),
        Json.nodes().objectNode());
  }

  /** The array -> bytes codec that every reader knows for a type. */
  public static CodecConfig arrayToBytes(DataType dataType) {
    if (dataType instanceof VariableType variable) {
      return new CodecConfig(
          variable == VariableType.STRING ? "vlen-utf8" : "vlen-bytes",
          Json.nodes().objectNode(),
          false);
    }
    if (dataType.encodedBytes() == 1 || dataType instanceof FixedBytesType type && !type.isText()) {
      return new CodecConfig("bytes", Json.nodes().objectNode(), false);
    }
    return littleEndian();
  }

  private static CodecConfig littleEndian() {
    return CodecConfig.of("bytes", Json.nodes().objectNode().put("endian", "little"));
  }

  /** {@code zstd} at zarr-python's default level, which leaves the level to zstd. */
  public static CodecConfig zstd() {
    return CodecConfig.of("zstd", Json.nodes().objectNode().put("level", 0).put("checksum", false));
  }

  /** The same in chunks of a shape, each an object of its own. */
  public ArrayTemplate withChunks(int... chunkShape) {
    return new ArrayTemplate(
        dataType,
        shape,
        chunkShape,
        Optional.empty(),
        fillValue,
        dimensionNames,
        codecs,
        attributes);
  }

  /** The same in shards of chunks. */
  public ArrayTemplate withShards(int[] shardShape, int[] chunkShape) {
    return new ArrayTemplate(
        dataType,
        shape,
        shardShape,
        Optional.of(chunkShape),
        fillValue,
        dimensionNames,
        codecs,
        attributes);
  }

  public ArrayTemplate withFillValue(Scalar newFillValue) {
    return new ArrayTemplate(
        dataType,
        shape,
        objectShape,
        innerChunkShape,
        newFillValue,
        dimensionNames,
        codecs,
        attributes);
  }

  public ArrayTemplate withDimensionNames(List<String> names) {
    return new ArrayTemplate(
        dataType, shape, objectShape, innerChunkShape, fillValue, names, codecs, attributes);
  }

  /** The same with another chain of a chunk: array -> array, array -> bytes, bytes -> bytes. */
  public ArrayTemplate withCodecs(List<CodecConfig> chain) {
    return new ArrayTemplate(
        dataType,
        shape,
        objectShape,
        innerChunkShape,
        fillValue,
        dimensionNames,
        chain,
        attributes);
  }

  public ArrayTemplate withAttributes(ObjectNode newAttributes) {
    return new ArrayTemplate(
        dataType,
        shape,
        objectShape,
        innerChunkShape,
        fillValue,
        dimensionNames,
        codecs,
        newAttributes);
  }

  /** The metadata of the array, whose codecs are not bound yet. */
  public ArrayMetadata toMetadata() {
    return new ArrayMetadata(
        new ChunkGrid(shape.clone(), objectShape.clone()),
        dataType,
        ChunkKeyEncoding.DEFAULT,
        fillValue,
        innerChunkShape.map(inner -> List.of(sharding(inner))).orElse(codecs),
        attributes.deepCopy(),
        dimensionNames);
  }

  private CodecConfig sharding(int[] inner) {
    ObjectNode configuration = Json.nodes().objectNode();
    ArrayNode chunkShape = configuration.putArray("chunk_shape");
    for (int extent : inner) {
      chunkShape.add(extent);
    }
    ArrayNode chain = configuration.putArray("codecs");
    codecs.forEach(codec -> chain.add(codec.toJson()));
    configuration
        .putArray("index_codecs")
        .add(littleEndian().toJson())
        .add(new CodecConfig("crc32c", Json.nodes().objectNode(), false).toJson());
    configuration.put("index_location", "end");
    return CodecConfig.of("sharding_indexed", configuration);
  }
}
