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
}
