"""Data types, compressors and filters: arrays that zarr-python writes in format 2 and 3, read by codec-core.

Elements are compared one by one as JSON, each as a fill value of its type would stand in Zarr v3 metadata.
"""

import base64
import json
import warnings

import numcodecs
import numpy
import pytest
import zarr
from test_codecs import java  # noqa: F401  (a fixture)

SHAPE, CHUNKS = (5, 4), (2, 3)
COUNT = SHAPE[0] * SHAPE[1]
STRUCT = [("a", "i4"), ("b", "f8"), ("c", "S3"), ("d", "U2"), ("e", "?")]
DTYPES = [
    *["|b1", "|i1", "|u1", "<i2", ">i2", "<u2", ">u4", "<i4", ">i8", "<u8", "<f2", ">f4", "<f4", "<f8", ">f8"],
    *["<c8", ">c16", "<U3", ">U3", "|S4", "|V3", "<M8[s]", ">M8[25us]", "<m8[h]", "struct"],
]
COMPRESSORS = {
    "none": None,
    "zlib": numcodecs.Zlib(4),
    "gzip": numcodecs.GZip(2),
    "bz2": numcodecs.BZ2(1),
    "lzma": numcodecs.LZMA(preset=1),
    "zstd": numcodecs.Zstd(3),
    "lz4": numcodecs.LZ4(),
    "blosc": numcodecs.Blosc("lz4", 5, numcodecs.Blosc.SHUFFLE),
    "blosc-bits": numcodecs.Blosc("zstd", 5, numcodecs.Blosc.BITSHUFFLE),
    "blosc-zlib": numcodecs.Blosc("zlib", 5, numcodecs.Blosc.SHUFFLE),
}
CHECKSUMS = {
    "crc32": numcodecs.CRC32(),
    "adler32": numcodecs.Adler32(),
    "fletcher32": numcodecs.Fletcher32(),
    "shuffle": numcodecs.Shuffle(4),
}
V3_CODECS = {
    "plain": {"compressors": None},
    "big": {"compressors": None, "serializer": zarr.codecs.BytesCodec(endian="big")},
    "zstd": {"compressors": zarr.codecs.ZstdCodec()},
    "transpose": {"filters": zarr.codecs.TransposeCodec(order=(1, 0)), "compressors": zarr.codecs.GzipCodec()},
    "sharded": {"chunks": (1, 3), "shards": (2, 6)},
}


def native(dtype):
    return numpy.dtype(STRUCT) if dtype == "struct" else numpy.dtype(dtype)


def drawn(dtype):
    """Any bytes that are values of the type."""
    random = numpy.random.default_rng(41)
    if dtype.names:
        result = numpy.zeros(COUNT, dtype)
        for name in dtype.names:
            result[name] = drawn(dtype[name]).reshape(-1)
        return result.reshape(SHAPE)
    if dtype.kind == "b":
        return random.integers(0, 2, SHAPE).astype(dtype)
    if dtype.kind == "U":
        return random.choice(["", "a", "ß", "日本", "😀x"], SHAPE).astype(dtype)
    if dtype.kind in "mM":
        values = random.integers(-999, 999, SHAPE).astype(dtype)
        values[0, 1] = numpy.array("NaT", dtype)
        return values
    if dtype.kind in "fc":
        values = (random.normal(size=SHAPE) + (1j * random.normal(size=SHAPE) if dtype.kind == "c" else 0)).astype(dtype)
        values[0, :3] = [numpy.nan, -0.0, numpy.inf]
        return values
    return numpy.frombuffer(random.bytes(COUNT * dtype.itemsize), dtype).reshape(SHAPE)


def number(value):
    value = float(value)
    if value != value:
        return "NaN"
    return value if abs(value) != numpy.inf else ("Infinity" if value > 0 else "-Infinity")


def show(value):
    if isinstance(value, (bytes, numpy.bytes_)):
        return base64.b64encode(bytes(value)).decode()
    if isinstance(value, str):
        return str(value)
    if value.dtype.names:
        return {name: show(value[name]) for name in value.dtype.names}
    match value.dtype.kind:
        case "V":
            return base64.b64encode(value.tobytes()).decode()
        case "b":
            return bool(value)
        case "i" | "u":
            return int(value)
        case "f":
            return number(value)
        case "c":
            return [number(value.real), number(value.imag)]
    return "NaT" if numpy.isnat(value) else int(value.astype(numpy.int64))


def check(java, folder, values, zarr_format, **settings):  # noqa: F811
    """Writes, leaves the last chunk out, and compares what zarr-python and codec-core read."""
    settings = {"chunks": CHUNKS, **settings}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        zarr.create_array(folder, shape=SHAPE, zarr_format=zarr_format, **settings)[...] = values
        chunks = [p for p in folder.rglob("*") if p.is_file() and p.name[0] != "." and p.name != "zarr.json"]
        max(chunks).unlink()
        theirs = [show(value) for value in zarr.open_array(folder, mode="r")[...].reshape(-1)]
    array = java.core.ZarrArray.open(java.store(folder), "")
    elements = array.readAll()
    written = java.core.type.ScalarJson
    ours = [json.loads(java.core.type.Json.write(written.format(elements.element(array.dataType(), i)))) for i in range(COUNT)]
    # As text, which also tells the signs of zero.
    assert json.dumps(ours) == json.dumps(theirs)


@pytest.mark.parametrize(
    ("dtype", "compressor"),
    # numcodecs compresses no buffers of times.
    [(dtype, compressor) for dtype in DTYPES for compressor in COMPRESSORS if "M8" not in dtype or compressor == "none"],
)
def test_version_2_compressors(java, tmp_path, dtype, compressor):  # noqa: F811
    order = "F" if dtype.startswith(">") else "C"
    check(java, tmp_path / "a", drawn(native(dtype)), 2, dtype=native(dtype), order=order, filters=None, compressors=COMPRESSORS[compressor])


@pytest.mark.parametrize("compressor", ["none", "zlib"])
@pytest.mark.parametrize("checksum", CHECKSUMS)
@pytest.mark.parametrize("dtype", ["<i4", ">f4", "<f8"])
def test_version_2_filters_on_bytes(java, tmp_path, dtype, checksum, compressor):  # noqa: F811
    values = drawn(numpy.dtype(dtype))
    filters, compressors = [CHECKSUMS[checksum]], COMPRESSORS[compressor]
    check(java, tmp_path / "a", values, 2, dtype=dtype, filters=filters, compressors=compressors)


@pytest.mark.parametrize("codecs", V3_CODECS)
@pytest.mark.parametrize("dtype", [d for d in DTYPES if d[0] != ">"])
def test_version_3_types(java, tmp_path, dtype, codecs):  # noqa: F811
    check(java, tmp_path / "a", drawn(native(dtype)), 3, dtype=native(dtype), **V3_CODECS[codecs])
