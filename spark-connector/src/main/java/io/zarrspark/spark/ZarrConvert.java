package io.zarrspark.spark;

import io.zarrspark.spark.convert.UsageException;
import io.zarrspark.spark.convert.Verbs;
import io.zarrspark.type.Json;
import io.zarrspark.type.ZarrException;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * Conversion jobs: {@code spark-submit --class io.zarrspark.spark.ZarrConvert
 * zarr-spark-runtime.jar recode SOURCE TARGET --chunks time=120}.
 */
public final class ZarrConvert {
  private ZarrConvert() {}

  /**
   * Runs a verb in a session, as {@link #main} does; in PySpark {@code
   * spark._jvm.io.zarrspark.spark.ZarrConvert.run(spark._jsparkSession, ["recode", source,
   * target])}.
   *
   * @param arguments the verb and its arguments
   * @return a report in JSON
   * @throws io.zarrspark.type.ZarrException if the arguments mean nothing or it cannot be done
   */
  public static String run(SparkSession session, List<String> arguments) throws IOException {
    return Json.write(Verbs.run(session, arguments, System.err));
  }

  /**
   * Runs a verb in a new session, and ends with 0 if it is done, 1 if it cannot be done or a
   * verification finds differences, and 2 if the arguments mean nothing.
   */
  public static void main(String[] arguments) {
    List<String> given = List.of(arguments);
    if (Verbs.wantsHelp(given)) {
      System.out.println(Verbs.help(given));
      return;
    }
    System.exit(exitCode(given));
  }

  private static int exitCode(List<String> arguments) {
    SparkSession session = null;
    try {
      Verbs.check(arguments);
      session =
          SparkSession.builder()
              .appName("zarr-convert " + String.join(" ", arguments))
              .getOrCreate();
      return Verbs.isSuccess(Verbs.run(session, arguments, System.err)) ? 0 : 1;
    } catch (UsageException e) {
      System.err.println("zarr-convert: " + e.getMessage());
      return 2;
    } catch (ZarrException | IOException e) {
      System.err.println("zarr-convert: " + e.getMessage());
      return 1;
    } finally {
      if (session != null) {
        session.stop();
      }
    }
  }
}
