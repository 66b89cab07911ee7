package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.ZarrGroup;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.codec.CodecPipeline;
import io.zarrspark.codec.CodecRegistry;
import io.zarrspark.metadata.ArrayMetadata;
import io.zarrspark.metadata.ArrayTemplate;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.DataTypes;
import io.zarrspark.metadata.GroupMetadata;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.metadata.V2Store;
import io.zarrspark.type.DataType;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.Scalar;
import io.zarrspark.type.ScalarException;
import io.zarrspark.type.ScalarJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Derives the metadata of a target from its source and from what shall be different. */
final class Recoding {
  private final SourceNodes source;
  private final RecodeOptions options;

  private Recoding(SourceNodes source, RecodeOptions options) {
    this.source = source;
    this.options = options;
  }

  /**
   * The metadata of the arrays of the target by path.
   *
   * @throws UsageException if an option fits no array
   * @throws ConversionException if an array cannot become what is asked for
   */
  static SortedMap<String, ArrayMetadata> arrays(SourceNodes source, RecodeOptions options) {
    Recoding recoding = new Recoding(source, options);
    recoding.requireOptionsFit();
    SortedMap<String, ArrayMetadata> targets = new TreeMap<>();
    source.arrays().forEach((path, array) -> targets.put(path, recoding.arrayNamed(array)));
    return targets;
  }

  private void requireOptionsFit() {
    for (String path : options.only()) {
      if (!source.arrays().containsKey(path)) {
        throw new UsageException(
            "--arrays names " + path + ", but there are " + source.arrays().keySet());
      }
    }
    requireConcern("--chunks", options.chunks());
    requireConcern("--shards", options.shards());
    options
        .attributes()
        .ifPresent(
            attributes ->
                attributes
                    .fieldNames()
                    .forEachRemaining(
                        path -> {
                          if (!source.arrays().containsKey(path)
                              && !source.groups().containsKey(path)) {
                            throw new UsageException(
                                "--attributes names the node \""
                                    + path
                                    + "\", but there are the arrays "
                                    + source.arrays().keySet()
                                    + " and the groups "
                                    + source.groups().keySet());
                          }
                        }));
  }

  private void requireConcern(String option, Optional<AxisSizes> sizes) {
    if (sizes.isEmpty()) {
      return;
    }
    List<String> known =
        source.arrays().values().stream()
            .filter(this::isChosen)
            .flatMap(array -> array.metadata().dimensionNames().stream())
            .filter(java.util.Objects::nonNull)
            .distinct()
            .sorted()
            .toList();
    for (String name : sizes.get().names()) {
      if (!known.contains(name)) {
        throw new UsageException(
            option + " names the dimension " + name + ", but the arrays have " + known);
      }
    }
    if (source.arrays().values().stream()
        .noneMatch(
            array -> isChosen(array) && sizes.get().concerns(array.metadata().dimensionNames()))) {
      throw new UsageException(
          option
              + " has "
              + sizes.get().sizes().size()
              + " sizes, but no array has as many dimensions");
    }
  }

  private boolean isChosen(ZarrArray array) {
    return options.only().isEmpty() || options.only().contains(array.path());
  }

  /** Whether a change of values applies, which coordinates must be named for. */
  private boolean isChosenVariable(ZarrArray array) {
    return options.only().isEmpty()
        ? !SourceNodes.isCoordinate(array)
        : options.only().contains(array.path());
  }

  private ArrayMetadata arrayNamed(ZarrArray array) {
    try {
      return array(array);
    } catch (InvalidMetadataException e) {
      throw cannot(array, e.getMessage(), e);
    } catch (UnsupportedExtensionException e) {
      throw cannot(array, e.getMessage(), e);
    } catch (ScalarException e) {
      throw cannot(array, "--fill-value: " + e.getMessage(), e);
    }
  }

  private static ConversionException cannot(ZarrArray array, String why, RuntimeException cause) {
    return new ConversionException("Cannot convert " + array.location() + ": " + why, cause);
  }

