package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.chunk.Shapes;
import io.zarrspark.chunk.StridedCopy;
import io.zarrspark.kernel.ElementException;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.Arrays;
import java.util.List;

/**
 * {@code sharding_indexed} of the Zarr v3 core: a chunk made of inner chunks, each with its own
 * chain of codecs, and an index that says where they lie.
 *
 * <pre>
 * {"name": "sharding_indexed", "configuration": {"chunk_shape": [16, 16],
 *  "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "zstd", …}],
 *  "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}],
 *  "index_location": "end"}}
 * </pre>
 */
final class ShardingCodec implements ArrayToBytesCodec {
  static final String NAME = "sharding_indexed";

  private final ChunkRepresentation decoded;
  private final int[] innerShape;
  private final int[] innerGrid;
  private final List<CodecConfig> innerConfigs;
  private final CodecPipeline inner;
  private final CodecPipeline index;
  private final int indexSize;
  private final boolean indexAtEnd;

  private ShardingCodec(
      ChunkRepresentation decoded,
      int[] innerShape,
      List<CodecConfig> innerConfigs,
      CodecPipeline inner,
      CodecPipeline index,
      boolean indexAtEnd) {
    this.decoded = decoded;
    this.innerShape = innerShape;
    this.innerGrid = innerGrid(decoded.shape(), innerShape);
    this.innerConfigs = innerConfigs;
    this.inner = inner;
    this.index = index;
    this.indexSize = index.encodedSize().exactLength();
    this.indexAtEnd = indexAtEnd;
  }

  static ArrayToBytesCodec bind(
      CodecConfig config, ChunkRepresentation decoded, CodecRegistry registry) {
    Members members = config.members();
    long[] chunkShape = members.requiredIntegers("chunk_shape", 1, Integer.MAX_VALUE);
    List<CodecConfig> codecs = CodecConfig.parseList(NAME + ": codecs", members.required("codecs"));
    List<CodecConfig> indexCodecs =
        CodecConfig.parseList(NAME + ": index_codecs", members.required("index_codecs"));
    String location = members.optionalText("index_location").orElse("end");
    members.done();
    if (!location.equals("start") && !location.equals("end")) {
      throw new InvalidMetadataException(
          NAME + ": index_location is \"" + location + "\" but must be \"start\" or \"end\"");
    }
    int[] innerShape = Arrays.stream(chunkShape).mapToInt(Math::toIntExact).toArray();
    requireDivides(innerShape, decoded.shape());
    return new ShardingCodec(
        decoded,
        innerShape,
        codecs,
        bindChain("codecs", codecs, decoded.withShape(innerShape), registry),
        bindIndex(indexCodecs, innerGrid(decoded.shape(), innerShape), registry),
        location.equals("end"));
  }

  private static void requireDivides(int[] innerShape, int[] shape) {
    boolean divides = innerShape.length == shape.length;
    for (int d = 0; divides && d < shape.length; d++) {
      divides = shape[d] % innerShape[d] == 0;
    }
    if (!divides) {
      throw new InvalidMetadataException(
          NAME
              + ": chunk_shape "
              + Arrays.toString(innerShape)
              + " does not divide the shard shape "
              + Arrays.toString(shape));
    }
  }

  private static CodecPipeline bindIndex(
      List<CodecConfig> codecs, int[] innerGrid, CodecRegistry registry) {
    int[] indexShape = Arrays.copyOf(innerGrid, innerGrid.length + 1);
    indexShape[innerGrid.length] = 2;
    try {
      Shapes.elements(indexShape);
    } catch (ArithmeticException e) {
      throw new InvalidMetadataException(
          NAME
              + ": a shard of "
              + Arrays.toString(innerGrid)
              + " inner chunks has an index too"
              + " large to read",
          e);
    }
    ChunkRepresentation representation =
        new ChunkRepresentation(
            NumberType.UINT64,
            indexShape,
            FillValue.of(NumberScalar.ofStored(NumberType.UINT64, -1)));
    CodecPipeline index = bindChain("index_codecs", codecs, representation, registry);
    if (!index.encodedSize().exact() || index.encodedSize().max() > Integer.MAX_VALUE - 8) {
      throw new InvalidMetadataException(
          NAME + ": index_codecs must have a fixed size, which compression has not");
    }
    return index;
  }

  private static CodecPipeline bindChain(
      String member,
      List<CodecConfig> codecs,
      ChunkRepresentation representation,
      CodecRegistry registry) {
    try {
      return CodecPipeline.bind(codecs, representation, registry);
    } catch (InvalidMetadataException e) {
      throw e.in(NAME + ": " + member);
    } catch (UnsupportedExtensionException e) {
      throw e.in(NAME + ": " + member);
    }
  }

