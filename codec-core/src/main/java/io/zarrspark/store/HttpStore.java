package io.zarrspark.store;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A store behind an HTTP server: read only, since servers differ in all else. Not found (404, 410)
 * is absent; every other status that is no success is a failure.
 *
 * <p>Servers that ignore ranges answer with the whole object, of which the range is taken. HTTP has
 * no listings.
 */
public final class HttpStore extends ReadOnlyStore {
  private static final String UNRESERVED = "-._~!$&'()*,;=:@";

  private final String root;
  private final HttpRetries http;
  private final boolean missingOnAccessDenied;

  /**
   * A store.
   *
   * @param root URL of the store; what is percent-encoded in it stays so
   * @param missingOnAccessDenied whether a refused object (401, 403) is absent, as it may be in a
   *     bucket that nobody may list
   * @throws IllegalArgumentException if it is no http or https URL, or holds credentials or a query
   */
  public HttpStore(String root, boolean missingOnAccessDenied) {
    this(root, missingOnAccessDenied, HttpRetries.STANDARD);
  }

  HttpStore(String root, boolean missingOnAccessDenied, HttpRetries http) {
    this.root = root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
    this.http = http;
    this.missingOnAccessDenied = missingOnAccessDenied;
    URI uri = uri("");
    if (uri.getHost() == null
        || uri.getRawUserInfo() != null
        || uri.getRawQuery() != null
        || uri.getRawFragment() != null) {
      // Without the URL: it may hold a password or a signature, and messages are logged.
      throw new IllegalArgumentException(
          "The URL of a store is scheme, host and path, without user names, queries or fragments:"
              + " they would show in plans and logs. Objects behind credentials are read through"
              + " s3a:, gs: or abfss:, which take them from the configuration");
    }
  }

  @Override
  String kind() {
    return "stores behind HTTP";
  }

  /** One request (HEAD), since a reader of ranges needs the size first. */
  @Override
  public Optional<StoredObject> open(String key) throws IOException {
    HttpResponse<byte[]> answer =
        http.send(request(key).method("HEAD", HttpRequest.BodyPublishers.noBody()), locate(key));
    if (isAbsent(answer, key)) {
      return Optional.empty();
    }
    requireStatus(answer, 200, key);
    long size =
        answer
            .headers()
            .firstValueAsLong("content-length")
            .orElseThrow(() -> new IOException(locate(key) + ": the server does not say its size"));
    requirePlain(answer, key);
    String version =
        answer.headers().firstValue("etag").filter(tag -> tag.startsWith("\"")).orElse(null);
    return Optional.of(new HttpObject(this, key, size, version));
  }

  /** One request (GET). */
  @Override
  public Optional<StoredObject> openWhole(String key) throws IOException {
    HttpResponse<byte[]> answer = http.send(request(key).GET(), locate(key));
    if (isAbsent(answer, key)) {
      return Optional.empty();
    }
    requireStatus(answer, 200, key);
    requirePlain(answer, key);
    return Optional.of(new BytesObject(locate(key), body(answer, key)));
  }

  @Override
  public byte[] read(String key, long position, int length) throws IOException {
    return read(key, position, length, null);
  }

  private byte[] read(String key, long position, int length, String version) throws IOException {
    if (length == 0) {
      return new byte[0];
    }
    long last = position + length - 1;
    HttpRequest.Builder request =
        request(key).GET().header("Range", "bytes=" + position + "-" + last);
    if (version != null) {
      request.header("If-Match", version);
    }
    HttpResponse<byte[]> answer = http.send(request, locate(key));
    if (isAbsent(answer, key)) {
      throw new FileNotFoundException(locate(key) + " does not exist");
    }
    requirePlain(answer, key);
    switch (answer.statusCode()) {
      case 206 -> {
        byte[] body = body(answer, key);
        String range = answer.headers().firstValue("content-range").orElse("");
        if (!range.startsWith("bytes " + position + "-" + last + "/") || body.length != length) {
          throw ends(key, position, length, "the server sent " + body.length + " bytes, " + range);
        }
        return body;
      }
      case 200 -> {
        byte[] body = body(answer, key);
        if (position > body.length - length) {
          throw ends(key, position, length, "it has " + body.length);
        }
        byte[] part = new byte[length];
        System.arraycopy(body, (int) position, part, 0, length);
        return part;
      }
      case 412 ->
          throw new IOException(locate(key) + " was changed while it was being read; read it anew");
      case 416 ->
          throw ends(
              key, position, length, answer.headers().firstValue("content-range").orElse("416"));
      default -> throw wrongStatus(answer, key);
    }
  }

