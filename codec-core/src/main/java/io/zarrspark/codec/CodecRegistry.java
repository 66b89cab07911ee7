package io.zarrspark.codec;

import io.zarrspark.metadata.UnsupportedExtensionException;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/** The codecs that are known, by name. */
public final class CodecRegistry {
  private static final CodecRegistry STANDARD = load();

  private final Map<String, CodecFactory> factories;

  private CodecRegistry(Map<String, CodecFactory> factories) {
    this.factories = factories;
  }

  /** Those of this library and of the {@link CodecProvider}s on the class path. */
  public static CodecRegistry standard() {
    return STANDARD;
  }

  private static CodecRegistry load() {
    Map<String, CodecFactory> factories = new TreeMap<>();
    ServiceLoader.load(CodecProvider.class, CodecRegistry.class.getClassLoader())
        .forEach(provider -> factories.putAll(provider.codecs()));
    // Ours last: a class path must not change what a standard name means.
    factories.putAll(BuiltinCodecs.ALL);
    return new CodecRegistry(factories);
  }

  /** Names of the known codecs, sorted. */
  public Set<String> names() {
    return factories.keySet();
  }

  CodecFactory factory(String name) {
    CodecFactory factory = factories.get(name);
    if (factory == null) {
      throw new UnsupportedExtensionException(
          "the codec \"" + name + "\" is not known; known are " + names());
    }
    return factory;
  }
}