  private ArrayMetadata array(ZarrArray array) {
    ArrayMetadata metadata = array.metadata();
    DataType dataType = dataType(array);
    List<CodecConfig> chain = chain(array, dataType);
    Scalar fillValue = fillValue(array, dataType, chain);
    boolean hadShards = array.pipeline().shardLayout().isPresent();
    // Chunks of different extents become as large as the largest.
    int[] oldObject = metadata.grid().largestChunk();
    int[] oldChunk = array.blockGrid().largestChunk();
    int[] chunk = sizes(array, options.chunks(), oldChunk);
    Optional<int[]> shard = shard(array, hadShards, oldObject, chunk);
    ObjectNode attributes =
        attributes(options, array.path(), Version2.attributesOfVersion3(metadata));
    boolean sameLayout =
        metadata.grid().isRegular()
            && Arrays.equals(chunk, oldChunk)
            && Arrays.equals(shard.orElse(chunk), oldObject)
            && shard.isPresent() == hadShards;
    int beforeShard = shard.isPresent() ? CodecChain.packingCodecs(chain) : 0;
    ArrayTemplate template =
        new ArrayTemplate(
            dataType,
            metadata.grid().arrayShape(),
            shard.orElse(chunk),
            shard.map(size -> chunk),
            fillValue,
            metadata.dimensionNames(),
            chain.subList(beforeShard, chain.size()),
            attributes);
    boolean sameChain = chain.equals(CodecChain.ofChunk(array));
    boolean writable = array.pipeline().decodeOnly().isEmpty();
    ArrayMetadata result = template.toMetadata();
    List<CodecConfig> codecs = new ArrayList<>(chain.subList(0, beforeShard));
    codecs.addAll(result.codecs());
    ArrayMetadata target =
        new ArrayMetadata(
            new ChunkGrid(metadata.grid().arrayShape(), result.grid().chunkShape()),
            dataType,
            result.chunkKeyEncoding(),
            fillValue,
            sameLayout && sameChain && writable ? metadata.codecs() : codecs,
            attributes,
            metadata.dimensionNames(),
            metadata.ignorableMembers());
    if (options.zarrFormat() == 3) {
      return target;
    }
    ArrayMetadata version2 = V2Store.array(target);
    V2Store.documents(Map.of("", version2), Map.of());
    return version2;
  }

  private DataType dataType(ZarrArray array) {
    return options.dataType().isPresent() && isChosenVariable(array)
        ? DataTypes.parse("--data-type", Json.nodes().textNode(options.dataType().get()))
        : array.dataType();
  }

  private Scalar fillValue(ZarrArray array, DataType dataType, List<CodecConfig> chain) {
    Pack.Packing packing = options.packings().get(array.path());
    if (packing != null) {
      return keepsFillValue(array, chain) ? array.metadata().fillValue() : packing.fillValue();
    }
    if (options.fillValue().isPresent() && isChosenVariable(array)) {
      return ScalarJson.parse(dataType, options.fillValue().get());
    }
    if (CodecChain.isFixedScaleOffset(array) && !keepsFillValue(array, chain)) {
      // numcodecs ignores fill values that its filters cannot encode, scale_offset must encode
      // them.
      return CodecChain.fillValueOfCodeZero(chain, (NumberType) dataType);
    }
    return ValueConversion.between(array.dataType(), dataType)
        .apply(array.metadata().fillValue(), array);
  }

  /** Whether a chain can encode the fill value that the array has. */
  private static boolean keepsFillValue(ZarrArray array, List<CodecConfig> chain) {
    try {
      CodecPipeline.bind(
          chain,
          new ChunkRepresentation(
              array.dataType(),
              array.blockGrid().largestChunk(),
              FillValue.of(array.metadata().fillValue())),
          CodecRegistry.standard());
      return true;
    } catch (InvalidMetadataException e) {
      return false;
    }
  }

