package io.zarrspark.examples;

/**
 * Colours of the numbers from {@code low} to {@code high}: viridis, which grows evenly brighter,
 * for readers with any colour vision and in black and white too.
 */
record ColorScale(double low, double high) {

  /** Viridis at eleven evenly spaced places (the colour map is in the public domain, CC0). */
  private static final int[] VIRIDIS = {
    0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151,
    0xbddf26, 0xfde725
  };

  private static final int MISSING = 0xd0d0d0;

  /**
   * The colour 0xRRGGBB of a value; values outside take the colour of the nearer end, NaN is grey.
   */
  int rgb(double value) {
    if (Double.isNaN(value)) {
      return MISSING;
    }
    double share = Math.max(0, Math.min(1, (value - low) / (high - low)));
    double place = share * (VIRIDIS.length - 1);
    int left = Math.min((int) place, VIRIDIS.length - 2);
    return mix(VIRIDIS[left], VIRIDIS[left + 1], place - left);
  }

  private static int mix(int from, int to, double share) {
    int rgb = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int a = from >> shift & 0xff;
      int b = to >> shift & 0xff;
      rgb |= (int) Math.round(a + (b - a) * share) << shift;
    }
    return rgb;
  }
}
