package io.zarrspark.codec;

import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
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

  /**
   * Binds one codec from elements to elements, for a chain that is not ours.
   *
   * @throws InvalidMetadataException if the configuration is invalid, the fill value cannot be
   *     encoded, or the codec does not work from elements to elements
   * @throws UnsupportedExtensionException if the codec is not known
   */
  public ArrayToArrayCodec bindArrayToArray(CodecConfig config, ChunkRepresentation decoded) {
    if (factory(config.name()) instanceof CodecFactory.ArrayToArray factory) {
      return factory.bind(config, decoded);
    }
    throw new InvalidMetadataException(
        "the codec " + config.name() + " is not an array -> array codec");
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
