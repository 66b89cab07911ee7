package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A chain of codecs bound to one chunk representation: elements to elements, then elements to
 * bytes, then bytes to bytes. Data type, shape and fill value are resolved codec by codec.
 */
public final class CodecPipeline {
  private static final long MAX_ELEMENTS = 1L << 56;

  private final ChunkRepresentation decoded;
  private final List<ArrayToArrayCodec> arrayToArray;
  private final ArrayToBytesCodec arrayToBytes;
  private final List<BytesToBytesCodec> bytesToBytes;
  private final ArraySteps steps;
  private final ShardLayout shardLayout;

  private CodecPipeline(
      ChunkRepresentation decoded,
      List<CodecConfig> configs,
      List<ArrayToArrayCodec> arrayToArray,
      ArrayToBytesCodec arrayToBytes,
      List<BytesToBytesCodec> bytesToBytes,
      CodecRegistry registry) {
    this.decoded = decoded;
    this.arrayToArray = arrayToArray;
    this.arrayToBytes = arrayToBytes;
    this.bytesToBytes = bytesToBytes;
    this.steps = ArraySteps.of(arrayToArray);
    this.shardLayout =
        arrayToBytes instanceof ShardingCodec sharding && bytesToBytes.isEmpty()
            ? ShardLayout.of(
                    decoded,
                    configs.subList(0, arrayToArray.size()),
                    arrayToArray,
                    sharding,
                    registry)
                .orElse(null)
            : null;
  }

  /**
   * Binds a chain.
   *
   * @throws InvalidMetadataException if the chain or a configuration is invalid, or the fill value
   *     cannot be encoded
   * @throws UnsupportedExtensionException if a codec is not known
   */
  public static CodecPipeline bind(
      List<CodecConfig> configs, ChunkRepresentation decoded, CodecRegistry registry) {
    requireCountable(decoded.shape());
    List<ArrayToArrayCodec> arrayToArray = new ArrayList<>();
    ArrayToBytesCodec arrayToBytes = null;
    List<BytesToBytesCodec> bytesToBytes = new ArrayList<>();
    ChunkRepresentation representation = decoded;
    SizeBound size = null;
    for (int i = 0; i < configs.size(); i++) {
      CodecConfig config = configs.get(i);
      String place = "codecs[" + i + "]";
      try {
        CodecFactory factory = registry.factory(config.name());
        if (factory instanceof CodecFactory.BytesToBytes bytes) {
          requirePlace(
              size != null, config, "works on bytes and needs an array -> bytes codec before it");
          BytesToBytesCodec codec = bytes.bind(config, size);
          size = codec.encodedSize();
          bytesToBytes.add(codec);
        } else {
          requirePlace(
              size == null, config, "works on an array and cannot follow an array -> bytes codec");
          if (factory instanceof CodecFactory.ArrayToArray array) {
            ArrayToArrayCodec codec = array.bind(config, representation);
            representation = codec.encoded();
            arrayToArray.add(codec);
          } else if (factory instanceof CodecFactory.ArrayToBytes array) {
            arrayToBytes = array.bind(config, representation, registry);
            size = arrayToBytes.encodedSize();
          }
        }
      } catch (InvalidMetadataException e) {
        throw e.in(place);
      } catch (UnsupportedExtensionException e) {
        throw e.in(place);
      }
    }
    if (arrayToBytes == null) {
      throw new InvalidMetadataException(
          "the codecs have no array -> bytes codec, such as \"bytes\" or \"sharding_indexed\"");
    }
    return new CodecPipeline(
        decoded,
        configs,
        List.copyOf(arrayToArray),
        arrayToBytes,
        List.copyOf(bytesToBytes),
        registry);
  }

  /** So that sizes in bytes can be computed anywhere, even of shards too large to decode whole. */
  private static void requireCountable(int[] shape) {
    long elements = 1;
    for (int extent : shape) {
      if (Math.multiplyHigh(elements, extent) != 0 || elements * extent > MAX_ELEMENTS) {
        throw new UnsupportedExtensionException(
            "chunks of " + Arrays.toString(shape) + " elements are larger than anything can store");
      }
      elements *= extent;
    }
  }

  private static void requirePlace(boolean right, CodecConfig config, String problem) {
    if (!right) {
      throw new InvalidMetadataException("the codec " + config.name() + " " + problem);
    }
  }

  /** What goes in and comes out. */
  public ChunkRepresentation decoded() {
    return decoded;
  }

