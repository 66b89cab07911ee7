package io.zarrspark.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Literals that an exact parser could choke on. */
class ScalarJsonTest {

  @ParameterizedTest
  @CsvSource({
    "1e-30000000, it is not an integer",
    "123456789e-999999999, it is not an integer",
    "0.99999999999999999999999999999, it is not an integer",
    "1.0000000000000000000001, it is not an integer",
    "1e30000000, it is out of range",
    "-1e999999999, it is out of range",
    "128, the range is -128 to 127",
  })
  void integersOfAnyExponentAreRefusedAtOnce(String literal, String why) {
    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () ->
            assertThatThrownBy(() -> ScalarJson.parse(NumberType.INT8, Json.parse(literal)))
                .isInstanceOf(ScalarException.class)
                .hasMessageEndingWith(" is not a int8: " + why));
  }

  @ParameterizedTest
  @CsvSource({"1e30000000", "1e-30000000", "-1e999999999", "-123456789e-999999999", "1e400"})
  void floatsOfAnyExponentAreRoundedAtOnce(String literal) {
    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> {
          for (NumberType type : new NumberType[] {NumberType.FLOAT16, NumberType.FLOAT64}) {
            double value = ScalarJson.parse(type, Json.parse(literal)).doubleValue();
            double expected = literal.contains("e-") ? 0.0 : Double.POSITIVE_INFINITY;
            assertThat(value).isEqualTo(literal.startsWith("-") ? -expected : expected);
          }
        });
  }

  @Test
  void zeroIsZeroWithAnyExponent() throws JsonProcessingException {
    for (String literal : new String[] {"0e999999999", "0e-999999999", "-0.0", "-0", "0.000"}) {
      assertThat(ScalarJson.parse(NumberType.UINT8, Json.parse(literal)).pattern()).isZero();
    }
  }

  @Test
  void textThatIsNoUnicodeIsNoJson() {
    // Zero bytes first look like UTF-32, in which the rest is no character.
    byte[] bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0x7d, 0x7d, 0x5d, 0x2c};
    assertThatThrownBy(() -> Json.parse(bytes))
        .isInstanceOf(JsonProcessingException.class)
        .hasMessageStartingWith("the document is not text: ");
  }
}
