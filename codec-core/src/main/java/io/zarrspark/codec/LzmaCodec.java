package io.zarrspark.codec;

import io.zarrspark.metadata.CodecConfig;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.tukaani.xz.ArrayCache;
import org.tukaani.xz.BasicArrayCache;
import org.tukaani.xz.LZMAInputStream;
import org.tukaani.xz.LZMAOutputStream;
import org.tukaani.xz.XZ;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;

/**
 * {@code numcodecs.lzma}: what Python's {@code lzma} module reads and writes; the numbers are its
 * constants.
 *
 * <pre>
 * {"name": "numcodecs.lzma", "configuration": {"format": 1, "check": -1, "preset": 6}}
 * {"name": "numcodecs.lzma", "configuration": {"format": 3, "filters":
 *  [{"id": 3, "dist": 4}, {"id": 33, "dict_size": 1048576}]}}
 * </pre>
 *
 * <p>Formats: 0 detects .xz or .lzma and only reads, 1 is .xz, 2 is .lzma ("alone"), 3 is raw and
 * needs filters. In formats 1 and 2 the data itself says how it is decoded; check, preset and
 * filters matter to the writer only.
 */
record LzmaCodec(SizeBound decodedSize, int format, int check, LzmaFilters filters)
    implements BytesToBytesCodec {
  static final String NAME = "numcodecs.lzma";

  private static final int AUTO = 0;
  private static final int XZ_FORMAT = 1;
  private static final int ALONE = 2;
  private static final int RAW = 3;

  private static final int DEFAULT_CHECK = -1;
  private static final List<Integer> CHECKS =
      List.of(DEFAULT_CHECK, XZ.CHECK_NONE, XZ.CHECK_CRC32, XZ.CHECK_CRC64, XZ.CHECK_SHA256);

  /** Decoders allocate the dictionary that the data claims; this one and some tables. */
  private static final int MEMORY_LIMIT_KIB = (LzmaFilters.MAX_DICTIONARY >> 10) + 4096;

  static BytesToBytesCodec bind(CodecConfig config, SizeBound decodedSize) {
    Members members = config.members();
    int format = members.nullableInteger("format", AUTO, RAW).orElse(1L).intValue();
    long check = members.nullableInteger("check", -1, 15).orElse(-1L);
    long preset = members.nullableInteger("preset", 0, 0xffffffffL).orElse(6L);
    LzmaFilters filters =
        members
            .nullable("filters")
            .map(LzmaFilters::parse)
            .orElseGet(() -> LzmaFilters.preset(preset, format == ALONE));
    if (format == RAW && members.nullable("filters").isEmpty()) {
      throw new InvalidMetadataException(
          NAME + ": format 3 (raw) needs filters: nothing else tells how to decode");
    }
    members.done();
    if (!CHECKS.contains((int) check)) {
      throw new InvalidMetadataException(
          NAME + ": check is " + check + " but must be one of " + CHECKS);
    }
    return new LzmaCodec(decodedSize, format, (int) check, filters);
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
    LzmaFilters fitted = filters.withDictionaryFor(decoded.length());
    try (OutputStream stream = encoder(target, fitted)) {
      stream.write(decoded.array(), decoded.offset(), decoded.length());
    } catch (IOException e) {
      throw new CodingException(NAME + ": cannot encode: " + e.getMessage(), e);
    }
    return ByteSlice.of(target.toByteArray());
  }

  private OutputStream encoder(OutputStream target, LzmaFilters fitted) throws IOException {
    switch (format) {
      case XZ_FORMAT:
        if (fitted.lzma1()) {
          throw new CodingException(NAME + ": format 1 (.xz) cannot hold the filter LZMA1");
        }
        return new XZOutputStream(
            target, fitted.chain(), check == DEFAULT_CHECK ? XZ.CHECK_CRC64 : check);
      case ALONE:
        if (!fitted.lzma1() || fitted.chain().length != 1) {
          throw new CodingException(NAME + ": format 2 (.lzma) holds the filter LZMA1 alone");
        }
        return new LZMAOutputStream(target, fitted.last(), -1L);
      case RAW:
        return fitted.encoder(target);
      default:
        throw new CodingException(
            NAME + ": format 0 detects the format of what it reads; set 1 (.xz) to write");
    }
  }

  @Override
  public ByteSlice decode(ByteSlice encoded, CodecScratch scratch) {
    GrowingBuffer target = new GrowingBuffer(NAME, decodedSize, scratch);
    ByteArrayInputStream source =
        new ByteArrayInputStream(encoded.array(), encoded.offset(), encoded.length());
    try (InputStream stream = decoder(source, encoded)) {
      target.append(stream);
    } catch (CodingException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new CodingException(
          NAME
              + ": the data is corrupt: "
              + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()),
          e);
    }
    if (source.available() > 0) {
      throw new CodingException(NAME + ": " + source.available() + " bytes follow the stream");
    }
    return target.finish();
  }

  private InputStream decoder(InputStream source, ByteSlice encoded) throws IOException {
    ArrayCache cache = BasicArrayCache.getInstance();
    if (format == RAW) {
      return filters.decoder(source, cache);
    }
    return format == XZ_FORMAT || format == AUTO && startsAsXz(encoded)
        ? new XZInputStream(source, MEMORY_LIMIT_KIB, true, cache)
        : new LZMAInputStream(source, MEMORY_LIMIT_KIB, cache);
  }

  private static boolean startsAsXz(ByteSlice bytes) {
    for (int i = 0; i < XZ.HEADER_MAGIC.length; i++) {
      if (i >= bytes.length() || bytes.array()[bytes.offset() + i] != XZ.HEADER_MAGIC[i]) {
        return false;
      }
    }
    return true;
  }
}
