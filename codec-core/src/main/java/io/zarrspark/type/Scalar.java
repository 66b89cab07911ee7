package io.zarrspark.type;

/** One element of a data type. */
public sealed interface Scalar permits NumberScalar, PlainScalar, BytesScalar, FieldsScalar {
  DataType dataType();

  /** The element that all bits clear, or no bytes, stand for; of times it is NaT, as in NumPy. */
  static Scalar defaultOf(DataType dataType) {
    if (dataType instanceof NumberType type) {
      return new NumberScalar(type, 0);
    }
    if (dataType instanceof PlainType type) {
      return new PlainScalar(type, type instanceof TimeType ? TimeType.NOT_A_TIME : 0);
    }
    if (dataType instanceof FieldsType type) {
      return new FieldsScalar(
          type, type.fields().stream().map(field -> defaultOf(field.dataType())).toList());
    }
    boolean isRaw =
        dataType instanceof FixedBytesType type && type.kind() == FixedBytesType.Kind.RAW;
    return new BytesScalar(dataType, new byte[isRaw ? dataType.encodedBytes() : 0]);
  }
}
