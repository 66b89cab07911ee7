package io.zarrspark.spark.io;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The options of writing: their names, defaults and types. */
public final class WriteOptions {
  /** Dimensions, coordinates and chunks of a new store are those of this one: a URI. */
  public static final String LIKE = "like";

  /** {@code coords.lat=-90:90:0.25}: the coordinates of a dimension, a range or a list. */
  public static final String COORDS = "coords.";

  /** Sizes of dimensions whose columns hold indices: {@code x=512,y=512}. */
  public static final String SHAPE = "shape";

  /** Cells of a chunk, of an inner chunk if there are shards: {@code time=24,lat=90}. */
  public static final String CHUNKS = "chunks";

  /** Cells of a shard. */
  public static final String SHARDS = "shards";

  /** JSON by variable: data type, fill value, codecs and the like. */
  public static final String ENCODING = "encoding";

  /** JSON: attributes of the group. */
  public static final String ATTRIBUTES = "attributes";

  /** Version of Zarr that a new store has: {@code 3} or {@code 2}. */
  public static final String ZARR_FORMAT = "zarrFormat";

  /** Whether the rows are kept between the passes over them. */
  public static final String CACHE = "cache";

  /** {@code pack.t2m=int16}: the integers that a variable is packed in. */
  public static final String PACK = "pack.";

  /** {@code maxAbsError.t2m=0.01}: how far a packed value may be off. */
  public static final String MAX_ABS_ERROR = "maxAbsError.";

  /**
   * {@code scale.t2m=100}: a value is packed as the integer nearest to (value - offset) * scale.
   */
  public static final String SCALE = "scale.";

  /** {@code offset.t2m=273.15}: see {@link #SCALE}. */
  public static final String OFFSET = "offset.";

  /** What two rows of one cell are: {@code error}. */
  public static final String DUPLICATES = "duplicates";

  /** Whether all rows of an object come together in one task already. */
  public static final String CLUSTERED = "clustered";

  /** Whether metadata and coordinates alone are written. */
  public static final String TEMPLATE = "template";

  /** The dimension that an append may make longer. */
  public static final String APPEND_DIM = "appendDim";

  /** Whether an append stays within the stored coordinates. */
  public static final String REGION = "region";

  private final CaseInsensitiveStringMap options;
  private final ZarrOptions general;

  public WriteOptions(Map<String, String> options) {
    this.options = new CaseInsensitiveStringMap(options);
    this.general = new ZarrOptions(options);
  }

  /** Names of dimensions in order. */
  public Optional<List<String>> dims() {
    return general.dims();
  }

  public Optional<String> like() {
    return Optional.ofNullable(options.get(LIKE));
  }

  /** The text of a dimension's coordinates. */
  public Optional<String> coords(String dimension) {
    return Optional.ofNullable(options.get(COORDS + dimension));
  }

  public Optional<DimensionSizes> shape() {
    return sizes(SHAPE);
  }

  public Optional<DimensionSizes> chunks() {
    return sizes(CHUNKS);
  }

  public Optional<DimensionSizes> shards() {
    return sizes(SHARDS);
  }

  private Optional<DimensionSizes> sizes(String option) {
    return Optional.ofNullable(options.get(option)).map(text -> DimensionSizes.parse(option, text));
  }

  /** What is said about the array of a variable or a dimension; empty if nothing is. */
  public ObjectNode encoding(String array) {
    ObjectNode all = json(ENCODING).orElseGet(() -> Json.nodes().objectNode());
    ObjectNode merged = Json.nodes().objectNode();
    if (all.get(array) instanceof ObjectNode shared) {
      merged.setAll(shared);
    } else if (all.has(array)) {
      throw ZarrOptions.wrong(ENCODING, options.get(ENCODING), "a JSON object of JSON objects");
    }
    json(ENCODING + "." + array).ifPresent(merged::setAll);
    return merged;
  }

