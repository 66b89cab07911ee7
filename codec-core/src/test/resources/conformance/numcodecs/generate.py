"""Writes the stores of this folder: `python generate.py OUTPUT_FOLDER`.

Everything is written and read back by zarr-python and numcodecs, except the cases of `packbits` and
`reshape`, which zarr-python lacks: their bytes come from the few lines at the end, which follow the
texts of zarr-extensions.  See README.md for the versions.
"""

import base64
import json
import lzma
import pathlib
import sys
import warnings

import numpy
import numcodecs
import zarr
import zarr.codecs
import zarr.codecs.numcodecs as nc

warnings.simplefilter("ignore")
numpy.seterr(all="ignore")

OUT = pathlib.Path(sys.argv[1])
SHAPE, CHUNKS = (7, 9), (4, 5)
WRITER = f"zarr-python {zarr.__version__}, numcodecs {numcodecs.__version__}, numpy {numpy.__version__}"


def values(dtype, low=None, high=None):
    """Smooth numbers with noise, the first ones being the hard ones of the type."""
    dtype = numpy.dtype(dtype)
    rng = numpy.random.default_rng(20260101)
    count = SHAPE[0] * SHAPE[1]
    if dtype.kind == "f":
        x = (numpy.cumsum(rng.normal(size=count)) * 3.7).astype(dtype)
        if low is None:
            info = numpy.finfo(dtype)
            x[:8] = [0, -0.0, numpy.nan, numpy.inf, -numpy.inf, info.smallest_subnormal, info.tiny, 0.1]
        else:
            x = numpy.clip(x, low, high)
    else:
        info = numpy.iinfo(dtype)
        low = info.min if low is None else low
        high = info.max if high is None else high
        x = numpy.array([low + int(f * (int(high) - int(low))) for f in rng.random(count)], dtype=dtype)
        x[:2] = [low, high]
    return x.reshape(SHAPE)


def expected(case, array, fill, note, writer):
    """The reader's view, little-endian; the form of the other conformance stores."""
    little = array.astype(array.dtype.newbyteorder("<"))
    (case / "expected.json").write_text(
        json.dumps(
            {
                "writer": writer,
                "note": note,
                "arrays": {
                    "data.zarr": {
                        "shape": list(array.shape),
                        "dtype": array.dtype.name,
                        "order": "C",
                        "fill_value": str(fill),
                        "data_b64": base64.b64encode(little.tobytes()).decode(),
                    }
                },
            },
            indent=1,
        )
        + "\n"
    )


def store(name, data, filters=(), compressors=(), fill=0, note="", endian="little", **more):
    case = OUT / name
    case.mkdir(parents=True)
    array = zarr.create_array(
        zarr.storage.LocalStore(case / "data.zarr"),
        shape=SHAPE,
        chunks=CHUNKS,
        dtype=data.dtype,
        filters=list(filters),
        serializer=zarr.codecs.BytesCodec(endian=endian),
        compressors=list(compressors) or None,
        fill_value=fill,
        **more,
    )
    # The last chunk is left out.
    array[:4, :] = data[:4, :]
    array[4:, :5] = data[4:, :5]
    expected(case, array[:], fill, note, WRITER)