  private byte[] body(HttpResponse<byte[]> answer, String key) throws IOException {
    if (answer.body() == null) {
      throw new IOException("Cannot read " + locate(key) + ": it is too large for one read");
    }
    return answer.body();
  }

  private EOFException ends(String key, long position, int length, String why) {
    return new EOFException(
        "Cannot read "
            + length
            + " bytes from byte "
            + position
            + " of "
            + locate(key)
            + ": "
            + why);
  }

  private boolean isAbsent(HttpResponse<?> answer, String key) {
    int status = answer.statusCode();
    return status == 404
        || status == 410
        || (missingOnAccessDenied && (status == 401 || status == 403));
  }

  private void requireStatus(HttpResponse<?> answer, int status, String key) throws IOException {
    if (answer.statusCode() != status) {
      throw wrongStatus(answer, key);
    }
  }

  private IOException wrongStatus(HttpResponse<?> answer, String key) {
    int status = answer.statusCode();
    boolean isDenied = status == 401 || status == 403;
    return new IOException(
        "Cannot read "
            + locate(key)
            + ": the server answered "
            + status
            + (isDenied
                ? ". If it answers so for objects that do not exist, as public buckets do, set the"
                    + " option missingOnAccessDenied"
                : ""));
  }

  /** None was asked for, and ranges of a compressed object are not those of the object. */
  private void requirePlain(HttpResponse<?> answer, String key) throws IOException {
    String encoding = answer.headers().firstValue("content-encoding").orElse("identity");
    if (!encoding.equals("identity")) {
      throw new IOException(
          "Cannot read " + locate(key) + ": the server sends it with Content-Encoding " + encoding);
    }
  }

  @Override
  public List<String> childNames(String prefix) throws IOException {
    throw new IOException(
        "Cannot list "
            + locate(prefix)
            + ": HTTP has no listings. Consolidate the group's metadata, name its arrays with the"
            + " option variables, or give the path of an array");
  }

  @Override
  public String locate(String key) {
    return key.isEmpty() ? root : root + "/" + key;
  }

  private HttpRequest.Builder request(String key) {
    return HttpRequest.newBuilder(uri(key));
  }

  /** Keys are taken literally, so each of their segments is encoded; the root is a URL already. */
  private URI uri(String key) {
    StringBuilder url = new StringBuilder();
    // Of the root, only what a URL cannot hold.
    encode(root, UNRESERVED + "/%+?#[]", url);
    if (!key.isEmpty()) {
      for (String segment : key.split("/")) {
        if (segment.equals("..") || segment.equals(".")) {
          throw new IllegalArgumentException("the key " + key + " leaves the store");
        }
        encode(segment, UNRESERVED, url.append('/'));
      }
    }
    return URI.create(url.toString());
  }

  private static void encode(String text, String kept, StringBuilder url) {
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      boolean isLetterOrDigit = c < 128 && Character.isLetterOrDigit(c);
      if (isLetterOrDigit || kept.indexOf(c) >= 0) {
        url.append(c);
      } else {
        url.append(String.format("%%%02X", (int) c));
      }
    }
  }

  private record HttpObject(HttpStore store, String key, long size, String version)
      implements StoredObject {
    @Override
    public void read(long position, byte[] target, int offset, int length) throws IOException {
      byte[] bytes = store.read(key, position, length, version);
      System.arraycopy(bytes, 0, target, offset, length);
    }

    @Override
    public void close() {}
  }
}
