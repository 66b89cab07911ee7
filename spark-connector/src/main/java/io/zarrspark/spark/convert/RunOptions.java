package io.zarrspark.spark.convert;

import java.io.PrintStream;
import java.util.Optional;

/**
 * How a conversion runs; none of it changes what comes out.
 *
 * @param dryRun whether to plan only
 * @param verifyResumed whether objects of an earlier run are read and their checksums compared, not
 *     their lengths alone
 * @param memoryPerTask bytes that a task may hold, if less than what Spark has for it
 * @param mostReads how often blocks may be decoded before a second pass is preferred
 * @param console where plan, progress and summary go
 */
record RunOptions(
    boolean dryRun,
    boolean verifyResumed,
    Optional<Long> memoryPerTask,
    double mostReads,
    PrintStream console) {}