  private static int[] innerGrid(int[] shape, int[] innerShape) {
    int[] grid = new int[shape.length];
    for (int d = 0; d < grid.length; d++) {
      grid[d] = shape[d] / innerShape[d];
    }
    return grid;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ChunkRepresentation decoded() {
    return decoded;
  }

  /** Shape of an inner chunk, before its own codecs. */
  int[] innerShape() {
    return innerShape;
  }

  /** Inner chunks along each dimension. */
  int[] innerGrid() {
    return innerGrid;
  }

  /** The chain of an inner chunk. */
  List<CodecConfig> innerConfigs() {
    return innerConfigs;
  }

  CodecPipeline inner() {
    return inner;
  }

  /** Bytes of an encoded index. */
  int indexSize() {
    return indexSize;
  }

  boolean indexAtEnd() {
    return indexAtEnd;
  }

  /** Where the index of a shard of that size starts. */
  long indexOffset(long shardSize) {
    if (shardSize < indexSize) {
      throw new CodingException(
          NAME
              + ": the shard has "
              + shardSize
              + " bytes, fewer than its index of "
              + indexSize
              + "; it is truncated");
    }
    return indexAtEnd ? shardSize - indexSize : 0;
  }

  ShardIndex decodeIndex(ByteSlice bytes, long shardSize, CodecScratch scratch) {
    try {
      return ShardIndex.of(index.decode(bytes, null, scratch), shardSize);
    } catch (CodingException e) {
      throw e.getMessage().startsWith(NAME)
          ? e
          : new CodingException(NAME + ": the index: " + e.getMessage(), e);
    } catch (ElementException e) {
      // Index codecs may be element-wise ones.
      throw new CodingException(NAME + ": the index: " + e.getMessage(), e);
    }
  }

  @Override
  public SizeBound encodedSize() {
    return SizeBound.unbounded();
  }

  @Override
  public ChunkData decode(ByteSlice encoded, CodecScratch scratch) {
    int start = Math.toIntExact(indexOffset(encoded.length()));
    ShardIndex entries =
        decodeIndex(encoded.after(start).first(indexSize), encoded.length(), scratch.nested());
    ChunkData shard = ChunkData.allocate(decoded.dataType(), decoded.elements());
    int[] strides = Shapes.strides(decoded.shape());
    int[] innerStrides = Shapes.strides(innerShape);
    ChunkData absent = null;
    int[] position = new int[innerGrid.length];
    int chunk = 0;
    do {
      ChunkData elements;
      if (entries.isAbsent(chunk)) {
        if (absent == null) {
          absent = ChunkData.filled(decoded.fillValue().scalar(), Shapes.elements(innerShape));
        }
        elements = absent;
      } else {
        ByteSlice bytes =
            encoded.after((int) entries.offset(chunk)).first((int) entries.length(chunk));
        elements = decodeInner(bytes, position, scratch.nested());
      }
      StridedCopy.copy(
          elements, 0, innerStrides, shard, innerOffset(position, strides), strides, innerShape);
      chunk++;
    } while (Shapes.next(position, innerGrid));
    return shard;
  }

  private ChunkData decodeInner(ByteSlice bytes, int[] position, CodecScratch scratch) {
    try {
      return inner.decode(bytes, null, scratch);
    } catch (CodingException e) {
      throw new CodingException(
          NAME + ": inner chunk " + Arrays.toString(position) + ": " + e.getMessage(), e);
    }
  }

  private int innerOffset(int[] position, int[] strides) {
    int offset = 0;
    for (int d = 0; d < position.length; d++) {
      offset += position[d] * innerShape[d] * strides[d];
    }
    return offset;
  }

  private ByteSlice encodeInner(ChunkData chunk, int[] position, CodecScratch scratch) {
    try {
      return inner.encode(chunk, scratch);
    } catch (CodingException | ElementException e) {
      throw new CodingException(
          NAME + ": inner chunk " + Arrays.toString(position) + ": " + e.getMessage(), e);
    }
  }

  /**
   * One inner chunk after the other: beside the elements there are one decoded inner chunk and what
   * is encoded so far, more than twice while its array grows.
   */
  @Override
  public ByteSlice encode(ChunkData elements, CodecScratch scratch) {
    int[] strides = Shapes.strides(decoded.shape());
    int[] innerStrides = Shapes.strides(innerShape);
    ShardBuilder shard = new ShardBuilder(this, scratch);
    ChunkData chunk = ChunkData.allocate(decoded.dataType(), Shapes.elements(innerShape));
    int[] position = new int[innerGrid.length];
    int entry = 0;
    do {
      StridedCopy.copy(
          elements, innerOffset(position, strides), strides, chunk, 0, innerStrides, innerShape);
      if (!inner.isAllFill(chunk)) {
        shard.add(entry, encodeInner(chunk, position, scratch.nested()));
      }
      entry++;
    } while (Shapes.next(position, innerGrid));
    return shard.finish();
  }

  ByteSlice encodeIndex(ChunkData entries, CodecScratch scratch) {
    return index.encode(entries, scratch);
  }
}
