package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Strict reading of a JSON object: every member is asked for by name, and {@link #done} refuses
 * what nobody asked for.
 */
public final class Members {
  private final String place;
  private final ObjectNode object;
  private final Set<String> known = new LinkedHashSet<>();

  /**
   * @param place what the object is, for messages
   */
  public Members(String place, JsonNode object) {
    if (!(object instanceof ObjectNode node)) {
      throw new InvalidMetadataException(
          place + " must be a JSON object, not " + Members.show(object));
    }
    this.place = place;
    this.object = node;
  }

  /** The member, if it is there; a JSON null is there. */
  public Optional<JsonNode> optional(String name) {
    known.add(name);
    return Optional.ofNullable(object.get(name));
  }

  public JsonNode required(String name) {
    return optional(name)
        .orElseThrow(
            () -> new InvalidMetadataException(place + " lacks the member \"" + name + "\""));
  }

  public String requiredText(String name) {
    return text(name, required(name));
  }

  public Optional<String> optionalText(String name) {
    return optional(name).map(node -> text(name, node));
  }

  public Optional<Boolean> optionalBoolean(String name) {
    return optional(name)
        .map(
            node -> {
              if (!node.isBoolean()) {
                throw wrong(name, node, "true or false");
              }
              return node.booleanValue();
            });
  }

  /** An integer within bounds, both included. */
  public long requiredInteger(String name, long min, long max) {
    return integer(name, required(name), min, max);
  }

  /** An integer within bounds, both included, if the member is there. */
  public Optional<Long> optionalInteger(String name, long min, long max) {
    return optional(name).map(node -> integer(name, node, min, max));
  }

  /** The member, if it is there and not null: for members whose null means the default. */
  public Optional<JsonNode> nullable(String name) {
    return optional(name).filter(node -> !node.isNull());
  }

  /** A string; null is as good as absent. */
  public Optional<String> nullableText(String name) {
    return nullable(name).map(node -> text(name, node));
  }

  /** An integer within bounds, both included; null is as good as absent. */
  public Optional<Long> nullableInteger(String name, long min, long max) {
    return nullable(name).map(node -> integer(name, node, min, max));
  }

  /** A list of integers of at least {@code min}. */
  public long[] requiredIntegers(String name, long min, long max) {
    JsonNode node = required(name);
    if (!node.isArray()) {
      throw wrong(name, node, "a list of integers");
    }
    long[] integers = new long[node.size()];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = integer(name + "[" + i + "]", node.get(i), min, max);
    }
    return integers;
  }

  /** A copy of the object. */
  ObjectNode copy() {
    return object.deepCopy();
  }

  /** Refuses members that nobody asked for. */
  public void done() {
    Set<String> unknown = new TreeSet<>();
    object.fieldNames().forEachRemaining(unknown::add);
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new InvalidMetadataException(
          place + " has unknown members " + unknown + "; known are " + known);
    }
  }

  /**
   * Refuses members that nobody asked for, unless they say that they need not be understood.
   *
   * @return those that may be ignored, in their order
   */
  public ObjectNode doneExceptIgnorable() {
    ObjectNode ignorable = Json.nodes().objectNode();
    object
        .properties()
        .forEach(
            member -> {
              if (known.contains(member.getKey())) {
                return;
              }
              if (!isIgnorable(member.getValue())) {
                throw new UnsupportedExtensionException(
                    place
                        + " has the unknown member \""
                        + member.getKey()
                        + "\", which does not say \"must_understand\": false. A newer version of"
                        + " this library may know it");
              }
              ignorable.set(member.getKey(), member.getValue());
            });
    return ignorable;
  }

  private static boolean isIgnorable(JsonNode value) {
    JsonNode mustUnderstand = value.get("must_understand");
    return mustUnderstand != null && mustUnderstand.isBoolean() && !mustUnderstand.booleanValue();
  }

  /** The exception for a member with a wrong value. */
  public InvalidMetadataException wrong(String name, JsonNode value, String expected) {
    return new InvalidMetadataException(
        place + ": \"" + name + "\" is " + show(value) + " but must be " + expected);
  }

  private String text(String name, JsonNode node) {
    if (!node.isTextual()) {
      throw wrong(name, node, "a string");
    }
    return node.textValue();
  }

  private long integer(String name, JsonNode node, long min, long max) {
    if (!node.isIntegralNumber()
        || !node.canConvertToLong()
        || node.longValue() < min
        || node.longValue() > max) {
      throw wrong(name, node, "an integer from " + min + " to " + max);
    }
    return node.longValue();
  }

  /** A JSON value as messages quote it. */
  static String show(JsonNode value) {
    String text = value == null ? "nothing" : value.toString();
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }
}
