package io.zarrspark.examples;

import io.zarrspark.ZarrArray;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.store.LocalStore;
import io.zarrspark.type.Json;
import io.zarrspark.type.ScalarJson;
import io.zarrspark.type.ZarrException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Prints the elements of an array in C order, one a line, each as its fill value would stand in
 * Zarr v3 metadata. Zarr's conformance suites drive such a command.
 *
 * <pre>
 * java -cp … io.zarrspark.examples.PrintArray --array_path=PATH
 * </pre>
 *
 * <p>Exits with 0; or with 1 and one line on standard error that says what is wrong.
 */
public final class PrintArray {
  private static final String OPTION = "--array_path";

  private PrintArray() {}

  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    int status = run(args, out, err);
    out.flush();
    System.exit(status);
  }

  /** What the command does, and its exit status. */
  static int run(String[] args, PrintStream out, PrintStream err) {
    String path = path(args);
    if (path == null) {
      err.println("Usage: PrintArray " + OPTION + "=PATH");
      return 1;
    }
    try {
      ZarrArray array = ZarrArray.open(new LocalStore(Path.of(path)), "");
      ChunkData elements = array.readAll();
      for (int i = 0; i < elements.length(); i++) {
        out.println(Json.write(ScalarJson.format(elements.element(array.dataType(), i))));
      }
      return 0;
    } catch (IOException | ZarrException e) {
      // One line, whatever the message quotes.
      err.println(String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
      return 1;
    }
  }

  private static String path(String[] args) {
    if (args.length == 1 && args[0].startsWith(OPTION + "=")) {
      return args[0].substring(OPTION.length() + 1);
    }
    return args.length == 2 && args[0].equals(OPTION) ? args[1] : null;
  }
}
