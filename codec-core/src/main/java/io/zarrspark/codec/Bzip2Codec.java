package io.zarrspark.codec;

import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.Members;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/**
 * {@code numcodecs.bz2}: one or more bzip2 streams. The level is the block size in 100,000 bytes.
 *
 * <pre>{"name": "numcodecs.bz2", "configuration": {"level": 1}}</pre>
 */
record Bzip2Codec(SizeBound decodedSize, int level) implements BytesToBytesCodec {
  static final String NAME = "numcodecs.bz2";

  static BytesToBytesCodec bind(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    int level = members.nullableInteger("level", 1, 9).orElse(1L).intValue();
    members.done();
    return new Bzip2Codec(decodedSize, level);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SizeBound encodedSize() {
    return SizeBound.unbounded();
  }

  @Override
  public ByteSlice encode(ByteSlice decoded, CodecScratch scratch) {
    ByteArrayOutputStream target = new ByteArrayOutputStream(decoded.length() / 2 + 64);
    try (BZip2CompressorOutputStream stream = new BZip2CompressorOutputStream(target, level)) {
      stream.write(decoded.array(), decoded.offset(), decoded.length());
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory failed", e);
    }
    return ByteSlice.of(target.toByteArray());
  }

  @Override
  public ByteSlice decode(ByteSlice encoded, CodecScratch scratch) {
    GrowingBuffer target = new GrowingBuffer(NAME, decodedSize, scratch);
    try (BZip2CompressorInputStream stream =
        new BZip2CompressorInputStream(
            new ByteArrayInputStream(encoded.array(), encoded.offset(), encoded.length()), true)) {
      target.append(stream);
    } catch (CodingException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // The library checks some lengths by running out of its arrays.
      throw new CodingException(NAME + ": the data is corrupt: " + e.getMessage(), e);
    }
    return target.finish();
  }
}
