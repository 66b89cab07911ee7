package io.zarrspark.spark.storage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An S3 server (s3proxy) in a process of its own, with its objects in memory. */
public final class S3Server implements AutoCloseable {
  private static final int MOST_TRIES = 300;
  private static final String LOGGING =
      "<configuration><appender name=\"E\" class=\"ch.qos.logback.core.ConsoleAppender\">"
          + "<encoder><pattern>%-5level %logger{0} %msg%n</pattern></encoder></appender>"
          + "<root level=\"WARN\"><appender-ref ref=\"E\"/></root></configuration>";

  private final Process process;
  private final int port;
  private final HttpClient client = HttpClient.newHttpClient();

  /**
   * Starts the server.
   *
   * @param jar s3proxy with all it needs
   * @param bucket a bucket to make
   */
  public S3Server(Path jar, String bucket) throws IOException, InterruptedException {
    port = freePort();
    Path folder = Files.createTempDirectory("s3proxy");
    Path settings = folder.resolve("s3proxy.conf");
    Files.writeString(
        settings,
        String.join(
            "\n",
            "s3proxy.authorization=none",
            "s3proxy.endpoint=http://127.0.0.1:" + port,
            "jclouds.provider=transient-nio2",
            "jclouds.identity=none",
            "jclouds.credential=none",
            "jclouds.filesystem.basedir=/"));
    Path logging = Files.writeString(folder.resolve("logback.xml"), LOGGING);
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-Dlogback.configurationFile=" + logging.toUri(),
                "-jar",
                jar.toString(),
                "--properties",
                settings.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    // Also when the tests' own process is ended from outside.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    awaitAnswer(folder.resolve("log"));
    send("PUT", "/" + bucket, new byte[0]);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitAnswer(Path log) throws IOException, InterruptedException {
    for (int i = 0; i < MOST_TRIES; i++) {
      try {
        send("GET", "/", new byte[0]);
        return;
      } catch (IOException e) {
        if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
          break;
        }
      }
    }
    close();
    throw new IOException("s3proxy did not start: " + Files.readString(log));
  }

  public int port() {
    return port;
  }

  /** Puts an object, as another writer would: not through Hadoop. */
  public void put(String bucket, String key, byte[] value)
      throws IOException, InterruptedException {
    send("PUT", path(bucket, key), value);
  }

  public void delete(String bucket, String key) throws IOException, InterruptedException {
    send("DELETE", path(bucket, key), new byte[0]);
  }

  /** Puts every file of a folder. */
  public void putFolder(String bucket, String prefix, Path folder)
      throws IOException, InterruptedException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files = walk.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      put(bucket, prefix + "/" + folder.relativize(file), Files.readAllBytes(file));
    }
  }

  private static String path(String bucket, String key) throws IOException {
    try {
      return new URI(null, null, "/" + bucket + "/" + key, null)
          .toASCIIString()
          .replace("+", "%2B");
    } catch (java.net.URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private void send(String method, String path, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IllegalStateException(
          method + " " + path + ": " + answer.statusCode() + " " + answer.body());
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
