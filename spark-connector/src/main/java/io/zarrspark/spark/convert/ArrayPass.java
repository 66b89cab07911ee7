package io.zarrspark.spark.convert;

import java.io.Serializable;

/**
 * One array in one pass, as it travels to the tasks.
 *
 * @param sourcePath path of the array that is read
 * @param sourceDocument its metadata, if it lies in the target's folder of intermediate arrays;
 *     else null, and the array is opened
 * @param targetPath path of the array that is written
 * @param targetDocument its metadata, which is not stored yet; null to copy the objects as they are
 * @param storesFill whether objects that hold the fill value alone are stored as well
 * @param units the units of work
 * @param journal folder of the journals of its tasks
 */
record ArrayPass(
    String sourcePath,
    String sourceDocument,
    String targetPath,
    String targetDocument,
    boolean storesFill,
    UnitGrid units,
    String journal)
    implements Serializable {}
