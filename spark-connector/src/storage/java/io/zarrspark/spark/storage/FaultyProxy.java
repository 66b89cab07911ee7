package io.zarrspark.spark.storage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Stands before an HTTP server on the loopback interface, counts what passes, and answers some
 * requests as an overloaded or broken server would. A connection serves one request.
 */
public final class FaultyProxy implements AutoCloseable {
  /**
   * A request that passed.
   *
   * @param path as it was sent, without the query
   * @param range the header, or empty
   */
  public record Request(String method, String path, String query, String range) {}

  /** What is done to a request instead of answering it. */
  public enum Fault {
    /** The connection is reset before the answer. */
    RESET,
    /** The body ends half way. */
    SHORT_BODY,
    FORBIDDEN,
    INTERNAL_ERROR,
    SLOW_DOWN
  }

  private record Rule(Predicate<Request> which, Fault fault, AtomicInteger times) {}

  private static final int MOST_HEAD_BYTES = 1 << 16;

  private final ServerSocket listener;
  private final int upstream;
  private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
  private final List<Rule> rules = new CopyOnWriteArrayList<>();

  public FaultyProxy(int upstreamPort) throws IOException {
    upstream = upstreamPort;
    listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::accept, "faulty-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Forgets the requests and the faults. */
  public void reset() {
    rules.clear();
    requests.clear();
  }

  /** The requests since the reset, in the order of their arrival. */
  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /** Treats the next so many requests of a kind badly. */
  public void fail(Predicate<Request> which, Fault fault, int times) {
    rules.add(new Rule(which, fault, new AtomicInteger(times)));
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Thread thread = new Thread(() -> serve(client), "faulty-proxy-request");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException e) {
        // Closed.
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket server = new Socket(InetAddress.getLoopbackAddress(), upstream)) {
      InputStream in = client.getInputStream();
      OutputStream out = client.getOutputStream();
      String[] head = readHead(in).split("\r\n");
      Map<String, String> headers = headers(head);
      Request request = request(head[0], headers);
      requests.add(request);
      if (headers.remove("expect") != null) {
        out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1));
      }
      byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
      Fault fault = fault(request);
      if (fault == Fault.RESET) {
        client.setSoLinger(true, 0);
        return;
      }
      byte[] answer =
          fault == null || fault == Fault.SHORT_BODY
              ? forward(server, head[0], headers, body)
              : answer(fault);
      out.write(answer, 0, fault == Fault.SHORT_BODY ? half(answer) : answer.length);
      out.flush();
    } catch (IOException e) {
      // The client went away, or sees the connection close.
    }
  }

  private static byte[] forward(
      Socket server, String requestLine, Map<String, String> headers, byte[] body)
      throws IOException {
    headers.put("connection", "close");
    StringBuilder text = new StringBuilder(requestLine).append("\r\n");
    headers.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    OutputStream out = server.getOutputStream();
    out.write(text.append("\r\n").toString().getBytes(ISO_8859_1));
    out.write(body);
    out.flush();
    return server.getInputStream().readAllBytes();
  }

  private Fault fault(Request request) {
    for (Rule rule : rules) {
      if (rule.which.test(request) && rule.times.getAndDecrement() > 0) {
        return rule.fault;
      }
    }
    return null;
  }

  private static byte[] answer(Fault fault) {
    String status =
        switch (fault) {
          case FORBIDDEN -> "403 Forbidden";
          case INTERNAL_ERROR -> "500 Internal Server Error";
          case SLOW_DOWN -> "503 Slow Down";
          case RESET, SHORT_BODY -> throw new IllegalArgumentException(fault.name());
        };
    return ("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        .getBytes(ISO_8859_1);
  }

  /** The head and half of the body. */
  private static int half(byte[] answer) {
    int head = new String(answer, ISO_8859_1).indexOf("\r\n\r\n") + 4;
    return head + (answer.length - head) / 2;
  }

  private static String readHead(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int end = 0;
    while (end < 4 && head.size() < MOST_HEAD_BYTES) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException();
      }
      head.write(next);
      end = next == (end % 2 == 0 ? '\r' : '\n') ? end + 1 : 0;
    }
    return head.toString(ISO_8859_1);
  }

  private static Map<String, String> headers(String[] head) {
    Map<String, String> headers = new TreeMap<>();
    for (int i = 1; i < head.length; i++) {
      int colon = head[i].indexOf(':');
      headers.put(
          head[i].substring(0, colon).toLowerCase(Locale.ROOT),
          head[i].substring(colon + 1).trim());
    }
    return headers;
  }

  private static Request request(String line, Map<String, String> headers) {
    String[] words = line.split(" ");
    int query = words[1].indexOf('?');
    return new Request(
        words[0],
        query < 0 ? words[1] : words[1].substring(0, query),
        query < 0 ? "" : words[1].substring(query + 1),
        headers.getOrDefault("range", ""));
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
