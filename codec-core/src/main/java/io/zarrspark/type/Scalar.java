package io.zarrspark.type;

/** One element of a data type: a number, or a value of variable length. */
public sealed interface Scalar permits NumberScalar, VariableScalar {
  DataType dataType();
}
