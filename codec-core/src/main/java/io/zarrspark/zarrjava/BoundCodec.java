package io.zarrspark.zarrjava;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.zarr.zarrjava.ZarrException;
import dev.zarr.zarrjava.core.ArrayMetadata.CoreArrayMetadata;
import dev.zarr.zarrjava.core.codec.ArrayArrayCodec;
import dev.zarr.zarrjava.v3.codec.Codec;
import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.ChunkRepresentation;
import io.zarrspark.codec.ArrayToArrayCodec;
import io.zarrspark.codec.CodecRegistry;
import io.zarrspark.codec.CodingException;
import io.zarrspark.kernel.ElementException;
import io.zarrspark.metadata.CodecConfig;
import java.util.function.UnaryOperator;
import ucar.ma2.Array;

/**
 * One of our array -> array codecs as a codec of zarr-java. It is bound when zarr-java says what
 * reaches it, and says in return what the next codec will see.
 */
abstract class BoundCodec extends ArrayArrayCodec implements Codec {
  private final CodecConfig config;
  private ArrayToArrayCodec codec;
  private CoreArrayMetadata encoded;

  BoundCodec(CodecConfig config) {
    this.config = config;
  }

  /** As zarr-java writes it; null is left out. */
  @JsonProperty("configuration")
  private ObjectNode configuration() {
    return config.hasConfiguration() ? config.configuration() : null;
  }

  @Override
  public void setCoreArrayMetadata(CoreArrayMetadata decoded) throws ZarrException {
    try {
      codec = CodecRegistry.standard().bindArrayToArray(config, Representations.toOurs(decoded));
    } catch (io.zarrspark.type.ZarrException e) {
      throw new ZarrException(e.getMessage(), e);
    }
    super.setCoreArrayMetadata(decoded);
    encoded = Representations.toZarrJava(codec.encoded(), decoded.shape);
  }

  @Override
  public CoreArrayMetadata resolveArrayMetadata() throws ZarrException {
    super.resolveArrayMetadata();
    return encoded;
  }

  @Override
  public Array encode(Array decoded) throws ZarrException {
    return run(codec.decoded(), decoded, codec::encode, codec.encoded());
  }

  @Override
  public Array decode(Array stored) throws ZarrException {
    return run(codec.encoded(), stored, codec::decode, codec.decoded());
  }

  private Array run(
      ChunkRepresentation from,
      Array array,
      UnaryOperator<ChunkData> coding,
      ChunkRepresentation to)
      throws ZarrException {
    try {
      return Elements.toArray(coding.apply(Elements.of(array, from)), to);
    } catch (CodingException | ElementException e) {
      throw new ZarrException(e.getMessage(), e);
    }
  }

  @Override
  public long computeEncodedSize(long decodedBytes, CoreArrayMetadata metadata)
      throws ZarrException {
    // Not by the metadata given: it is that of the whole chain's input for every codec.
    return decodedBytes / arrayMetadata.dataType.getByteCount() * encoded.dataType.getByteCount();
  }
}
