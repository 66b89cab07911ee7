package io.zarrspark.examples;

/** A box on the globe, in degrees; longitudes as the data counts them, eastwards. */
record Region(String name, double south, double north, double west, double east) {}
