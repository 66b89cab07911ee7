package io.zarrspark.type;

/** {@code bool} of the Zarr v3 core: a byte, 0 or 1. Every other byte counts as true. */
public enum BoolType implements PlainType {
  BOOL;

  @Override
  public String zarrName() {
    return "bool";
  }

  @Override
  public Storage storage() {
    return Storage.BYTES;
  }

  @Override
  public String show(long stored) {
    return stored == 0 ? "false" : "true";
  }

  @Override
  public String toString() {
    return zarrName();
  }
}
