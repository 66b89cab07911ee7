package io.zarrspark;

import io.zarrspark.chunk.Shapes;
import io.zarrspark.type.NumberType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A chain of codecs, as JSON, that loses nothing: transpositions, casts to wider types, scales and
 * offsets that stay exact, shards in shards, compressors and checksums.
 */
final class RandomChain {
  private static final String[] NUMCODECS = {
    "zlib",
    "gzip",
    "zstd",
    "lz4",
    "bz2",
    "lzma",
    "blosc",
    "crc32",
    "crc32c",
    "adler32",
    "fletcher32",
    "jenkins_lookup3"
  };

  private final Random random;
  private boolean casts;

  private RandomChain(Random random) {
    this.random = random;
  }

  /**
   * A chain as metadata writes it.
   *
   * @param casts whether it converts numbers, so that NaN payloads may change
   */
  record Chain(String json, boolean casts) {}

  static Chain of(Random random, NumberType type, int[] shape) {
    RandomChain chain = new RandomChain(random);
    return new Chain(chain.chain(type, shape, 2), chain.casts);
  }

  private String chain(NumberType type, int[] shape, int depth) {
    List<String> codecs = new ArrayList<>();
    NumberType current = type;
    int[] currentShape = shape;
    // The integers that can occur, as long as they are known to be few.
    BigInteger[] range = type.isInteger() ? range(type) : null;
    boolean exactScale = false;
    for (int i = random.nextInt(4); i > 0; i--) {
      switch (random.nextInt(3)) {
        case 0 -> {
          if (random.nextInt(5) == 0) {
            int elements = Shapes.elements(currentShape);
            int rows = divisor(elements);
            codecs.add(codec("reshape", "\"shape\": [" + rows + ", -1]"));
            currentShape = new int[] {rows, elements / rows};
          } else {
            int[] order = order(currentShape.length);
            codecs.add(codec("transpose", "\"order\": " + Arrays.toString(order)));
            currentShape = Shapes.permute(currentShape, order);
          }
        }
        case 1 -> {
          NumberType wider = wider(current);
          boolean wrap = wider.isInteger() && wider.bits() == current.bits();
          exactScale = wider == NumberType.FLOAT64 && (exactScale || current != NumberType.FLOAT64);
          range = !wider.isInteger() || range == null ? null : wrap ? range(wider) : range;
          String rule = wrap ? ", \"out_of_range\": \"wrap\"" : "";
          codecs.add(codec("cast_value", "\"data_type\": \"" + wider + "\"" + rule));
          current = wider;
          casts = true;
        }
        default -> {
          if (range != null && scale(codecs, current, range) || exactScale && scale(codecs)) {
            casts = true;
          }
        }
      }
    }
    if (depth > 0 && random.nextInt(3) > 0) {
      codecs.add(shard(current, currentShape, depth));
    } else {
      codecs.add(bytes());
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      codecs.add(compressor());
    }
    return "[" + String.join(", ", codecs) + "]";
  }

  /** Integers: an offset and a scale that keep what can occur within the type. */
  private boolean scale(List<String> codecs, NumberType type, BigInteger[] range) {
    BigInteger offset = BigInteger.valueOf(random.nextInt(9) - (type.isSigned() ? 4 : 8));
    BigInteger scale = BigInteger.valueOf(1 + random.nextInt(5));
    BigInteger low = range[0].subtract(offset).multiply(scale);
    BigInteger high = range[1].subtract(offset).multiply(scale);
    BigInteger[] limits = range(type);
    if (!within(offset, limits)
        || !within(scale, limits)
        || !within(low, limits)
        || !within(high, limits)) {
      return false;
    }
    range[0] = low;
    range[1] = high;
    codecs.add(codec("scale_offset", "\"offset\": " + offset + ", \"scale\": " + scale));
    return true;
  }

  /** Narrower floats in double: a power of two is exact. */
  private boolean scale(List<String> codecs) {
    codecs.add(codec("scale_offset", "\"scale\": " + Math.scalb(1.0, random.nextInt(20) - 10)));
    return true;
  }

