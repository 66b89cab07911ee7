package io.zarrspark.spark.schema;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What decides which columns a node has.
 *
 * @param dims the table's dimensions, if the user chose them
 * @param variables the table's variables, if the user chose them
 * @param dropped variables to leave out, if there are such
 * @param decoding how stored elements become values
 * @param nullableVariables whether every variable may be NULL, since absent chunks are
 * @param caseSensitive whether columns may differ by case only
 */
public record LayoutOptions(
    Optional<List<String>> dims,
    Optional<List<String>> variables,
    Set<String> dropped,
    DecodingOptions decoding,
    boolean nullableVariables,
    boolean caseSensitive) {}
