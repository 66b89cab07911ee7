package io.zarrspark.spark.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Times are those of cftime: see {@code make_vectors.py} beside the vectors. */
class CfTimeVectorsTest {

  @Test
  void everyTimeIsThatOfCftime() throws IOException {
    List<String> wrong = new ArrayList<>();
    int lines = 0;
    for (String line : vectors()) {
      String[] parts = line.split("\\|");
      String decoded = decoded(parts[0], parts[1], parts[2]);
      if (!decoded.equals(parts[3])) {
        wrong.add(line + " but here " + decoded);
      }
      lines++;
    }
    assertTrue(lines > 1500, lines + " vectors");
    assertEquals("", String.join("\n", wrong));
  }

  private static List<String> vectors() throws IOException {
    try (InputStream in = CfTimeVectorsTest.class.getResourceAsStream("/cftime/times.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static String decoded(String calendar, String units, String number) {
    ObjectNode attributes = JsonNodeFactory.instance.objectNode();
    attributes.put("units", units).put("calendar", calendar);
    Optional<CfTime> time = CfTime.of(attributes);
    if (time.isEmpty()) {
      return "refused";
    }
    boolean isFloat = number.contains("x");
    ChunkData stored =
        isFloat
            ? new ChunkData.Doubles(new double[] {Double.parseDouble(number)})
            : new ChunkData.Longs(new long[] {Long.parseLong(number)});
    NumberType type = isFloat ? NumberType.FLOAT64 : NumberType.INT64;
    CellValues values;
    try {
      values = time.get().decode(type, stored, 0, 1, null);
    } catch (ArithmeticException e) {
      return "refused";
    }
    return values.values() instanceof ChunkData.Variable text
        ? new String(text.values()[0], StandardCharsets.US_ASCII)
        : Long.toString(((ChunkData.Longs) values.values()).values()[0]);
  }
}
