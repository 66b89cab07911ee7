package io.zarrspark.store;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends requests, and sends them again when the server is overloaded or the connection breaks:
 * after a pause that doubles, is cut short at random so that tasks do not come back all at once,
 * and is as long as the server asks for.
 *
 * @param attempts how often a request is sent at most
 * @param firstPause the longest first pause
 * @param longestPause the longest pause, also if the server asks for more
 * @param patience how long an answer may take, body included
 */
record HttpRetries(int attempts, Duration firstPause, Duration longestPause, Duration patience) {
  static final HttpRetries STANDARD =
      new HttpRetries(6, Duration.ofMillis(250), Duration.ofSeconds(30), Duration.ofMinutes(5));

  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;
  private static final Set<Integer> TRANSIENT = Set.of(429, 500, 502, 503, 504);

  /** Shared by all stores of the process, for its connections. */
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .connectTimeout(Duration.ofSeconds(30))
          .build();

  /**
   * The answer, whose status may be any that is not transient. Its body is complete; null if the
   * answer is no success or too large for an array.
   */
  HttpResponse<byte[]> send(HttpRequest.Builder builder, String location) throws IOException {
    HttpRequest request = builder.build();
    for (int attempt = 1; ; attempt++) {
      IOException failure;
      Duration asked = Duration.ZERO;
      try {
        HttpResponse<byte[]> answer = await(request);
        if (!TRANSIENT.contains(answer.statusCode())) {
          return answer;
        }
        failure = new IOException("the server answered " + answer.statusCode());
        asked = retryAfter(answer);
      } catch (InterruptedIOException e) {
        throw e;
      } catch (IOException e) {
        failure = e;
      }
      if (attempt >= attempts) {
        throw new IOException(
            "Cannot read " + location + ", tried " + attempt + " times: " + failure.getMessage(),
            failure);
      }
      pause(attempt, asked);
    }
  }

  private HttpResponse<byte[]> await(HttpRequest request) throws IOException {
    CompletableFuture<HttpResponse<byte[]>> answer = CLIENT.sendAsync(request, HttpRetries::body);
    try {
      return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new IOException("no answer within " + patience.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } catch (InterruptedException e) {
      answer.cancel(true);
      throw interrupted();
    }
  }

  private static HttpResponse.BodySubscriber<byte[]> body(HttpResponse.ResponseInfo info) {
    long length = info.headers().firstValueAsLong("content-length").orElse(0);
    boolean isSuccess = info.statusCode() / 100 == 2;
    // Null: too large (or an answer to HEAD). The page that comes with an error is of no interest.
    return isSuccess && length <= MOST_BYTES
        ? HttpResponse.BodySubscribers.ofByteArray()
        : HttpResponse.BodySubscribers.replacing(null);
  }

  private static Duration retryAfter(HttpResponse<?> answer) {
    try {
      return answer
          .headers()
          .firstValue("retry-after")
          .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds.trim())))
          .orElse(Duration.ZERO);
    } catch (NumberFormatException e) {
      // A date: our own pause will do.
      return Duration.ZERO;
    }
  }

  private void pause(int attempt, Duration asked) throws InterruptedIOException {
    long doubled = firstPause.toMillis() << Math.min(attempt - 1, 20);
    long own = ThreadLocalRandom.current().nextLong(doubled / 2, doubled + 1);
    try {
      Thread.sleep(Math.min(Math.max(own, asked.toMillis()), longestPause.toMillis()));
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static InterruptedIOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted while reading");
  }
}
