package io.zarrspark.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a real server on the loopback interface, which can be told to misbehave. */
class HttpStoreTest {
  private static final HttpRetries QUICK =
      new HttpRetries(3, Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofSeconds(20));

  private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger failures = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile int status;
  private volatile boolean ignoresRanges;
  private volatile boolean cutsBodies;
  private volatile String etag;
  private HttpServer server;
  private HttpStore store;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    store = new HttpStore(root(), false, QUICK);
  }

  private String root() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/data/a.zarr";
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getRawPath();
    String range = exchange.getRequestHeaders().getFirst("Range");
    requests.add(exchange.getRequestMethod() + " " + path + (range == null ? "" : " " + range));
    try (exchange) {
      if (status != 0 && failures.getAndDecrement() > 0) {
        exchange.getResponseHeaders().add("Retry-After", "0");
        exchange.sendResponseHeaders(status, -1);
        return;
      }
      byte[] object = objects.get(path);
      if (object == null) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      String wanted = exchange.getRequestHeaders().getFirst("If-Match");
      if (wanted != null && !wanted.equals(etag)) {
        exchange.sendResponseHeaders(412, -1);
        return;
      }
      if (etag != null) {
        exchange.getResponseHeaders().add("ETag", etag);
      }
      send(exchange, object, ignoresRanges ? null : range);
    }
  }

  private void send(HttpExchange exchange, byte[] object, String range) throws IOException {
    int first = 0;
    int last = object.length - 1;
    if (range != null) {
      String[] ends = range.substring("bytes=".length()).split("-");
      first = Integer.parseInt(ends[0]);
      last = Math.min(last, Integer.parseInt(ends[1]));
      if (first >= object.length) {
        exchange.getResponseHeaders().add("Content-Range", "bytes */" + object.length);
        exchange.sendResponseHeaders(416, -1);
        return;
      }
      exchange
          .getResponseHeaders()
          .add("Content-Range", "bytes " + first + "-" + last + "/" + object.length);
    }
    int length = last - first + 1;
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().add("Content-Length", "" + length);
      exchange.sendResponseHeaders(200, -1);
      return;
    }
    exchange.sendResponseHeaders(range == null ? 200 : 206, length == 0 ? -1 : length);
    boolean isCut = cutsBodies && failures.getAndDecrement() > 0;
    exchange.getResponseBody().write(object, first, isCut ? length / 2 : length);
  }

  private void fail(int newStatus, int times) {
    status = newStatus;
    failures.set(times);
  }

  private void put(String path, String value) {
    objects.put("/data/a.zarr/" + path, value.getBytes(UTF_8));
  }

  private String read(StoredObject object, long position, int length) throws IOException {
    byte[] bytes = new byte[length];
    object.read(position, bytes, 0, length);
    return new String(bytes, UTF_8);
  }

  @Test
  void aWholeObjectIsOneRequest() throws IOException {
    put("c/0/1", "hello");
    assertThat(store.get("c/0/1").orElseThrow()).asString().isEqualTo("hello");
    assertThat(store.get("c/0/2")).isEmpty();
    assertThat(requests).containsExactly("GET /data/a.zarr/c/0/1", "GET /data/a.zarr/c/0/2");
  }

  @Test
  void rangesAreReadAfterTheSize() throws IOException {
    put("c/0", "0123456789");
    try (StoredObject object = store.open("c/0").orElseThrow()) {
      assertThat(object.size()).isEqualTo(10);
      assertThat(read(object, 7, 3)).isEqualTo("789");
      assertThat(read(object, 0, 1)).isEqualTo("0");
      assertThat(read(object, 10, 0)).isEmpty();
      assertThatThrownBy(() -> read(object, 8, 3)).isInstanceOf(EOFException.class);
      assertThatThrownBy(() -> read(object, 11, 1)).isInstanceOf(EOFException.class);
    }
    assertThat(requests.subList(0, 3))
        .containsExactly(
            "HEAD /data/a.zarr/c/0",
            "GET /data/a.zarr/c/0 bytes=7-9",
            "GET /data/a.zarr/c/0 bytes=0-0");
    assertThat(new String(store.read("c/0", 2, 3), UTF_8)).isEqualTo("234");
    assertThatThrownBy(() -> store.read("none", 0, 1)).isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void aServerThatIgnoresRangesIsUnderstood() throws IOException {
    ignoresRanges = true;
    put("c/0", "0123456789");
    assertThat(new String(store.read("c/0", 7, 3), UTF_8)).isEqualTo("789");
    assertThatThrownBy(() -> store.read("c/0", 8, 3))
        .isInstanceOf(EOFException.class)
        .hasMessage("Cannot read 3 bytes from byte 8 of " + root() + "/c/0: it has 10");
  }

  @Test
  void anEmptyObjectIsNotAbsent() throws IOException {
    put("c/0", "");
    assertThat(store.get("c/0").orElseThrow()).isEmpty();
    assertThat(store.open("c/0").orElseThrow().size()).isZero();
  }

  @Test
  void keysAreEncodedSegmentBySegment() throws IOException {
    objects.put("/data/a.zarr/a%20b/50%2525/x%23y%3Fz/p%2Bq/%C3%A4rger/t:0", new byte[] {1});
    assertThat(store.get("a b/50%25/x#y?z/p+q/ärger/t:0")).isPresent();
    assertThatThrownBy(() -> store.get("a/../b")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theRootIsAUrlAlready() throws IOException {
    objects.put("/my%20data/%2B/x", new byte[] {1});
    String host = "http://127.0.0.1:" + server.getAddress().getPort();
    assertThat(new HttpStore(host + "/my%20data/%2B/", false).get("x")).isPresent();
    assertThat(new HttpStore(host + "/my data/%2B", false).get("x")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503, 504})
  void overloadedServersAreAskedAgain(int code) throws IOException {
    put("c/0", "hello");
    fail(code, 2);
    assertThat(store.get("c/0").orElseThrow()).asString().isEqualTo("hello");
    assertThat(requests).hasSize(3);
    fail(code, 1000);
    assertThatThrownBy(() -> store.get("c/0"))
        .isInstanceOf(IOException.class)
        .hasMessage("Cannot read " + root() + "/c/0, tried 3 times: the server answered " + code);
  }

  @Test
  void shortBodiesAreFoundOutAndReadAgain() throws IOException {
    put("c/0", "0123456789");
    cutsBodies = true;
    failures.set(1);
    assertThat(store.get("c/0").orElseThrow()).asString().isEqualTo("0123456789");
    failures.set(1);
    assertThat(new String(store.read("c/0", 2, 6), UTF_8)).isEqualTo("234567");
    failures.set(1000);
    assertThatThrownBy(() -> store.get("c/0")).hasMessageContaining("tried 3 times: ");
    assertThatThrownBy(() -> store.read("c/0", 2, 6)).hasMessageContaining("tried 3 times: ");
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void aRefusalIsAnErrorUnlessItMeansAbsent(int code) throws IOException {
    put("c/0", "hello");
    fail(code, 1000);
    assertThatThrownBy(() -> store.get("c/0"))
        .hasMessage(
            "Cannot read "
                + root()
                + "/c/0: the server answered "
                + code
                + ". If it answers so for objects that do not exist, as public buckets do, set the"
                + " option missingOnAccessDenied");
    assertThatThrownBy(() -> store.open("c/0")).isInstanceOf(IOException.class);
    assertThat(new HttpStore(root(), true, QUICK).get("c/0")).isEmpty();
    assertThat(new HttpStore(root(), true, QUICK).open("c/0")).isEmpty();
    assertThat(requests).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 405, 418, 501})
  void anyOtherStatusIsAnError(int code) {
    put("c/0", "hello");
    fail(code, 1000);
    assertThatThrownBy(() -> store.get("c/0"))
        .hasMessage("Cannot read " + root() + "/c/0: the server answered " + code);
  }

  @Test
  void aServerThatIsNotThereIsAnError() {
    server.stop(0);
    assertThatThrownBy(() -> store.get("c/0"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Cannot read " + root() + "/c/0, tried 3 times: ");
  }

  @Test
  void anObjectThatChangesBetweenTwoRangesIsAnError() throws IOException {
    put("c/0", "0123456789");
    etag = "\"one\"";
    try (StoredObject object = store.open("c/0").orElseThrow()) {
      assertThat(read(object, 0, 2)).isEqualTo("01");
      etag = "\"two\"";
      assertThatThrownBy(() -> read(object, 0, 2))
          .hasMessage(root() + "/c/0 was changed while it was being read; read it anew");
    }
  }

  @Test
  void waitingEndsWhenTheThreadIsInterrupted() {
    fail(503, 1000);
    HttpStore patient =
        new HttpStore(
            root(),
            false,
            new HttpRetries(9, Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1)));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> patient.get("c/0")).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void nothingIsListedOrWritten() {
    assertThatThrownBy(() -> store.childNames(""))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot list "
                + root()
                + ": HTTP has no listings. Consolidate the group's metadata, name its arrays with"
                + " the option variables, or give the path of an array");
    assertThatThrownBy(() -> store.put("c/0", new byte[1]))
        .hasMessage("Cannot write " + root() + "/c/0: stores behind HTTP can only be read");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://user:secret@host/a",
        "https://host/a?sig=secret",
        "https://host/a#secret"
      })
  void credentialsInUrlsAreRefusedAndNotRepeated(String url) {
    assertThatThrownBy(() -> new HttpStore(url, false))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain("secret");
  }
}
