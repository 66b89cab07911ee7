package io.zarrspark.codec;

import java.util.Map;

/** Codecs of another library, found by {@link java.util.ServiceLoader}. */
public interface CodecProvider {
  /** Factories by codec name. */
  Map<String, CodecFactory> codecs();
}
