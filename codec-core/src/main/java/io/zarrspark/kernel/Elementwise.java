package io.zarrspark.kernel;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberScalar;
import io.zarrspark.type.NumberType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * A computation on every element of a chunk: one or more codec operations fused. Immutable and safe
 * for use by several threads.
 *
 * <p>Elements are computed in tiles, stage by stage; from a type of 16 bits or less through a table
 * of all patterns that the stages have filled. If a tile has an element without a result, a second
 * pass finds it.
 */
public final class Elementwise {
  /** A stage, and how it looks once the integers that can reach it are known. */
  record Link(Stage stage, Function<Interval, Bound> bind) {}

  /** A stage bound to an interval, and the interval of its results; null if not integers. */
  record Bound(Stage stage, Interval output) {}

  private final NumberType from;
  private final NumberType to;
  private final List<Link> links;
  private final List<Stage> stages;
  private final LookupTable table;

  private Elementwise(NumberType from, NumberType to, List<Link> links) {
    this.from = from;
    this.to = to;
    this.links = links;
    this.stages = bind(from, links);
    this.table = from.bits() <= 16 && !isIdentity() ? new LookupTable(this) : null;
  }

  static Elementwise of(NumberType type, List<Link> links) {
    return new Elementwise(type, type, List.copyOf(links));
  }

  static Elementwise of(Link link) {
    return new Elementwise(link.stage.from(), link.stage.to(), List.of(link));
  }

  private static List<Stage> bind(NumberType from, List<Link> links) {
    List<Stage> stages = new ArrayList<>();
    Interval interval = from.isInteger() ? Interval.of(from) : null;
    for (Link link : links) {
      Bound bound = link.bind.apply(interval);
      interval = bound.output;
      stages.add(bound.stage);
    }
    return List.copyOf(stages);
  }

  /** Data type of the elements that go in. */
  public NumberType from() {
    return from;
  }

  /** Data type of the results. */
  public NumberType to() {
    return to;
  }

  /** This computation, then another one, as one. */
  public Elementwise then(Elementwise next) {
    if (next.from != to) {
      throw new IllegalArgumentException(next.from + " follows " + to);
    }
    List<Link> all = new ArrayList<>(links);
    all.addAll(next.links);
    return new Elementwise(from, next.to, List.copyOf(all));
  }

  /** Whether every element is returned as it came, to the bit. */
  public boolean isIdentity() {
    return from == to && stages.stream().allMatch(stage -> stage.steps().isEmpty());
  }

  /**
   * Computes all elements.
   *
   * @throws ElementException if an element has no result
   */
  public ChunkData apply(ChunkData source) {
    return apply(source, element -> false);
  }

  /**
   * Computes all elements, forgiving those that lie in the padding of an edge chunk: writers may
   * leave anything there.
   *
   * @param isPadding tells for the index of an element without a result whether it does not count
   * @throws ElementException if an element that counts has no result
   */
  public ChunkData apply(ChunkData source, IntPredicate isPadding) {
    if (isIdentity()) {
      return source;
    }
    ChunkData target = ChunkData.allocate(to, source.length());
    apply(source, target, isPadding);
    return target;
  }

  /** The same into elements of type {@link #to}, at least as many as the source has. */
  public void apply(ChunkData source, ChunkData target, IntPredicate isPadding) {
    if (table != null && table.pays(source.length()) && !table.run(source, target)) {
      return;
    }
    runStages(source, target, isPadding);
  }

  /** Computes one scalar. */
  public NumberScalar apply(NumberScalar scalar) {
    ChunkData one = ChunkData.filled(scalar, 1);
    return isIdentity() ? scalar : apply(one).scalar(to, 0);
  }

  /** Computes all elements by the stages, whether or not there is a table. */
  void runStages(ChunkData source, ChunkData target, IntPredicate isPadding) {
    Tile tile = new Tile(source.length());
    for (int at = 0; at < source.length(); at += Tile.SIZE) {
      int n = Math.min(Tile.SIZE, source.length() - at);
      if (runTile(source, target, tile, at, n)) {
        blame(source, target, tile, at, n, isPadding);
      }
    }
  }

  private boolean runTile(ChunkData source, ChunkData target, Tile tile, int at, int n) {
    TileTransfer.load(from, source, at, tile, n);
    boolean bad = false;
    for (Stage stage : stages) {
      bad |= stage.run(tile, n);
    }
    // Results of a tile with a bad element are stored one by one: the bad one may fit no pattern.
    if (!bad) {
      TileTransfer.store(to, tile, target, at, n);
    }
    return bad;
  }

  /** Runs the elements of a tile one by one and reports the first that counts. */
  private void blame(
      ChunkData source, ChunkData target, Tile tile, int at, int n, IntPredicate isPadding) {
    for (int element = at; element < at + n; element++) {
      TileTransfer.load(from, source, element, tile, 1);
      boolean bad = false;
      for (Stage stage : stages) {
        String value = show(stage.from(), tile);
        if (stage.run(tile, 1)) {
          bad = true;
          if (!isPadding.test(element)) {
            throw new ElementException(
                stage.codec()
                    + ": "
                    + value
                    + " at element "
                    + element
                    + " "
                    + stage.problem().of(value),
                element);
          }
          break;
        }
      }
      if (bad) {
        target.setStored(element, 0);
      } else {
        TileTransfer.store(to, tile, target, element, 1);
      }
    }
  }

  private static String show(NumberType type, Tile tile) {
    return switch (type.kernel()) {
      case LONG ->
          type == NumberType.UINT64
              ? Long.toUnsignedString(tile.longs[0])
              : Long.toString(tile.longs[0]);
      case FLOAT -> Float.toString(tile.floats[0]);
      case DOUBLE -> Double.toString(tile.doubles[0]);
    };
  }
}
