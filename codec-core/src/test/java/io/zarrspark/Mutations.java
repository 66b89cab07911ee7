package io.zarrspark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages JSON documents and byte arrays. */
final class Mutations {
  private static final List<JsonNode> NASTY =
      List.of(
              "null",
              "true",
              "0",
              "-1",
              "1",
              "2",
              "-0",
              "-0.0",
              "3.5",
              "1e2",
              "1e400",
              "-1e400",
              "1e-400",
              "1e999999999",
              "1e-999999999",
              "123456789e-999999999",
              "0e999999999",
              "1e-3000000",
              "-7e-500000",
              "2147483647",
              "2147483648",
              "4294967296",
              "9223372036854775807",
              "9223372036854775808",
              "18446744073709551615",
              "18446744073709551616",
              "\"\"",
              "\"NaN\"",
              "\"Infinity\"",
              "\"0x00\"",
              "\"0x7fc00001\"",
              "\"a\\u0000b\"",
              "[]",
              "{}",
              "[[]]",
              "[0]",
              "[-1]",
              "[1, 1]",
              "[2147483647, 2147483647, 2147483647]",
              "[65536, 65536]",
              "[1073741824]",
              "[134217728]",
              "\"int2\"",
              "\"uint64\"",
              "\"float16\"",
              "\"float64\"",
              "\"float8_e8m0fnu\"",
              "\"float4_e2m1fn\"",
              "\"transpose\"",
              "\"bytes\"",
              "\"zstd\"",
              "\"gzip\"",
              "\"crc32c\"",
              "\"sharding_indexed\"",
              "\"cast_value\"",
              "\"scale_offset\"",
              "\"big\"",
              "\"wrap\"",
              "\"clamp\"",
              "\"start\"",
              "{\"name\": \"bytes\"}",
              "{\"must_understand\": false}")
          .stream()
          .map(Mutations::json)
          .toList();

  private Mutations() {}

  private static JsonNode json(String text) {
    try {
      return Json.parse(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A document with one to three changes to its tree, or to its text. */
  static byte[] document(JsonNode document, Random random) {
    JsonNode tree = document.deepCopy();
    for (int i = random.nextInt(3) == 0 ? 3 : 1; i > 0; i--) {
      tree = mutate(tree, random);
    }
    byte[] text = Json.write(tree).getBytes(StandardCharsets.UTF_8);
    return random.nextInt(8) == 0 ? bytes(text, random) : text;
  }

  private static JsonNode mutate(JsonNode tree, Random random) {
    List<JsonNode> containers = new ArrayList<>();
    collect(tree, containers);
    if (containers.isEmpty()) {
      return nasty(random);
    }
    JsonNode container = containers.get(random.nextInt(containers.size()));
    if (container instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      if (names.isEmpty() || random.nextInt(10) == 0) {
        return putAll(tree, object, "name".repeat(random.nextInt(2)) + "x", random);
      }
      String name = names.get(random.nextInt(names.size()));
      switch (random.nextInt(6)) {
        case 0 -> object.remove(name);
        case 1 -> object.set(name, containers.get(random.nextInt(containers.size())).deepCopy());
        case 2 -> object.set(name, number(object.get(name), random));
        default -> object.set(name, nasty(random));
      }
    } else if (container instanceof ArrayNode array) {
      int at = array.isEmpty() ? 0 : random.nextInt(array.size());
      switch (array.isEmpty() ? 0 : random.nextInt(5)) {
        case 0 -> array.insert(at, nasty(random));
        case 1 -> array.remove(at);
        case 2 -> array.insert(at, array.get(at).deepCopy());
        case 3 -> array.set(at, number(array.get(at), random));
        default -> array.set(at, nasty(random));
      }
    }
    return tree;
  }

  private static JsonNode putAll(JsonNode tree, ObjectNode object, String name, Random random) {
    object.set(name, nasty(random));
    return tree;
  }

  /** A number near the old one, or any. */
  private static JsonNode number(JsonNode old, Random random) {
    if (!old.isIntegralNumber()) {
      return nasty(random);
    }
    return Json.nodes().numberNode(old.longValue() + random.nextInt(9) - 4);
  }

  private static JsonNode nasty(Random random) {
    return NASTY.get(random.nextInt(NASTY.size())).deepCopy();
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainerNode()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers));
    }
  }

  /** Bytes with bits flipped, parts cut, added, moved or overwritten. */
  static byte[] bytes(byte[] original, Random random) {
    byte[] bytes = original.clone();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
      switch (bytes.length == 0 ? 0 : random.nextInt(8)) {
        case 0 -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(20));
        case 1 -> bytes = Arrays.copyOf(bytes, at);
        case 2 -> bytes = Arrays.copyOfRange(bytes, at, bytes.length);
        case 3 -> {
          int length = Math.min(bytes.length - at, 1 << random.nextInt(5));
          Arrays.fill(bytes, at, at + length, (byte) (random.nextBoolean() ? 0xff : 0));
        }
        case 4 -> {
          int from = random.nextInt(bytes.length);
          int length = Math.min(bytes.length - Math.max(at, from), 16);
          System.arraycopy(bytes, from, bytes, at, length);
        }
        case 5 -> bytes[at] = (byte) random.nextInt();
        default -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      }
    }
    return bytes;
  }
}
