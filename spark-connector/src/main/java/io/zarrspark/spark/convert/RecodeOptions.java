package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.metadata.CodecConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What shall be different in the target; everything else stays as it is.
 *
 * @param only arrays to which chunks, shards, codecs, data type and fill value apply; empty for all
 * @param chunks sizes of chunks, or of the inner chunks of shards
 * @param shards sizes of shards
 * @param withoutShards whether shards become chunks of their own
 * @param codecs the chain of a chunk
 * @param compressor the last codec of a chunk alone
 * @param dataType name of a data type, for arrays that are no coordinates unless named
 * @param fillValue a fill value, for the same arrays
 * @param attributes attributes to set, by path and name; null removes one
 * @param zarrFormat version of Zarr that the target is written in, 3 or 2
 * @param packings how arrays are packed, by path
 * @param leftOut paths that are not taken
 */
record RecodeOptions(
    List<String> only,
    Optional<AxisSizes> chunks,
    Optional<AxisSizes> shards,
    boolean withoutShards,
    Optional<List<CodecConfig>> codecs,
    Optional<String> compressor,
    Optional<String> dataType,
    Optional<JsonNode> fillValue,
    Optional<ObjectNode> attributes,
    int zarrFormat,
    Map<String, Pack.Packing> packings,
    List<String> leftOut) {

  /** The same with arrays packed. */
  RecodeOptions withPackings(Map<String, Pack.Packing> chosen) {
    return new RecodeOptions(
        only,
        chunks,
        shards,
        withoutShards,
        codecs,
        compressor,
        dataType,
        fillValue,
        attributes,
        zarrFormat,
        chosen,
        leftOut);
  }
}
