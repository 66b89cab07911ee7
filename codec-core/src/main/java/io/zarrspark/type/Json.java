package io.zarrspark.type;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * JSON as Zarr metadata needs it: numbers keep every digit and the sign of zero.
 *
 * <p>Jackson's tree has no negative zero (BigDecimal and integers have none), so a literal such as
 * {@code -0.0} becomes the double node that has it. Duplicate members are an error, since readers
 * disagree about which one counts.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      // 1,100 digits hold every exact binary64 value; a deeper document is no
                      // array.
                      StreamReadConstraints.builder()
                          .maxNumberLength(2_000)
                          .maxNestingDepth(200)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /** Lines end alike on every platform: the same metadata is the same bytes. */
  private static final PrettyPrinter INDENTED =
      new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));

  static final JsonNode NEGATIVE_ZERO = DoubleNode.valueOf(-0.0);

  private Json() {}

  /** Whether a node is a literal zero with a minus sign. */
  static boolean isNegativeZero(JsonNode node) {
    return node.isDouble() && Double.doubleToRawLongBits(node.doubleValue()) == Long.MIN_VALUE;
  }

  /** Parses one document. */
  public static JsonNode parse(byte[] document) throws JsonProcessingException {
    try (JsonParser parser = MAPPER.getFactory().createParser(document)) {
      return wholeDocument(parser);
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      // Nothing is read but memory: these are bytes that are no characters.
      throw new JsonParseException(null, "the document is not text: " + e.getMessage(), e);
    }
  }

  /** Parses one document. */
  public static JsonNode parse(String document) throws JsonProcessingException {
    return parse(document.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads the value at which the parser of another mapper stands, and leaves it at its end. */
  public static JsonNode read(JsonParser parser) throws IOException {
    return value(parser);
  }

  /** The text of a tree, literals of zero kept. */
  public static String write(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree cannot be written", e);
    }
  }

  /** A tree as a document for people and programs: indented, UTF-8, literals of zero kept. */
  public static byte[] document(JsonNode node) {
    try {
      return MAPPER.writer(INDENTED).writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree cannot be written", e);
    }
  }

  public static JsonNodeFactory nodes() {
    return MAPPER.getNodeFactory();
  }

  private static JsonNode wholeDocument(JsonParser parser) throws IOException {
    parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    if (parser.nextToken() == null) {
      throw new JsonParseException(parser, "the document is empty");
    }
    JsonNode tree = value(parser);
    if (parser.nextToken() != null) {
      throw new JsonParseException(parser, "text follows the end of the document");
    }
    return tree;
  }

  private static JsonNode value(JsonParser parser) throws IOException {
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        ObjectNode object = nodes().objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          object.set(name, value(parser));
        }
        return object;
      }
      case START_ARRAY -> {
        ArrayNode array = nodes().arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          array.add(value(parser));
        }
        return array;
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        String literal = parser.getText();
        JsonNode number = number(parser);
        return literal.startsWith("-") && number.decimalValue().signum() == 0
            ? NEGATIVE_ZERO
            : number;
      }
      default -> {
        return MAPPER.readTree(parser);
      }
    }
  }

  private static JsonNode number(JsonParser parser) throws IOException {
    try {
      // Not readTree, which hands out an infinite double for 1e400.
      return parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT
          ? nodes().numberNode(parser.getDecimalValue())
          : MAPPER.readTree(parser);
    } catch (ArithmeticException | NumberFormatException e) {
      // BigDecimal's exponent is an int.
      throw new JsonParseException(
          parser, "the number " + parser.getText() + " has an exponent beyond any data type", e);
    }
  }
}
