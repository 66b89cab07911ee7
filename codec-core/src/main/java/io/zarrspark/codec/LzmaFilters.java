package io.zarrspark.codec;

import com.fasterxml.jackson.databind.JsonNode;
import io.zarrspark.metadata.InvalidMetadataException;
import io.zarrspark.metadata.Members;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.tukaani.xz.ARMOptions;
import org.tukaani.xz.ARMThumbOptions;
import org.tukaani.xz.ArrayCache;
import org.tukaani.xz.DeltaOptions;
import org.tukaani.xz.FilterOptions;
import org.tukaani.xz.FinishableOutputStream;
import org.tukaani.xz.FinishableWrapperOutputStream;
import org.tukaani.xz.IA64Options;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.LZMAInputStream;
import org.tukaani.xz.LZMAOutputStream;
import org.tukaani.xz.PowerPCOptions;
import org.tukaani.xz.SPARCOptions;
import org.tukaani.xz.UnsupportedOptionsException;
import org.tukaani.xz.X86Options;

/**
 * A chain of LZMA filters in encoding order, ending with LZMA1 or LZMA2.
 *
 * @param chain the filters; not changed once here
 * @param lzma1 whether the last is LZMA1, for which the library has no options of its own
 */
record LzmaFilters(FilterOptions[] chain, boolean lzma1) {
  /** Twice that of the highest preset. */
  static final int MAX_DICTIONARY = 128 << 20;

  private static final String PLACE = LzmaCodec.NAME + ": filters";
  private static final int MIN_DICTIONARY = 4096;
  private static final long EXTREME = 1L << 31;

  private static final int DELTA = 3;
  private static final int LZMA2 = 0x21;
  private static final long LZMA1 = 1L << 62 | 1;

  /** The filters that a preset stands for. */
  static LzmaFilters preset(long preset, boolean lzma1) {
    try {
      return new LzmaFilters(new FilterOptions[] {presetOptions(LzmaCodec.NAME, preset)}, lzma1);
    } catch (UnsupportedOptionsException e) {
      throw new IllegalStateException("every preset is supported", e);
    }
  }

  static LzmaFilters parse(JsonNode json) {
    if (!json.isArray() || json.isEmpty() || json.size() > 4) {
      throw new InvalidMetadataException(PLACE + " must be a list of one to four filters");
    }
    FilterOptions[] chain = new FilterOptions[json.size()];
    boolean lzma1 = false;
    for (int i = 0; i < chain.length; i++) {
      String place = PLACE + "[" + i + "]";
      Members members = new Members(place, json.get(i));
      long id = members.requiredInteger("id", 1, Long.MAX_VALUE);
      boolean lzma = id == LZMA1 || id == LZMA2;
      if (lzma != (i == chain.length - 1)) {
        throw new InvalidMetadataException(
            place + ": LZMA1 or LZMA2 must be the last filter and only the last");
      }
      try {
        chain[i] = lzma ? lzma(place, members) : other(place, id, members);
      } catch (UnsupportedOptionsException e) {
        throw new InvalidMetadataException(place + ": " + e.getMessage(), e);
      }
      members.done();
      lzma1 = id == LZMA1;
    }
    return new LzmaFilters(chain, lzma1);
  }

  private static LZMA2Options presetOptions(String place, long preset)
      throws UnsupportedOptionsException {
    // "Extreme" only makes the encoder try harder, which the library cannot.
    long level = preset & ~EXTREME;
    if (level > LZMA2Options.PRESET_MAX) {
      throw new InvalidMetadataException(
          place + ": preset is " + preset + " but must be 0 to 9, or that plus 2147483648");
    }
    return new LZMA2Options((int) level);
  }

