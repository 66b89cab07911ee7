package io.zarrspark.examples;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;

/**
 * A world map of a grid, plate carrée: a degree of latitude is as long as one of longitude. Every
 * pixel has the colour of the cell it lies in; nothing is smoothed.
 */
final class WindMap {
  static final int WIDTH = 1100;
  static final int HEIGHT = 648;

  static final int LEFT = 58;
  static final int TOP = 58;
  private static final int MAP_WIDTH = 1008;
  private static final int MAP_HEIGHT = MAP_WIDTH / 2;
  static final double PIXELS_PER_DEGREE = MAP_WIDTH / 360.0;
  private static final int BAR_TOP = TOP + MAP_HEIGHT + 38;
  private static final int BAR_HEIGHT = 14;
  private static final int BAR_LEFT = LEFT + 252;
  private static final int BAR_WIDTH = MAP_WIDTH / 2;

  private static final Color INK = new Color(0x222222);
  private static final Color GRID_LINE = new Color(255, 255, 255, 70);
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 19);
  private static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 13);

  private final LatLonGrid grid;
  private final ColorScale colors;
  private final double west;
  private final BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
  private final Graphics2D pen = image.createGraphics();
  private final boolean letters = canDrawText();

  private WindMap(LatLonGrid grid) {
    this.grid = grid;
    this.colors = new ColorScale(0, Math.ceil(grid.max()));
    this.west = grid.westernEdge();
    pen.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    pen.setColor(Color.WHITE);
    pen.fillRect(0, 0, WIDTH, HEIGHT);
  }

  /** Draws a grid, with a frame around one region. */
  static BufferedImage draw(
      LatLonGrid grid, String title, String subtitle, String unit, Region framed) {
    WindMap map = new WindMap(grid);
    map.cells();
    map.parallels();
    map.meridians();
    map.frame(framed);
    map.colorBar(unit);
    map.text(title, TITLE, LEFT + MAP_WIDTH / 2, 26);
    map.text(subtitle, LABEL, LEFT + MAP_WIDTH / 2, 45);
    map.pen.dispose();
    return map.image;
  }

  private void cells() {
    for (int y = 0; y < MAP_HEIGHT; y++) {
      double latitude = 90 - (y + 0.5) / PIXELS_PER_DEGREE;
      for (int x = 0; x < MAP_WIDTH; x++) {
        double longitude = west + (x + 0.5) / PIXELS_PER_DEGREE;
        image.setRGB(LEFT + x, TOP + y, colors.rgb(grid.at(latitude, longitude)));
      }
    }
    pen.setColor(INK);
    pen.drawRect(LEFT - 1, TOP - 1, MAP_WIDTH + 1, MAP_HEIGHT + 1);
  }

  private void parallels() {
    for (int latitude = -90; latitude <= 90; latitude += 30) {
      int y = y(latitude);
      if (Math.abs(latitude) < 90) {
        pen.setColor(GRID_LINE);
        pen.drawLine(LEFT, y, LEFT + MAP_WIDTH - 1, y);
      }
      pen.setColor(INK);
      pen.drawLine(LEFT - 6, y, LEFT - 1, y);
      textBefore(degrees(latitude, "N", "S"), LEFT - 10, y);
    }
  }

  private void meridians() {
    for (int longitude = (int) Math.ceil(west / 30) * 30; longitude < west + 360; longitude += 30) {
      int x = x(longitude);
      pen.setColor(GRID_LINE);
      pen.drawLine(x, TOP, x, TOP + MAP_HEIGHT - 1);
      pen.setColor(INK);
      pen.drawLine(x, TOP + MAP_HEIGHT, x, TOP + MAP_HEIGHT + 5);
      int turned = Math.floorMod(longitude + 180, 360) - 180;
      text(degrees(turned == -180 ? 180 : turned, "E", "W"), LABEL, x, TOP + MAP_HEIGHT + 20);
    }
  }

  private void frame(Region region) {
    pen.setColor(Color.WHITE);
    pen.setStroke(new BasicStroke(2));
    int left = x(region.west());
    int top = y(region.north());
    pen.drawRect(left, top, x(region.east()) - left, y(region.south()) - top);
    pen.setStroke(new BasicStroke(1));
    text(region.name(), LABEL, (left + x(region.east())) / 2, top - 6);
  }

  private void colorBar(String unit) {
    for (int x = 0; x < BAR_WIDTH; x++) {
      double value = colors.low() + (colors.high() - colors.low()) * (x + 0.5) / BAR_WIDTH;
      pen.setColor(new Color(colors.rgb(value)));
      pen.drawLine(BAR_LEFT + x, BAR_TOP, BAR_LEFT + x, BAR_TOP + BAR_HEIGHT - 1);
    }
    pen.setColor(INK);
    pen.drawRect(BAR_LEFT - 1, BAR_TOP - 1, BAR_WIDTH + 1, BAR_HEIGHT + 1);
    int last = (int) colors.high();
    int step = last <= 12 ? 1 : 2;
    for (int value = 0; value <= last; value += step) {
      int x = BAR_LEFT + (int) Math.round(BAR_WIDTH * value / colors.high());
      pen.drawLine(x, BAR_TOP + BAR_HEIGHT, x, BAR_TOP + BAR_HEIGHT + 4);
      text(Integer.toString(value), LABEL, x, BAR_TOP + BAR_HEIGHT + 19);
    }
    textAfter(unit, BAR_LEFT + BAR_WIDTH + 12, BAR_TOP + BAR_HEIGHT / 2);
  }

  private int x(double longitude) {
    return LEFT + (int) Math.round((longitude - west) * PIXELS_PER_DEGREE);
  }

  private int y(double latitude) {
    return Math.min(
        TOP + (int) Math.round((90 - latitude) * PIXELS_PER_DEGREE), TOP + MAP_HEIGHT - 1);
  }

  private static String degrees(int value, String positive, String negative) {
    String side = value > 0 && value < 180 ? positive : value < 0 ? negative : "";
    return Math.abs(value) + "°" + side;
  }

  private void text(String text, Font font, int center, int baseline) {
    if (letters) {
      pen.setFont(font);
      pen.drawString(text, center - pen.getFontMetrics().stringWidth(text) / 2, baseline);
    }
  }

  private void textBefore(String text, int right, int middle) {
    if (letters) {
      pen.setFont(LABEL);
      pen.drawString(text, right - pen.getFontMetrics().stringWidth(text), middle + 5);
    }
  }

  private void textAfter(String text, int left, int middle) {
    if (letters) {
      pen.setFont(LABEL);
      pen.drawString(text, left, middle + 5);
    }
  }

  /** Small containers have no fonts; Java2D then throws an Error at the first text. */
  static boolean canDrawText() {
    try {
      BufferedImage probe = new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB);
      Rectangle2D bounds =
          LABEL.getStringBounds("0", probe.createGraphics().getFontRenderContext());
      return bounds.getWidth() > 0;
    } catch (InternalError | LinkageError e) {
      return false;
    }
  }
}
