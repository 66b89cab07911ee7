package io.zarrspark.spark.convert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.store.Store;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.util.Optional;

/**
 * What a conversion keeps below its target until it has ended: the plan, the journals of its tasks,
 * intermediate arrays. Readers do not see it, since it is no node.
 */
final class ConversionJournal {
  /** Folder below the target. */
  static final String FOLDER = ".zarr-convert";

  private static final String PLAN = FOLDER + "/plan.json";

  private ConversionJournal() {}

  /** Folder of the journals of the tasks of one array in a pass. */
  static String tasks(int pass, int array) {
    return FOLDER + "/pass" + pass + "/" + array;
  }

  /** Path of an intermediate array. */
  static String intermediate(int array) {
    return FOLDER + "/intermediate/" + array;
  }

  /** The plan of an earlier run that has not ended. */
  static Optional<JsonNode> read(Store target) throws IOException {
    Optional<byte[]> plan = target.get(PLAN);
    if (plan.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Json.parse(plan.get()));
    } catch (JsonProcessingException e) {
      throw new ConversionException(
          target.locate(PLAN)
              + " is not valid JSON: "
              + e.getOriginalMessage()
              + ". Delete "
              + target.locate("")
              + " to start anew",
          e);
    }
  }

  /** Keeps the plan of a run that starts. */
  static void write(Store target, ObjectNode plan) throws IOException {
    target.put(PLAN, Json.document(plan));
  }

  /**
   * Refuses to go on with another conversion than the one that was begun.
   *
   * @param identity what an earlier run must have had in common for its work to be of use
   */
  static void requireSame(JsonNode earlier, ObjectNode identity, String source, String target) {
    String other = null;
    if (!earlier.path("source").equals(identity.path("source"))) {
      other = "of another source, " + earlier.path("source").asText();
    } else if (!earlier.path("source_state").equals(identity.path("source_state"))) {
      other = "of " + source + " as it was before it changed";
    } else if (!earlier.path("verb").equals(identity.path("verb"))
        || !earlier.path("zarr_format").equals(identity.path("zarr_format"))
        || !Json.write(earlier.path("target")).equals(Json.write(identity.path("target")))) {
      other = "with other options";
    }
    if (other != null) {
      throw new ConversionException(
          target
              + " holds an unfinished conversion "
              + other
              + ". Delete it to start anew, or choose another target");
    }
  }
}
