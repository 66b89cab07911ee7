package io.zarrspark.spark.read;

import io.zarrspark.spark.plan.IndexRanges;
import io.zarrspark.spark.plan.PredicateTranslator;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/** Narrows the ranges of dimensions by predicates. */
final class PushedPredicates {
  private PushedPredicates() {}

  /**
   * Narrows ranges to the indices for which all predicates can be true.
   *
   * @param ranges per dimension, narrowed in place
   * @param pushed collects the predicates that said anything
   * @return those that are left to Spark, having no exact meaning here
   */
  static Predicate[] narrow(
      IndexRanges[] ranges,
      PredicateTranslator translator,
      Predicate[] predicates,
      List<Predicate> pushed) {
    List<Predicate> residuals = new ArrayList<>();
    for (Predicate predicate : predicates) {
      PredicateTranslator.Translation translation = translator.translate(predicate);
      boolean restricts = false;
      for (int d = 0; d < ranges.length; d++) {
        IndexRanges matching = translation.ranges()[d];
        if (matching != null) {
          ranges[d] = ranges[d].intersect(matching);
          restricts = true;
        }
      }
      if (restricts) {
        pushed.add(predicate);
      }
      if (!translation.exact()) {
        residuals.add(predicate);
      }
    }
    return residuals.toArray(new Predicate[0]);
  }
}
