package io.zarrspark.spark.io.reference;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.store.Reference;
import io.zarrspark.store.ReferenceStore;
import io.zarrspark.type.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * References in one JSON file, <a href="https://fsspec.github.io/kerchunk/spec.html">kerchunk's</a>
 * versions 0 and 1: a value is text, {@code "base64:…"}, {@code [url]} or {@code [url, offset,
 * length]}.
 */
final class JsonReferences implements ReferenceStore.References {
  private static final String BASE64 = "base64:";
  private static final Pattern TEMPLATE = Pattern.compile("\\{\\{\\s*(.*?)\\s*}}");

  private final NavigableMap<String, Reference> references;

  private JsonReferences(NavigableMap<String, Reference> references) {
    this.references = references;
  }

  static JsonReferences parse(JsonNode document, String location) throws IOException {
    Parser parser = new Parser(location);
    return new JsonReferences(parser.parse(document));
  }

  @Override
  public Optional<Reference> reference(String key) {
    return Optional.ofNullable(references.get(key));
  }

  @Override
  public List<String> childNames(String prefix) {
    String start = prefix.isEmpty() ? "" : prefix + "/";
    TreeSet<String> names = new TreeSet<>();
    for (String key : references.tailMap(start, true).keySet()) {
      if (!key.startsWith(start)) {
        break;
      }
      int slash = key.indexOf('/', start.length());
      if (slash > start.length()) {
        names.add(key.substring(start.length(), slash));
      }
    }
    return new ArrayList<>(names);
  }

  private static final class Parser {
    private final String location;
    private final Map<String, String> templates = new HashMap<>();

    Parser(String location) {
      this.location = location;
    }

    NavigableMap<String, Reference> parse(JsonNode document) throws IOException {
      if (!document.isObject()) {
        throw wrong("they are no JSON object");
      }
      JsonNode version = document.get("version");
      JsonNode values = document;
      if (version != null && !version.isContainerNode()) {
        if (!version.asText().equals("1")) {
          throw wrong("their version is " + version + "; known are 0 and 1");
        }
        if (document.path("gen").size() > 0) {
          throw wrong(
              "they use \"gen\", whose expressions are not evaluated here. Write them out: open"
                  + " them with fsspec and save what it found");
        }
        document
            .path("templates")
            .properties()
            .forEach(template -> templates.put(template.getKey(), template.getValue().asText()));
        values = document.path("refs");
        if (!values.isObject()) {
          throw wrong("they have no \"refs\"");
        }
      }
      NavigableMap<String, Reference> references = new TreeMap<>();
      for (Map.Entry<String, JsonNode> entry : values.properties()) {
        references.put(entry.getKey(), reference(entry.getKey(), entry.getValue()));
      }
      return references;
    }

    private Reference reference(String key, JsonNode value) throws IOException {
      if (value.isTextual()) {
        return new Reference.Inline(inline(key, value.textValue()));
      }
      if (value.isObject()) {
        // Metadata that was not turned to text.
        return new Reference.Inline(Json.write(value).getBytes(StandardCharsets.UTF_8));
      }
      boolean isRange =
          value.isArray()
              && (value.size() == 1
                  || (value.size() == 3 && isCount(value.get(1)) && isCount(value.get(2))))
              && value.get(0).isTextual();
      if (!isRange) {
        throw wrong(
            "the value of "
                + key
                + " is "
                + value
                + " but must be text, [url] or [url, offset, length]");
      }
      String url = substitute(key, value.get(0).textValue());
      return value.size() == 1
          ? new Reference.Range(url, 0, -1)
          : new Reference.Range(url, value.get(1).longValue(), value.get(2).longValue());
    }

    private static boolean isCount(JsonNode number) {
      return number.canConvertToLong() && number.isIntegralNumber() && number.longValue() >= 0;
    }

    private byte[] inline(String key, String text) throws IOException {
      if (!text.startsWith(BASE64)) {
        return text.getBytes(StandardCharsets.UTF_8);
      }
      try {
        return Base64.getDecoder().decode(text.substring(BASE64.length()));
      } catch (IllegalArgumentException e) {
        throw wrong("the value of " + key + " is not base64: " + e.getMessage());
      }
    }

    private String substitute(String key, String url) throws IOException {
      if (!url.contains("{{")) {
        return url;
      }
      Matcher matcher = TEMPLATE.matcher(url);
      StringBuilder text = new StringBuilder();
      while (matcher.find()) {
        String value = templates.get(matcher.group(1));
        if (value == null || value.contains("{{")) {
          throw wrong(
              "the URL of "
                  + key
                  + " uses the template {{"
                  + matcher.group(1)
                  + "}}; only templates that stand for a text are known: "
                  + new TreeSet<>(templates.keySet()));
        }
        matcher.appendReplacement(text, Matcher.quoteReplacement(value));
      }
      return matcher.appendTail(text).toString();
    }

    private IOException wrong(String why) {
      return new IOException("Cannot read the references " + location + ": " + why);
    }
  }
}
