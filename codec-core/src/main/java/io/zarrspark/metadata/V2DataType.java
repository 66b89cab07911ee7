package io.zarrspark.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.type.BoolType;
import io.zarrspark.type.ComplexType;
import io.zarrspark.type.DataType;
import io.zarrspark.type.FieldsType;
import io.zarrspark.type.FieldsType.Field;
import io.zarrspark.type.FixedBytesType;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.StructuredType;
import io.zarrspark.type.TimeType;
import io.zarrspark.type.VariableType;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A data type as NumPy writes it: {@code "<f4"}, {@code "|S10"}, {@code "<M8[25s]"}, {@code [["a",
 * "<i4"], ["b", "|b1"]]}.
 *
 * @param dataType the type
 * @param byteOrder order of its bytes; null if it has none, like {@code "|u1"}
 */
record V2DataType(DataType dataType, ByteOrder byteOrder) {
  private static final Pattern NUMPY =
      Pattern.compile("([<>|=])?([biufcmMSUVO])(\\d{0,9})(?:\\[(\\d{0,9})([^\\]\\d]+)\\])?");

  static V2DataType parse(Members members) {
    JsonNode json = members.required("dtype");
    boolean isObject = json.isTextual() && json.textValue().matches("\\|?O8?");
    return isObject ? object(members.nullable("filters")) : parse(json);
  }

  /** What Python objects are, a filter tells: nothing else knows how to write them. */
  private static V2DataType object(Optional<JsonNode> filters) {
    List<String> ids = new ArrayList<>();
    filters.ifPresent(list -> list.forEach(filter -> ids.add(filter.path("id").asText())));
    for (String id : ids) {
      switch (id) {
        case "vlen-utf8", "categorize" -> {
          return new V2DataType(VariableType.STRING, null);
        }
        case "vlen-bytes" -> {
          return new V2DataType(VariableType.BYTES, null);
        }
        default -> {}
      }
    }
    throw new UnsupportedExtensionException(
        "dtype \"|O\" is supported with one of the filters [vlen-utf8, vlen-bytes, categorize],"
            + " not with "
            + ids);
  }

  static V2DataType parse(JsonNode json) {
    if (json.isArray()) {
      return structured(json);
    }
    String text = json.isTextual() ? json.textValue() : "";
    Matcher matcher = NUMPY.matcher(text);
    Optional<DataType> dataType =
        matcher.matches()
            ? numpy(matcher)
            // TensorStore writes the names of types that NumPy has not.
            : NumberType.named(text).filter(type -> type.bits() <= 16).map(type -> type);
    if (dataType.isEmpty()) {
      throw new UnsupportedExtensionException(
          "dtype "
              + Members.show(json)
              + " is not supported; supported are the NumPy types b1, i1 to i8, u1 to u8, f2 to f8,"
              + " c8, c16, M8, m8, S, U, V, O and structures of them");
    }
    boolean hasOrder =
        dataType.get().encodedBytes() > 1
            && (!(dataType.get() instanceof FixedBytesType fixed) || fixed.isText());
    return new V2DataType(dataType.get(), hasOrder ? byteOrder(text) : null);
  }

  /** NumPy's native order is little: nobody writes the other and does not say so. */
  static ByteOrder byteOrder(String name) {
    return name.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  private static Optional<DataType> numpy(Matcher matcher) {
    char kind = matcher.group(2).charAt(0);
    boolean isTime = kind == 'm' || kind == 'M';
    if (matcher.group(5) != null && !isTime) {
      return Optional.empty();
    }
    int size = matcher.group(3).isEmpty() ? 0 : Integer.parseInt(matcher.group(3));
    return switch (kind) {
      case 'b' -> size == 1 ? Optional.of(BoolType.BOOL) : Optional.empty();
      case 'i' -> number("int", size);
      case 'u' -> number("uint", size);
      case 'f' -> number("float", size);
      case 'c' ->
          size == 8
              ? Optional.of(ComplexType.COMPLEX64)
              : size == 16 ? Optional.of(ComplexType.COMPLEX128) : Optional.empty();
      case 'M' -> time(TimeType.Kind.DATETIME, size, matcher);
      case 'm' -> time(TimeType.Kind.TIMEDELTA, size, matcher);
      case 'S' ->
          fixed(FixedBytesType.Kind.NULL_TERMINATED, FixedBytesType.NULL_TERMINATED_NAME, size);
      case 'U' -> fixed(FixedBytesType.Kind.UTF32, FixedBytesType.UTF32_NAME, 4L * size);
      case 'V' -> fixed(FixedBytesType.Kind.RAW, FixedBytesType.RAW_NAME, size);
      default -> Optional.empty();
    };
  }

  private static Optional<DataType> number(String name, int size) {
    return NumberType.named(name + 8L * size).map(type -> type);
  }

  private static Optional<DataType> fixed(FixedBytesType.Kind kind, String name, long bytes) {
    return bytes > FixedBytesType.MAX_BYTES
        ? Optional.empty()
        : Optional.of(new FixedBytesType(kind, name, (int) bytes));
  }

  private static Optional<DataType> time(TimeType.Kind kind, int size, Matcher matcher) {
    String unit = matcher.group(5) == null ? "generic" : matcher.group(5);
    String scale = matcher.group(4) == null || matcher.group(4).isEmpty() ? "1" : matcher.group(4);
    int scaleFactor = Integer.parseInt(scale);
    return size != 8 || scaleFactor < 1
        ? Optional.empty()
        : TimeType.Unit.named(unit).map(known -> new TimeType(kind, known, scaleFactor));
  }

  private static V2DataType structured(JsonNode json) {
    List<Field> fields = new ArrayList<>();
    ByteOrder order = null;
    for (JsonNode entry : json) {
      if (!entry.isArray() || entry.size() != 2 || !entry.get(0).isTextual()) {
        throw new UnsupportedExtensionException(
            "dtype has the field "
                + Members.show(entry)
                + "; supported are pairs of a name and a dtype, not titles and subarrays");
      }
      V2DataType field = parse(entry.get(1));
      if (order != null && field.byteOrder != null && order != field.byteOrder) {
        throw new UnsupportedExtensionException(
            "dtype " + Members.show(json) + " mixes byte orders, which is not supported");
      }
      order = order == null ? field.byteOrder : order;
      fields.add(new Field(entry.get(0).textValue(), field.dataType));
    }
    if (fields.isEmpty()) {
      throw new InvalidMetadataException("dtype is [] but must have at least one field");
    }
    FieldsType type = DataTypes.structured("dtype", StructuredType.NAME, fields);
    return new V2DataType(type, order);
  }
}