def main():
    store("zlib_int32", values("i4", -1000, 1000), compressors=[nc.Zlib(level=1)])
    store("zlib_float64_level_9", values("f8"), compressors=[nc.Zlib(level=9)], fill=1.5)
    store("zlib_uint8_stored", values("u1"), compressors=[nc.Zlib(level=0)])
    store("gzip_uint16", values("u2", 0, 300), compressors=[nc.GZip(level=5)])
    store("zstd_float32_checksum", values("f4"), compressors=[nc.Zstd(level=3, checksum=True)])
    store("zstd_int64", values("i8"), compressors=[nc.Zstd()])
    store("blosc_float32", values("f4", -50, 50), compressors=[nc.Blosc(cname="zstd", clevel=5, shuffle=2)])
    store("blosc_int64", values("i8", 0, 9), compressors=[nc.Blosc(cname="lz4", clevel=9, shuffle=1)])
    store("lz4_int16", values("i2", -9, 9), compressors=[nc.LZ4(acceleration=1)])
    store("lz4_uint64", values("u8"), compressors=[nc.LZ4(acceleration=10)])
    store("bz2_float32", values("f4"), compressors=[nc.BZ2(level=1)])
    store("bz2_int8", values("i1", -3, 3), compressors=[nc.BZ2(level=9)])
    store("zlib_of_bz2", values("u4", 0, 9), compressors=[nc.BZ2(level=1), nc.Zlib(level=1)])

    store("lzma_default", values("i4", -99, 99), compressors=[nc.LZMA()])
    for check in (lzma.CHECK_NONE, lzma.CHECK_CRC32, lzma.CHECK_SHA256):
        store(
            f"lzma_xz_check_{check}",
            values("f4"),
            compressors=[nc.LZMA(format=lzma.FORMAT_XZ, check=check, preset=9, filters=None)],
        )
    store("lzma_alone", values("u2", 0, 99), compressors=[nc.LZMA(format=lzma.FORMAT_ALONE)])
    lzma2 = {"id": lzma.FILTER_LZMA2, "preset": 1, "dict_size": 1 << 16}
    lzma1 = {"id": lzma.FILTER_LZMA1, "dict_size": 1 << 16, "lc": 1, "lp": 2, "pb": 1}
    for name, dtype, filters in [
        ("lzma2", "i4", [lzma2]),
        ("lzma1", "u1", [lzma1]),
        ("delta_lzma2", "i4", [{"id": lzma.FILTER_DELTA, "dist": 4}, lzma2]),
        ("delta_lzma1", "f8", [{"id": lzma.FILTER_DELTA, "dist": 8}, lzma1]),
        ("x86_lzma2", "u1", [{"id": lzma.FILTER_X86}, lzma2]),
        ("arm_delta_lzma2", "i4", [{"id": lzma.FILTER_ARM, "start_offset": 64}, {"id": lzma.FILTER_DELTA}, lzma2]),
    ]:
        store(
            f"lzma_raw_{name}",
            values(dtype),
            compressors=[nc.LZMA(format=lzma.FORMAT_RAW, filters=filters)],
        )

    store("shuffle_int16", values("i2"), compressors=[nc.Shuffle(elementsize=2), nc.Zlib(level=1)])
    store("shuffle_float64", values("f8"), compressors=[nc.Shuffle(), nc.Zstd()], fill=numpy.nan)
    store("shuffle_of_3", values("u1"), compressors=[nc.Shuffle(elementsize=5)])
    store("crc32_int32", values("i4"), compressors=[nc.CRC32()])
    store("crc32_int32_end", values("i4"), compressors=[nc.CRC32(location="end")])
    store("crc32c_float32", values("f4"), compressors=[nc.CRC32C()])
    store("crc32c_float32_start", values("f4"), compressors=[nc.CRC32C(location="start")])
    store("adler32_uint8", values("u1"), compressors=[nc.Adler32()])
    store("fletcher32_uint8", values("u1"), compressors=[nc.Fletcher32()])
    store("fletcher32_float64", values("f8"), compressors=[nc.Fletcher32()])
    store("jenkins_lookup3_uint8", values("u1"), compressors=[nc.JenkinsLookup3()])
    store("jenkins_lookup3_int64", values("i8"), compressors=[nc.JenkinsLookup3(initval=4000000000)])

    for dtype in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"):
        name = numpy.dtype(dtype).name
        store(f"delta_{name}", values(dtype), filters=[nc.Delta(dtype=dtype)])
    store("delta_int32_int16", values("i4", -9000, 9000), filters=[nc.Delta(dtype="<i4", astype="<i2")])
    store("delta_uint8_int16", values("u1"), filters=[nc.Delta(dtype="|u1", astype="<i2")])
    store("delta_int32_int16_big", values("i4", -60, 60), filters=[nc.Delta(dtype="i4", astype=">i2")], endian="big")
    for dtype in ("f2", "f4", "f8"):
        name = numpy.dtype(dtype).name
        store(f"delta_{name}", values(dtype, -1e4, 1e4), filters=[nc.Delta(dtype=name)], fill=-1)
    store("delta_float64_float32", values("f8", -1e4, 1e4), filters=[nc.Delta(dtype="f8", astype="f4")])
    store("delta_float32_int32", values("f4", -1e4, 1e4), filters=[nc.Delta(dtype="f4", astype="i4")])

    for dtype, keep in (("f2", 4), ("f4", 7), ("f4", 0), ("f4", 23), ("f8", 12)):
        name = numpy.dtype(dtype).name
        store(f"bitround_{name}_{keep}", values(dtype), filters=[nc.BitRound(keepbits=keep)])
    for dtype, digits in (("f2", 1), ("f4", 2), ("f4", 0), ("f8", 5), ("f8", -1)):
        name = numpy.dtype(dtype).name
        store(f"quantize_{name}_{digits}", values(dtype, -99, 99), filters=[nc.Quantize(digits=digits, dtype=dtype)])

    for decoded, encoded, low, high in [
        ("f8", "f4", None, None),
        ("f4", "f8", None, None),
        ("f4", "f2", None, None),
        ("f8", "f2", -9, 9),
        ("i4", "u1", 0, 255),
        ("i2", "i8", None, None),
        ("u8", "i8", None, None),
        ("i8", "f4", None, None),
        ("u8", "f8", 0, 1 << 52),
        ("i4", "f2", -2048, 2048),
        ("f4", "i2", -300, 300),
        ("f8", "u4", 0, 99),
    ]:
        store(
            f"astype_{numpy.dtype(decoded).name}_{numpy.dtype(encoded).name}",
            # 2**63 is a float32, but int64 has no such number.
            values(decoded, low, high) if (decoded, encoded) != ("i8", "f4") else values(decoded) // 2,
            filters=[nc.AsType(encode_dtype=encoded, decode_dtype=decoded)],
        )
    store(
        "astype_wraps",
        values("i4"),
        filters=[nc.AsType(encode_dtype="i1", decode_dtype="i4")],
        note="int32 to int8 loses the upper bits; what is left is decoded",
    )
    store(
        "filters_chained",
        values("f8", -50, 50),
        filters=[nc.Quantize(digits=2, dtype="f8"), nc.AsType(encode_dtype="f4", decode_dtype="f8")],
        compressors=[nc.Shuffle(elementsize=4), nc.LZ4(), nc.CRC32()],
        fill=0.5,
    )
    store(
        "shard_shuffle_zlib",
        values("i4", -99, 99),
        compressors=[nc.Shuffle(elementsize=4), nc.Zlib(level=1)],
        fill=3,
        shards=(8, 10),
    )
    by_text()


