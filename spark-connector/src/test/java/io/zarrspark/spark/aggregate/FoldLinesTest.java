package io.zarrspark.spark.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The example of {@link FoldLines}: a box of 10 × 250 × 250 cells (time, lat, lon). */
class FoldLinesTest {
  private static final int[] DENSE = {62500, 250, 1};
  private static final int[] CONSTANT = {0, 0, 0};

  private static FoldLines lines(int[] strides, int... groupedBy) {
    long[] shape = {10, 250, 250};
    return FoldLines.of(new FoldBox(shape, 0, GroupGrid.of(groupedBy, shape).steps()), strides);
  }

  @Test
  void withoutGroupsAllIsOneLine() {
    FoldLines lines = lines(DENSE);
    assertThat(lines.lengths()).containsExactly(625000);
    assertThat(lines.steps()).containsExactly(1);
    assertThat(lines.groupSteps()).containsExactly(0);
    assertThat(lines.weight()).isEqualTo(1);
  }

  @Test
  void byTheSlowestDimensionALineIsAPlane() {
    FoldLines lines = lines(DENSE, 0);
    assertThat(lines.lengths()).containsExactly(10, 62500);
    assertThat(lines.groupSteps()).containsExactly(1, 0);
  }

  @Test
  void byAMiddleDimensionTheOthersStayApart() {
    FoldLines lines = lines(DENSE, 1);
    assertThat(lines.lengths()).containsExactly(10, 250, 250);
    assertThat(lines.groupSteps()).containsExactly(0, 1, 0);
  }

  @Test
  void byTheFastestDimensionTheOthersAreJoined() {
    FoldLines lines = lines(DENSE, 2);
    assertThat(lines.lengths()).containsExactly(2500, 250);
    assertThat(lines.steps()).containsExactly(250, 1);
    assertThat(lines.groupSteps()).containsExactly(0, 1);
  }

  @Test
  void byAllDimensionsALineIsAllCells() {
    FoldLines lines = lines(DENSE, 0, 1, 2);
    assertThat(lines.lengths()).containsExactly(625000);
    assertThat(lines.groupSteps()).containsExactly(1);
  }

  @Test
  void aConstantIsMultipliedOut() {
    assertThat(lines(CONSTANT).weight()).isEqualTo(625000);
    assertThat(lines(CONSTANT).rank()).isZero();
    FoldLines byLat = lines(CONSTANT, 1);
    assertThat(byLat.weight()).isEqualTo(2500);
    assertThat(byLat.lengths()).containsExactly(250);
    assertThat(byLat.steps()).containsExactly(0);
  }

  @Test
  void aCoordinateVariesAlongItsOwnDimensionOnly() {
    FoldLines lines = lines(new int[] {0, 1, 0}, 0);
    assertThat(lines.weight()).isEqualTo(250);
    assertThat(lines.lengths()).containsExactly(10, 250);
    assertThat(lines.steps()).containsExactly(0, 1);
  }
}