  private int[] sizes(ZarrArray array, Optional<AxisSizes> sizes, int[] otherwise) {
    List<String> names = array.metadata().dimensionNames();
    return sizes.isPresent() && isChosen(array) && sizes.get().concerns(names)
        ? sizes.get().along(names, array.shape(), otherwise)
        : otherwise;
  }

  private Optional<int[]> shard(ZarrArray array, boolean hadShards, int[] oldObject, int[] chunk) {
    List<String> names = array.metadata().dimensionNames();
    if (options.zarrFormat() == 2 || isChosen(array) && options.withoutShards()) {
      return Optional.empty();
    }
    if (isChosen(array) && options.shards().map(sizes -> sizes.concerns(names)).orElse(false)) {
      int[] sizes =
          options.shards().get().along(names, array.shape(), hadShards ? oldObject : chunk);
      // "all" and dimensions that are not named end where a chunk ends.
      for (int d = 0; d < sizes.length; d++) {
        if (sizes[d] >= array.shape()[d] || sizes[d] < chunk[d]) {
          sizes[d] = Math.toIntExact(GridShape.ceilDiv(sizes[d], chunk[d]) * chunk[d]);
        }
      }
      return Optional.of(sizes);
    }
    if (!hadShards) {
      return Optional.empty();
    }
    for (int d = 0; d < chunk.length; d++) {
      if (oldObject[d] % chunk[d] != 0) {
        throw cannot(
            array,
            "chunks of "
                + Arrays.toString(chunk)
                + " do not divide its shards of "
                + Arrays.toString(oldObject)
                + ". Give --shards as well, or --shards none",
            null);
      }
    }
    return Optional.of(oldObject);
  }

  private List<CodecConfig> chain(ZarrArray array, DataType dataType) {
    Pack.Packing packing = options.packings().get(array.path());
    if (packing != null) {
      return packing.codecs();
    }
    if (options.codecs().isPresent() && isChosen(array)) {
      return options.codecs().get();
    }
    if (options.compressor().isPresent() && isChosen(array)) {
      return CodecChain.withCompressor(array, options.compressor().get());
    }
    List<CodecConfig> chain = CodecChain.ofChunk(array);
    if (options.zarrFormat() == 2) {
      chain = Version2.codecs(chain, array.metadata());
    }
    if (dataType == array.dataType()) {
      return chain;
    }
    // Whether bytes have an order depends on the type.
    return chain.stream()
        .map(codec -> codec.name().equals("bytes") ? ArrayTemplate.arrayToBytes(dataType) : codec)
        .toList();
  }

  /** Attributes with what shall be different. */
  static ObjectNode attributes(RecodeOptions options, String path, ObjectNode old) {
    JsonNode changes = options.attributes().map(attributes -> attributes.get(path)).orElse(null);
    if (changes == null) {
      return old;
    }
    ObjectNode merged = old.deepCopy();
    changes
        .properties()
        .forEach(
            change -> {
              if (change.getValue().isNull()) {
                merged.remove(change.getKey());
              } else {
                merged.set(change.getKey(), change.getValue());
              }
            });
    return merged;
  }

  /** The metadata of a group of the target, with a copy of what is below if the source has one. */
  static GroupMetadata group(
      ZarrGroup group, RecodeOptions options, SortedMap<String, ? extends JsonNode> documents) {
    GroupMetadata metadata =
        GroupMetadata.of(attributes(options, group.path(), group.attributes()));
    if (!group.isConsolidated()) {
      return metadata;
    }
    String prefix = group.path().isEmpty() ? "" : group.path() + "/";
    SortedMap<String, JsonNode> below = new TreeMap<>();
    documents.forEach(
        (path, document) -> {
          if (path.startsWith(prefix) && !path.equals(group.path())) {
            below.put(path.substring(prefix.length()), document);
          }
        });
    return metadata.withConsolidated(below);
  }
}