  private static LZMA2Options lzma(String place, Members members)
      throws UnsupportedOptionsException {
    long preset = members.nullableInteger("preset", 0, 0xffffffffL).orElse(6L);
    LZMA2Options options = presetOptions(place, preset);
    options.setDictSize(
        (int) integer(members, "dict_size", MIN_DICTIONARY, MAX_DICTIONARY, options.getDictSize()));
    options.setLcLp(
        (int) integer(members, "lc", 0, 4, options.getLc()),
        (int) integer(members, "lp", 0, 4, options.getLp()));
    options.setPb((int) integer(members, "pb", 0, 4, options.getPb()));
    // The rest matters to the encoder only; what the library lacks is replaced by what is nearest.
    options.setMode((int) integer(members, "mode", 1, 2, options.getMode()));
    long niceLength =
        integer(members, "nice_len", 2, LZMA2Options.NICE_LEN_MAX, options.getNiceLen());
    options.setNiceLen((int) Math.max(LZMA2Options.NICE_LEN_MIN, niceLength));
    long finder = integer(members, "mf", 0, 0xff, options.getMatchFinder());
    options.setMatchFinder((finder & 0x10) != 0 ? LZMA2Options.MF_BT4 : LZMA2Options.MF_HC4);
    options.setDepthLimit(
        (int) integer(members, "depth", 0, Integer.MAX_VALUE, options.getDepthLimit()));
    return options;
  }

  private static FilterOptions other(String place, long id, Members members)
      throws UnsupportedOptionsException {
    if (id == DELTA) {
      return new DeltaOptions(
          (int) integer(members, "dist", DeltaOptions.DISTANCE_MIN, DeltaOptions.DISTANCE_MAX, 1));
    }
    int start = (int) integer(members, "start_offset", 0, Integer.MAX_VALUE, 0);
    switch ((int) Math.min(id, Integer.MAX_VALUE)) {
      case 4:
        X86Options x86 = new X86Options();
        x86.setStartOffset(start);
        return x86;
      case 5:
        PowerPCOptions powerPc = new PowerPCOptions();
        powerPc.setStartOffset(start);
        return powerPc;
      case 6:
        IA64Options ia64 = new IA64Options();
        ia64.setStartOffset(start);
        return ia64;
      case 7:
        ARMOptions arm = new ARMOptions();
        arm.setStartOffset(start);
        return arm;
      case 8:
        ARMThumbOptions armThumb = new ARMThumbOptions();
        armThumb.setStartOffset(start);
        return armThumb;
      case 9:
        SPARCOptions sparc = new SPARCOptions();
        sparc.setStartOffset(start);
        return sparc;
      default:
        throw new InvalidMetadataException(
            place
                + ": the filter "
                + id
                + " is not known; known are delta (3), x86 (4), PowerPC (5), IA-64 (6), ARM (7),"
                + " ARM Thumb (8), SPARC (9), LZMA2 (33) and LZMA1 (4611686018427387905)");
    }
  }

  private static long integer(Members members, String name, long min, long max, long usual) {
    return members.nullableInteger(name, min, max).orElse(usual);
  }

  LZMA2Options last() {
    return (LZMA2Options) chain[chain.length - 1];
  }

  /** The same with no larger a dictionary than the data fills; encoders allocate ten times it. */
  LzmaFilters withDictionaryFor(int length) {
    LZMA2Options fitted = (LZMA2Options) last().clone();
    try {
      fitted.setDictSize(Math.min(fitted.getDictSize(), Math.max(MIN_DICTIONARY, length)));
    } catch (UnsupportedOptionsException e) {
      throw new IllegalStateException("a smaller dictionary is supported", e);
    }
    FilterOptions[] fittedChain = chain.clone();
    fittedChain[chain.length - 1] = fitted;
    return new LzmaFilters(fittedChain, lzma1);
  }

  /** A raw stream of these filters. */
  OutputStream encoder(OutputStream target) throws IOException {
    ArrayCache cache = ArrayCache.getDefaultCache();
    FinishableOutputStream stream =
        lzma1
            ? new LZMAOutputStream(target, last(), true, cache)
            : last().getOutputStream(new FinishableWrapperOutputStream(target), cache);
    for (int i = chain.length - 2; i >= 0; i--) {
      stream = chain[i].getOutputStream(stream, cache);
    }
    return stream;
  }

  /** Decodes a raw stream of these filters. */
  InputStream decoder(InputStream source, ArrayCache cache) throws IOException {
    LZMA2Options last = last();
    InputStream stream =
        lzma1
            ? new LZMAInputStream(
                source,
                -1,
                last.getLc(),
                last.getLp(),
                last.getPb(),
                last.getDictSize(),
                null,
                cache)
            : last.getInputStream(source, cache);
    for (int i = chain.length - 2; i >= 0; i--) {
      stream = chain[i].getInputStream(stream, cache);
    }
    return stream;
  }
}
