package io.zarrspark.spark.convert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.util.Locale;

/** What a conversion has done, told at its end. */
final class Summary {
  private Summary() {}

  static void tell(
      PrintStream console,
      String verb,
      String target,
      TaskResult result,
      double seconds,
      ObjectNode report) {
    console.printf(
        Locale.ROOT,
        "%s: %s is complete: %d objects stored, %d absent, %d of them from an earlier run; read %s,"
            + " written %s, in %s%n",
        verb,
        target,
        result.objects(),
        result.absent(),
        result.skipped(),
        Sizes.bytes(result.readBytes()),
        Sizes.bytes(result.writtenBytes()),
        Sizes.time(seconds));
    report.put("objects_stored", result.objects());
    report.put("objects_absent", result.absent());
    report.put("objects_resumed", result.skipped());
    report.put("bytes_read", result.readBytes());
    report.put("bytes_written", result.writtenBytes());
    report.put("seconds", seconds);
  }

  /** What packing has saved, where it is known how much was stored before. */
  static void tellSaved(PrintStream console, ObjectNode report) {
    if (report.path("dry_run").asBoolean() || !report.has("stored_bytes")) {
      return;
    }
    long before = report.path("stored_bytes").asLong();
    long after = report.path("bytes_written").asLong();
    if (report.path("resumed").asBoolean()) {
      return;
    }
    report.put("bytes_saved", before - after);
    console.printf(
        Locale.ROOT,
        "pack: %s stored before, %s now, %s saved%n",
        Sizes.bytes(before),
        Sizes.bytes(after),
        Sizes.bytes(before - after));
  }
}
