package io.zarrspark.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.codec.ByteSlice;
import io.zarrspark.metadata.UnsupportedExtensionException;
import io.zarrspark.store.LocalStore;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import io.zarrspark.type.ScalarJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;

/**
 * One array of a store and what it holds.
 *
 * @param writer who wrote it
 * @param expected shape, data type, fill value and values, little-endian in C order
 */
record StoreCase(String id, Path store, String path, String writer, JsonNode expected) {

  void check(Tally tally) {
    try {
      ZarrArray array = ZarrArray.open(new LocalStore(store), path);
      checkMetadata(array);
      checkElements(array, array.readAll());
    } catch (UnsupportedExtensionException e) {
      tally.skip(id, e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void checkMetadata(ZarrArray array) {
    List<Long> shape = new ArrayList<>();
    expected.get("shape").forEach(extent -> shape.add(extent.longValue()));
    assertThat(array.shape()).containsExactly(shape.toArray(Long[]::new));
    assertThat(array.dataType().zarrName()).isEqualTo(expected.get("dtype").textValue());
    assertThat(
            ((NumberScalar) array.metadata().fillValue())
                .sameNumber(fill((NumberType) array.dataType())))
        .as("fill value %s", array.metadata().fillValue())
        .isTrue();
    if (expected.has("dimension_names")) {
      List<String> names = new ArrayList<>();
      expected.get("dimension_names").forEach(name -> names.add(name.textValue()));
      assertThat(array.metadata().dimensionNames())
          .isEqualTo(
              expected.get("dimension_names").isNull()
                  ? Collections.nCopies(shape.size(), null)
                  : names);
    }
  }

  private NumberScalar fill(NumberType type) {
    String text = expected.get("fill_value").textValue();
    String json =
        switch (text.toLowerCase(java.util.Locale.ROOT)) {
          case "nan" -> "\"NaN\"";
          case "inf", "infinity" -> "\"Infinity\"";
          case "-inf", "-infinity" -> "\"-Infinity\"";
          default -> text.startsWith("0x") ? "\"" + text + "\"" : text;
        };
    return ScalarJson.parse(type, ElementVectors.json(json));
  }

  private void checkElements(ZarrArray array, ChunkData elements) {
    NumberType type = (NumberType) array.dataType();
    List<NumberScalar> want = wanted(type);
    List<NumberScalar> have = Patterns.scalars(type, elements);
    assertThat(have).hasSameSizeAs(want);
    Tolerance tolerance = Tolerance.of(array, writer);
    for (int i = 0; i < want.size(); i++) {
      boolean equal =
          expected.has("nan")
              ? Patterns.matches(want.get(i), have.get(i))
              : want.get(i).equals(have.get(i));
      assertThat(equal || tolerance.allows(want.get(i), have.get(i)))
          .as(
              "element %d is %s (%s) but should be %s (%s)",
              i, have.get(i), Patterns.text(have.get(i)), want.get(i), Patterns.text(want.get(i)))
          .isTrue();
    }
    tolerance.report(id, want.size());
  }

  private List<NumberScalar> wanted(NumberType type) {
    byte[] bytes = Base64.getDecoder().decode(expected.get("data_b64").textValue());
    if (type.bits() < 8) {
      // Of the byte of an element only the low bits count.
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] &= (byte) type.mask();
      }
    }
    return Patterns.scalars(type, ByteSlice.of(bytes));
  }
}