  private static boolean within(BigInteger value, BigInteger[] range) {
    return value.compareTo(range[0]) >= 0 && value.compareTo(range[1]) <= 0;
  }

  private static BigInteger[] range(NumberType type) {
    return new BigInteger[] {
      BigInteger.valueOf(type.minInteger()),
      new BigInteger(Long.toUnsignedString(type.maxInteger()))
    };
  }

  /** A type that holds every value of this one, or wraps it without loss. */
  private NumberType wider(NumberType type) {
    List<NumberType> candidates = new ArrayList<>(List.of(type));
    for (NumberType other : NumberType.values()) {
      if (type.isInteger() && other.isInteger()) {
        boolean signFits = !type.isSigned() || other.isSigned();
        boolean wider = other.bits() > type.bits() && signFits;
        if (wider || other.bits() == type.bits()) {
          candidates.add(other);
        }
      } else if (type.isInteger()) {
        boolean plain = other == NumberType.FLOAT32 || other == NumberType.FLOAT64;
        if (plain && type.bits() <= other.floatFormat().precision()) {
          candidates.add(other);
        }
      } else if (other == NumberType.FLOAT64 || other == NumberType.FLOAT32 && type.bits() <= 32) {
        candidates.add(other);
      }
    }
    return candidates.get(random.nextInt(candidates.size()));
  }

  private int[] order(int rank) {
    List<Integer> order = new ArrayList<>();
    for (int d = 0; d < rank; d++) {
      order.add(d);
    }
    Collections.shuffle(order, random);
    return order.stream().mapToInt(Integer::intValue).toArray();
  }

  private String shard(NumberType type, int[] shape, int depth) {
    int[] inner = new int[shape.length];
    for (int d = 0; d < inner.length; d++) {
      inner[d] = divisor(shape[d]);
    }
    String index = random.nextBoolean() ? bytes() : bytes() + ", {\"name\": \"crc32c\"}";
    return codec(
        "sharding_indexed",
        "\"chunk_shape\": "
            + Arrays.toString(inner)
            + ", \"codecs\": "
            + chain(type, inner, depth - 1)
            + ", \"index_codecs\": ["
            + index
            + "], \"index_location\": \""
            + (random.nextBoolean() ? "start" : "end")
            + "\"");
  }

  private int divisor(int number) {
    int divisor;
    do {
      divisor = 1 + random.nextInt(number);
    } while (number % divisor != 0);
    return divisor;
  }

  private String bytes() {
    return switch (random.nextInt(4)) {
      case 0 -> codec("packbits", "\"padding_encoding\": \"" + any("none", "first_byte") + "\"");
      default -> codec("bytes", "\"endian\": \"" + any("little", "big") + "\"");
    };
  }

  private String compressor() {
    return switch (random.nextInt(5)) {
      case 0 -> codec("gzip", "\"level\": " + random.nextInt(10));
      case 1 ->
          codec(
              "zstd",
              "\"level\": " + (random.nextInt(8) - 3) + ", \"checksum\": " + random.nextBoolean());
      case 2 -> "\"crc32c\"";
      case 3 ->
          codec(
              "blosc",
              "\"cname\": \""
                  + any("lz4", "lz4hc", "blosclz", "zstd", "zlib", "snappy")
                  + "\", \"clevel\": "
                  + random.nextInt(10)
                  + ", \"shuffle\": \""
                  + any("noshuffle", "shuffle", "bitshuffle")
                  + "\", \"typesize\": "
                  + (1 + random.nextInt(8))
                  + ", \"blocksize\": 0");
      default -> codec("numcodecs." + any(NUMCODECS), "");
    };
  }

  private String any(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static String codec(String name, String configuration) {
    return "{\"name\": \"" + name + "\", \"configuration\": {" + configuration + "}}";
  }

  /** A shape of small extents. */
  static int[] shape(Random random) {
    int[] shape = new int[random.nextInt(5)];
    Arrays.setAll(shape, d -> 1 + random.nextInt(shape.length > 2 ? 4 : 9));
    return shape;
  }
}