  /** The codecs in encoding order. */
  public List<Codec> codecs() {
    List<Codec> codecs = new ArrayList<>(arrayToArray);
    codecs.add(arrayToBytes);
    codecs.addAll(bytesToBytes);
    return List.copyOf(codecs);
  }

  /** Name of a codec that can only decode, here or in a shard, if there is one. */
  public Optional<String> decodeOnly() {
    for (Codec codec : codecs()) {
      if (codec.isDecodeOnly()) {
        return Optional.of(codec.name());
      }
    }
    return arrayToBytes instanceof ShardingCodec sharding
        ? sharding.inner().decodeOnly()
        : Optional.empty();
  }

  /**
   * Whether elements are all the fill value, by bits: such a chunk need not be stored. -0.0 is not
   * +0.0, and of NaNs those with the fill value's own bits count.
   */
  public boolean isAllFill(ChunkData elements) {
    return decoded.fillValue().isKnown() && AllFill.test(elements, decoded.fillValue().scalar());
  }

  /** Size of an encoded chunk. */
  public SizeBound encodedSize() {
    return bytesToBytes.isEmpty()
        ? arrayToBytes.encodedSize()
        : bytesToBytes.get(bytesToBytes.size() - 1).encodedSize();
  }

  /**
   * How inner chunks are reached, if this is a chain of a shard whose inner chunks decode alone.
   */
  public Optional<ShardLayout> shardLayout() {
    return Optional.ofNullable(shardLayout);
  }

  /** The chain of a block: of an inner chunk where shards are reached block by block, else this. */
  public CodecPipeline blockPipeline() {
    return shardLayout == null ? this : shardLayout.blockPipeline();
  }

  /**
   * Decodes a whole chunk.
   *
   * @param validShape the part of the shape, from its origin, whose elements count; the rest is
   *     padding outside the array, in which other writers may have left what has no decoded form
   * @param scratch its elements are what is returned, if it has any
   * @return elements in C order
   * @throws CodingException if a codec cannot decode the bytes
   */
  public ChunkData decode(ByteSlice encoded, int[] validShape, CodecScratch scratch) {
    ByteSlice bytes = undoBytesToBytes(encoded, scratch);
    return steps.decode(arrayToBytes.decode(bytes, scratch), validShape, scratch);
  }

  private ByteSlice undoBytesToBytes(ByteSlice encoded, CodecScratch scratch) {
    ByteSlice bytes = encoded;
    for (int i = bytesToBytes.size() - 1; i >= 0; i--) {
      bytes = bytesToBytes.get(i).decode(bytes, scratch);
    }
    return bytes;
  }

  /**
   * Whether chunks have the same bytes before compression as those of another chain: both are of
   * numbers, one after the other, without array -> array codecs.
   */
  public boolean hasSameBytes(CodecPipeline other) {
    return arrayToArray.isEmpty()
        && other.arrayToArray.isEmpty()
        && arrayToBytes instanceof BytesCodec bytes
        && other.arrayToBytes instanceof BytesCodec others
        && bytes.writesSameBytes(others);
  }

  /**
   * Undoes the bytes -> bytes codecs of a chunk, for chains with the {@linkplain #hasSameBytes same
   * bytes}; the slice may lie in the scratch.
   *
   * @throws CodingException if a codec cannot decode the bytes
   */
  public ByteSlice decompress(ByteSlice encoded, CodecScratch scratch) {
    ByteSlice bytes = undoBytesToBytes(encoded, scratch);
    if (!arrayToBytes.encodedSize().allows(bytes.length())) {
      throw new CodingException(
          "the chunk has "
              + bytes.length()
              + " bytes without compression; there should be "
              + arrayToBytes.encodedSize());
    }
    return bytes;
  }

  /** Whether such bytes are all the fill value, as {@link #isAllFill(ChunkData)} says. */
  public boolean isAllFill(ByteSlice decompressed) {
    return ((BytesCodec) arrayToBytes).isAllFill(decompressed);
  }

  /** Applies the bytes -> bytes codecs to such bytes; the slice may lie in the scratch. */
  public ByteSlice compress(ByteSlice decompressed, CodecScratch scratch) {
    ByteSlice bytes = decompressed;
    for (BytesToBytesCodec codec : bytesToBytes) {
      bytes = codec.encode(bytes, scratch);
    }
    return bytes;
  }

  /** Encodes a whole chunk; the slice may lie in the scratch. */
  public ByteSlice encode(ChunkData elements, CodecScratch scratch) {
    return compress(arrayToBytes.encode(steps.encode(elements), scratch), scratch);
  }
}
