package io.zarrspark.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import org.junit.jupiter.api.Test;

class WindMapTest {
  private static final ColorScale SCALE = new ColorScale(0, 8);

  /** Cells of 90° x 45°; the map starts at the western edge of the first, 20° - 45°. */
  private static final LatLonGrid GRID =
      new LatLonGrid(
          new double[] {-90, -45, 0, 45, 90},
          new double[] {20, 110, 200, 290},
          new double[][] {
            {0, 1, 2, 3},
            {1, 2, 3, 4},
            {2, 3, 4, 5},
            {3, 4, Double.NaN, 6},
            {4, 5, 6, 7.5}
          });

  @Test
  void everyPixelHasTheColourOfItsCell() {
    BufferedImage map =
        WindMap.draw(GRID, "title", "subtitle", "m/s", new Region("", -80, -70, 0, 10));
    assertThat(pixel(map, 40, -20)).isEqualTo(SCALE.rgb(3));
    assertThat(pixel(map, 40, 64)).isEqualTo(SCALE.rgb(3));
    assertThat(pixel(map, 40, 66)).isEqualTo(SCALE.rgb(4));
    assertThat(pixel(map, 47, 280)).isEqualTo(SCALE.rgb(6));
    assertThat(pixel(map, 88, 325)).isEqualTo(SCALE.rgb(7.5));
    assertThat(pixel(map, -88, 112)).isEqualTo(SCALE.rgb(1));
  }

  @Test
  void aMissingCellIsGrey() {
    BufferedImage map = WindMap.draw(GRID, "", "", "m/s", new Region("", -80, -70, 0, 10));
    assertThat(pixel(map, 40, 200)).isEqualTo(0xd0d0d0);
  }

  @Test
  void coloursGrowBrighterAndTheEndsHold() {
    assertThat(SCALE.rgb(-1)).isEqualTo(SCALE.rgb(0)).isEqualTo(0x440154);
    assertThat(SCALE.rgb(9)).isEqualTo(SCALE.rgb(8)).isEqualTo(0xfde725);
    for (int i = 0; i < 80; i++) {
      assertThat(luminance(SCALE.rgb((i + 1) / 10.0)))
          .isGreaterThan(luminance(SCALE.rgb(i / 10.0)));
    }
  }

  private static int pixel(BufferedImage map, double latitude, double longitude) {
    int x = WindMap.LEFT + (int) ((longitude - GRID.westernEdge()) * WindMap.PIXELS_PER_DEGREE);
    int y = WindMap.TOP + (int) ((90 - latitude) * WindMap.PIXELS_PER_DEGREE);
    return map.getRGB(x, y) & 0xffffff;
  }

  private static double luminance(int rgb) {
    return 0.2126 * (rgb >> 16) + 0.7152 * (rgb >> 8 & 0xff) + 0.0722 * (rgb & 0xff);
  }
}
