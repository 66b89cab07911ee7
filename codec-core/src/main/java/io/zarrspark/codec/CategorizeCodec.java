package io.zarrspark.codec;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.chunk.FillValue;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import io.zarrspark.type.BytesScalar;
import io.zarrspark.type.FixedBytesType;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.VariableType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * {@code categorize} of numcodecs: text by its number among the labels, from 1; 0 is text that is
 * no label, and comes back empty.
 *
 * <pre>
 * {"name": "numcodecs.categorize", "configuration":
 *  {"dtype": "|O", "astype": "|u1", "labels": ["female", "male"]}}
 * </pre>
 *
 * <p>Text that is no label cannot be written here: it would be lost.
 */
record CategorizeCodec(
    ChunkRepresentation decoded, ChunkRepresentation encoded, List<String> labels)
    implements ArrayToArrayCodec {
  static final String NAME = "numcodecs.categorize";

  static ArrayToArrayCodec bind(CodecConfig config, ChunkRepresentation decoded) {
    Members members = config.members();
    // Fixed or not, the text that reaches the codec says what comes back.
    members.nullableText("dtype");
    NumberType astype =
        NumpyTypes.parse(NAME, "astype", members.nullableText("astype").orElse("|u1"));
    JsonNode json = members.required("labels");
    members.done();
    boolean isText =
        decoded.dataType() == VariableType.STRING
            || decoded.dataType() instanceof FixedBytesType type && type.isText();
    if (!isText || !astype.isInteger()) {
      throw new InvalidMetadataException(
          NAME + ": works from text to integers, not from " + decoded.dataType() + " to " + astype);
    }
    List<String> labels = new ArrayList<>();
    for (JsonNode label : json) {
      if (!label.isTextual()) {
        throw members.wrong("labels", json, "a list of strings");
      }
      labels.add(label.textValue());
    }
    FillValue fill = decoded.fillValue();
    if (fill.isKnown()) {
      String text = text(((BytesScalar) fill.scalar()).bytes());
      fill = FillValue.of(NumberScalar.ofStored(astype, labels.indexOf(text) + 1));
    }
    return new CategorizeCodec(
        decoded, new ChunkRepresentation(astype, decoded.shape(), fill), List.copyOf(labels));
  }

  private static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ChunkData encode(ChunkData elements) {
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < labels.size(); i++) {
      numbers.putIfAbsent(labels.get(i), i + 1);
    }
    byte[][] values = ((ChunkData.Variable) elements).values();
    ChunkData result = ChunkData.allocate(encoded.dataType(), values.length);
    for (int i = 0; i < values.length; i++) {
      Integer number = numbers.get(text(values[i]));
      if (number == null && values[i].length > 0) {
        throw new CodingException(
            NAME + ": \"" + text(values[i]) + "\" at element " + i + " is none of the labels");
      }
      result.setStored(i, number == null ? 0 : number);
    }
    return result;
  }

  @Override
  public ChunkData decode(ChunkData elements) {
    byte[][] texts = new byte[labels.size() + 1][];
    texts[0] = new byte[0];
    for (int i = 0; i < labels.size(); i++) {
      texts[i + 1] = labels.get(i).getBytes(StandardCharsets.UTF_8);
    }
    byte[][] values = new byte[elements.length()][];
    for (int i = 0; i < values.length; i++) {
      long number = encoded.numberType().extend(elements.stored(i));
      // As in numcodecs, a number beyond the labels is no label either.
      values[i] = number > 0 && number < texts.length ? texts[(int) number] : texts[0];
    }
    return new ChunkData.Variable(values);
  }

  @Override
  public int[] blockwiseOrder() {
    return IntStream.range(0, decoded.shape().length).toArray();
  }
}
