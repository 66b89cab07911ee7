package io.zarrspark.spark.plan;

/**
 * The exact meaning of a predicate on one dimension, in SQL's logic of three values: the indices
 * where it is true and those where it is false; it is NULL at the others.
 */
record Truth(int dimension, IndexRanges whereTrue, IndexRanges whereFalse) {

  Truth and(Truth other) {
    return new Truth(
        dimension, whereTrue.intersect(other.whereTrue), whereFalse.union(other.whereFalse));
  }

  Truth or(Truth other) {
    return new Truth(
        dimension, whereTrue.union(other.whereTrue), whereFalse.intersect(other.whereFalse));
  }

  Truth not() {
    return new Truth(dimension, whereFalse, whereTrue);
  }
}
