package io.zarrspark.spark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/** Serves a folder by HTTP, with ranges, on the loopback interface. */
public final class FileServer implements AutoCloseable {
  private final Path folder;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private volatile Predicate<String> refused = path -> false;

  public FileServer(Path folder) throws IOException {
    this.folder = folder;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The requests since the last call: method, path below the folder, range. */
  public List<String> takeRequests() {
    List<String> taken = List.copyOf(requests);
    requests.clear();
    return taken;
  }

  /** Refuses some paths, with 403. */
  public void refuse(Predicate<String> paths) {
    refused = paths;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath().substring(1);
      String range = exchange.getRequestHeaders().getFirst("Range");
      requests.add(exchange.getRequestMethod() + " " + path + (range == null ? "" : " " + range));
      Path file = folder.resolve(path);
      if (refused.test(path)) {
        exchange.sendResponseHeaders(403, -1);
      } else if (!Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(404, -1);
      } else {
        send(exchange, Files.readAllBytes(file), range);
      }
    }
  }

  private static void send(HttpExchange exchange, byte[] bytes, String range) throws IOException {
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().add("Content-Length", "" + bytes.length);
      exchange.sendResponseHeaders(200, -1);
      return;
    }
    int first = 0;
    int last = bytes.length - 1;
    if (range != null) {
      String[] ends = range.substring("bytes=".length()).split("-");
      first = Integer.parseInt(ends[0]);
      last = Math.min(last, Integer.parseInt(ends[1]));
      exchange
          .getResponseHeaders()
          .add("Content-Range", "bytes " + first + "-" + last + "/" + bytes.length);
    }
    int length = last - first + 1;
    exchange.sendResponseHeaders(range == null ? 200 : 206, length == 0 ? -1 : length);
    exchange.getResponseBody().write(bytes, first, length);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