  /** The names of arrays in options: of each option that is about one, the arrays it is about. */
  public Map<String, Set<String>> namedArrays() {
    Map<String, Set<String>> named = new TreeMap<>();
    json(ENCODING)
        .ifPresent(
            all ->
                all.fieldNames()
                    .forEachRemaining(
                        name -> named.computeIfAbsent(ENCODING, o -> new TreeSet<>()).add(name)));
    for (String key : options.asCaseSensitiveMap().keySet()) {
      for (String prefix :
          new String[] {ENCODING + ".", COORDS, PACK, MAX_ABS_ERROR, SCALE, OFFSET}) {
        if (key.toLowerCase(Locale.ROOT).startsWith(prefix.toLowerCase(Locale.ROOT))) {
          named
              .computeIfAbsent(prefix.substring(0, prefix.length() - 1), o -> new TreeSet<>())
              .add(key.substring(prefix.length()));
        }
      }
    }
    return named;
  }

  public Optional<ObjectNode> attributes() {
    return json(ATTRIBUTES);
  }

  private Optional<ObjectNode> json(String option) {
    String text = options.get(option);
    if (text == null) {
      return Optional.empty();
    }
    try {
      if (Json.parse(text) instanceof ObjectNode object) {
        return Optional.of(object);
      }
    } catch (JsonProcessingException e) {
      // Told below, as for JSON that is no object.
    }
    throw ZarrOptions.wrong(option, text, "a JSON object");
  }

  /** Whether the group holds a copy of the arrays' metadata. */
  public boolean consolidated() {
    return general.consolidated() != Consolidated.IGNORED;
  }

  public boolean cache() {
    return general.flag(CACHE, false);
  }

  public boolean clustered() {
    return general.flag(CLUSTERED, false);
  }

  public boolean template() {
    return general.flag(TEMPLATE, false);
  }

  public boolean region() {
    return general.flag(REGION, false);
  }

  public Optional<String> appendDim() {
    return Optional.ofNullable(options.get(APPEND_DIM));
  }

  /** The data type that a variable is packed in. */
  public Optional<String> pack(String variable) {
    return Optional.ofNullable(options.get(PACK + variable));
  }

  /** The largest error of a packed variable. */
  public Optional<Double> maxAbsError(String variable) {
    return number(MAX_ABS_ERROR + variable, true);
  }

  /** What a packed variable is multiplied by, after the offset is subtracted. */
  public Optional<Double> scale(String variable) {
    return number(SCALE + variable, true);
  }

  /** What is subtracted from a packed variable. */
  public Optional<Double> offset(String variable) {
    return number(OFFSET + variable, false);
  }

  private Optional<Double> number(String option, boolean isPositive) {
    return Optional.ofNullable(options.get(option))
        .map(
            text -> {
              try {
                double number = Double.parseDouble(text.trim());
                if (Double.isFinite(number) && (number > 0 || !isPositive)) {
                  return number;
                }
              } catch (NumberFormatException e) {
                // Told below, as for a number that is too small.
              }
              throw ZarrOptions.wrong(option, text, isPositive ? "a positive number" : "a number");
            });
  }

  /** What a row is: cells, or blocks as reading with the same option gives them. */
  public RowLayout layout() {
    return general.layout();
  }

  /** Version of Zarr that a new store has, 3 or 2. */
  public int zarrFormat() {
    String format = options.getOrDefault(ZARR_FORMAT, "3").trim();
    if (!format.equals("3") && !format.equals("2")) {
      throw ZarrOptions.wrong(ZARR_FORMAT, format, "3 or 2");
    }
    return Integer.parseInt(format);
  }

  /** Refuses what is known but cannot be done. */
  public void requireSupported() {
    zarrFormat();
    String duplicates = options.getOrDefault(DUPLICATES, "error").trim();
    if (!duplicates.equalsIgnoreCase("error")) {
      throw ZarrOptions.wrong(DUPLICATES, duplicates, "error");
    }
  }
}