def zarr_json(case, dtype, shape, chunks, fill, codecs):
    folder = case / "data.zarr"
    (folder / "c").mkdir(parents=True)
    metadata = {
        "zarr_format": 3,
        "node_type": "array",
        "shape": shape,
        "data_type": dtype,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunks}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": fill,
        "codecs": codecs,
        "attributes": {},
    }
    (folder / "zarr.json").write_text(json.dumps(metadata, indent=1) + "\n")
    return folder


def by_text():
    rng = numpy.random.default_rng(7)
    for dtype, first, last, padding in [
        ("int16", None, 11, "none"),
        ("int16", 3, 9, "first_byte"),
        ("uint16", 4, None, "last_byte"),
        ("int8", 0, 2, "first_byte"),
        ("int32", 5, 21, "last_byte"),
        ("uint64", 1, 61, "none"),
        ("int64", None, None, "first_byte"),
        ("int64", 0, 62, "none"),
        ("float32", 12, 31, "last_byte"),
        ("float64", 40, None, "none"),
        ("float16", 6, 15, "first_byte"),
    ]:
        bits = numpy.dtype(dtype).itemsize * 8
        low, high = first or 0, bits - 1 if last is None else last
        width, count, chunk = high - low + 1, 23, 11
        stored = [int(v) & (1 << bits) - 1 for v in rng.integers(0, 1 << 63, size=count, dtype="u8") * 2 + 1]
        if "float" in dtype:
            # Half the range of exponents, to stay clear of NaN.
            stored = [v & ~(1 << bits - 2) for v in stored]
        fields = [v >> low & (1 << width) - 1 for v in stored]
        case = OUT / f"packbits_{dtype}_{low}_to_{high}_{padding}"
        configuration = {"first_bit": first, "last_bit": last, "padding_encoding": padding}
        folder = zarr_json(case, dtype, [count], [chunk], 0, [{"name": "packbits", "configuration": configuration}])
        for number in range(-(-count // chunk)):
            part = fields[number * chunk : (number + 1) * chunk]
            part += [0] * (chunk - len(part))
            sequence = sum(field << i * width for i, field in enumerate(part))
            packed = sequence.to_bytes(-(-chunk * width // 8), "little")
            pad = bytes([-chunk * width % 8])
            packed = {"none": packed, "first_byte": pad + packed, "last_byte": packed + pad}[padding]
            (folder / "c" / str(number)).write_bytes(packed)
        decoded = []
        for field in fields:
            if dtype.startswith("int") and field >> width - 1:
                field -= 1 << width
            decoded.append((field << low) & (1 << bits) - 1)
        data = numpy.array(decoded, dtype=f"<u{bits // 8}").view(f"<{dtype[0]}{bits // 8}")
        expected(case, data, 0, "bits outside the range are lost", "generate.py, by the text")

    data = numpy.arange(48, dtype="<i4").reshape(2, 4, 6)
    for name, codecs, encoded in [
        ("reshape_lists", [{"name": "reshape", "configuration": {"shape": [[0, 1], [2]]}}], data),
        (
            "reshape_transpose",
            [
                {"name": "reshape", "configuration": {"shape": [[0, 1], -1, 3]}},
                {"name": "transpose", "configuration": {"order": [2, 0, 1]}},
            ],
            data.reshape(8, 2, 3).transpose(2, 0, 1),
        ),
        (
            "transpose_reshape",
            [
                {"name": "transpose", "configuration": {"order": [2, 1, 0]}},
                {"name": "reshape", "configuration": {"shape": [-1]}},
            ],
            data.transpose(2, 1, 0),
        ),
    ]:
        case = OUT / name
        codecs = codecs + [{"name": "bytes", "configuration": {"endian": "little"}}]
        folder = zarr_json(case, "int32", [2, 4, 6], [2, 4, 6], 0, codecs)
        (folder / "c/0/0").mkdir(parents=True)
        (folder / "c/0/0/0").write_bytes(numpy.ascontiguousarray(encoded).tobytes())
        expected(case, data, 0, "", "generate.py, by the text")


main()
