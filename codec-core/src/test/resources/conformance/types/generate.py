"""Writes the stores of this folder: `python generate.py OUTPUT_FOLDER`.

Every store is written by zarr-python, in Zarr format 2 or 3, and described by `values.json`: what zarr-python reads
back, in C order, each element as its fill value would be written in Zarr v3 metadata. See README.md for the versions.
"""

import base64
import json
import pathlib
import shutil
import sys
import warnings

import numcodecs
import numpy
import zarr

warnings.simplefilter("ignore")
OUT = pathlib.Path(sys.argv[1])
SHAPE, CHUNKS = (5, 4), (2, 3)
COUNT = SHAPE[0] * SHAPE[1]
UNITS = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"]
STRUCT = [("a", "i4"), ("b", "f8"), ("c", "S3"), ("d", "U2"), ("e", "?"), ("f", "M8[s]"), ("g", "c8")]
TEXTS = ["", "a", "Käse", "日本", "😀", "zarr", "a b", "x"]


def values(dtype):
    """Drawn values of a type, the first ones being the hard ones."""
    dtype = numpy.dtype(dtype)
    random = numpy.random.default_rng(7)
    if dtype.names:
        result = numpy.zeros(COUNT, dtype)
        for name in dtype.names:
            result[name] = values(dtype[name]).reshape(-1)
    elif dtype.kind == "b":
        result = random.integers(0, 2, COUNT).astype(dtype)
    elif dtype.kind in "iu":
        info = numpy.iinfo(dtype)
        result = random.integers(info.min, info.max, COUNT, dtype.newbyteorder("="), endpoint=True).astype(dtype)
        result[:2] = [info.min, info.max]
    elif dtype.kind == "f":
        result = random.normal(size=COUNT).astype(dtype)
        result[:5] = [0, -0.0, numpy.nan, numpy.inf, -numpy.inf]
    elif dtype.kind == "c":
        result = (random.normal(size=COUNT) + 1j * random.normal(size=COUNT)).astype(dtype)
        result[:3] = [complex(numpy.nan, -0.0), complex(-numpy.inf, 1), 0]
    elif dtype.kind in "mM":
        result = random.integers(-400, 400, COUNT).astype(dtype)
        result[1] = numpy.array("NaT", dtype)
    elif dtype.kind == "U":
        result = numpy.array([TEXTS[i] for i in random.integers(0, len(TEXTS), COUNT)], dtype)
    elif dtype.kind == "S":
        result = numpy.array([[b"", b"a", b"a\0b", b"\xff\xfe", b"abcde"][i] for i in random.integers(0, 5, COUNT)], dtype)
    elif dtype.kind == "V":
        result = numpy.frombuffer(random.bytes(COUNT * dtype.itemsize), dtype).copy()
    return result.reshape(SHAPE)


def texts():
    random = numpy.random.default_rng(7)
    return numpy.array([TEXTS[i] for i in random.integers(0, len(TEXTS), COUNT)], object).reshape(SHAPE)


def blobs():
    return numpy.array([text.encode() for text in texts().reshape(-1)], object).reshape(SHAPE)


def number(value):
    value = float(value)
    if value != value:
        return "NaN"
    return value if abs(value) != numpy.inf else ("Infinity" if value > 0 else "-Infinity")


def show(value):
    """One element as JSON."""
    if isinstance(value, (bytes, numpy.bytes_)):
        return base64.b64encode(bytes(value)).decode()
    if isinstance(value, str):
        return str(value)
    kind = value.dtype.kind
    if kind == "V":
        if value.dtype.names:
            return {name: show(value[name]) for name in value.dtype.names}
        return base64.b64encode(value.tobytes()).decode()
    if kind == "b":
        return bool(value)
    if kind in "iu":
        return int(value)
    if kind == "f":
        return number(value)
    if kind == "c":
        return [number(value.real), number(value.imag)]
    return "NaT" if numpy.isnat(value) else int(value.astype(numpy.int64))


def store(name, data, zarr_format, missing="the last chunk", edit=None, **settings):
    case = OUT / name
    path = case / "data.zarr"
    settings.setdefault("chunks", CHUNKS)
    array = zarr.create_array(path, shape=data.shape, zarr_format=zarr_format, **settings)
    array[...] = data
    chunks = sorted(p for p in path.rglob("*") if p.is_file() and p.name[0] != "." and p.name != "zarr.json")
    if missing:
        chunks[-1].unlink()
    if edit:
        key = path / (".zarray" if zarr_format == 2 else "zarr.json")
        document = json.loads(key.read_text())
        edit(document, path)
        key.write_text(json.dumps(document, indent=1))
    read = zarr.open_array(path, mode="r")[...]
    (case / "values.json").write_text(json.dumps([show(value) for value in read.reshape(-1)]))


def v2(name, dtype, data=None, **settings):
    settings.setdefault("compressors", None)
    settings.setdefault("filters", None)
    store("v2_" + name, values(dtype) if data is None else data, 2, dtype=dtype, **settings)


def v3(name, dtype, data=None, **settings):
    settings.setdefault("compressors", None)
    store("v3_" + name, values(dtype) if data is None else data, 3, dtype=dtype, **settings)


def big(dtype):
    return numpy.dtype(dtype).newbyteorder(">")


BIG_BYTES = zarr.codecs.BytesCodec(endian="big")
NUMBERS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8"]
OTHERS = ["?", "c8", "c16", "U6", "S5", "V3", "M8[ns]", "m8[25us]", STRUCT]


def label(dtype):
    return "struct" if isinstance(dtype, list) else dtype.replace("?", "bool").replace("[", "_").replace("]", "")


for dtype in NUMBERS + OTHERS:
    v2(label(dtype), numpy.dtype(dtype))
    if numpy.dtype(dtype).byteorder != "|" or dtype == STRUCT:
        v2(label(dtype) + "_big", big(dtype), order="F", filters=None)
for dtype in OTHERS:
    v3(label(dtype), numpy.dtype(dtype))
for dtype in ["c8", "c16", "U6", "M8[s]", "m8[h]", STRUCT]:
    v3(label(dtype) + "_big", numpy.dtype(dtype), serializer=BIG_BYTES, compressors=zarr.codecs.ZstdCodec())
for dtype in ["?", "c8", "U6", "M8[D]", STRUCT]:
    v3(label(dtype) + "_sharded", numpy.dtype(dtype), chunks=(1, 3), shards=(2, 6), compressors=zarr.codecs.GzipCodec())
for unit in UNITS:
    v3("datetime_" + unit, numpy.dtype(f"M8[{unit}]"))
    v3("timedelta_" + unit, numpy.dtype(f"m8[2{unit}]"))
v3("strings", str, texts(), compressors=zarr.codecs.ZstdCodec())
v3("bytes", zarr.core.dtype.VariableLengthBytes(), blobs())
v2("strings", str, texts(), filters=[numcodecs.VLenUTF8()], compressors=numcodecs.Zstd())
v2("bytes", zarr.core.dtype.VariableLengthBytes(), blobs(), filters=[numcodecs.VLenBytes()], compressors=numcodecs.Zlib())

COMPRESSORS = {
    "zlib": numcodecs.Zlib(3),
    "gzip": numcodecs.GZip(3),
    "bz2": numcodecs.BZ2(1),
    "lzma": numcodecs.LZMA(),
    "zstd": numcodecs.Zstd(5),
    "lz4": numcodecs.LZ4(),
    "blosc": numcodecs.Blosc(),
    "blosc_bits": numcodecs.Blosc("zstd", 3, numcodecs.Blosc.BITSHUFFLE),
    "blosc_blosclz": numcodecs.Blosc("blosclz", 5, numcodecs.Blosc.NOSHUFFLE),
}
for name, compressor in COMPRESSORS.items():
    v2("i4_" + name, numpy.dtype("<i4"), compressors=compressor, chunk_key_encoding={"name": "v2", "separator": "/"})
    v2("f8_big_" + name, numpy.dtype(">f8"), compressors=compressor, order="F")
v2("struct_blosc", numpy.dtype(STRUCT[:5]), compressors=numcodecs.Blosc())
small = (numpy.arange(COUNT) % 11).reshape(SHAPE)
FILTERS = {
    "delta": ("<i4", small, [numcodecs.Delta("<i4", "<i2")]),
    "delta_big": (">i4", small, [numcodecs.Delta(">i4", ">i4")]),
    "shuffle": ("<i4", None, [numcodecs.Shuffle(4)]),
    "shuffle_zlib": ("<f8", None, [numcodecs.Shuffle(8), numcodecs.Zlib()]),
    "fixedscaleoffset": ("<i4", small, [numcodecs.FixedScaleOffset(2, 3, "<i4", "|u1")]),
    "quantize": ("<f8", None, [numcodecs.Quantize(2, "<f8", "<f4")]),
    "astype": ("<f8", small, [numcodecs.AsType(">f4", "<f8")]),
    "astype_delta": ("<i8", small, [numcodecs.AsType("<i2", "<i8"), numcodecs.Delta("<i2")]),
    "packbits": ("|b1", None, [numcodecs.PackBits()]),
    "crc32": ("<i4", None, [numcodecs.CRC32()]),
    "adler32": (">u2", None, [numcodecs.Adler32()]),
    "fletcher32": ("<u2", None, [numcodecs.Fletcher32()]),
    "crc32c": ("<u2", None, [numcodecs.CRC32C()]),
    "jenkins": ("<u2", None, [numcodecs.JenkinsLookup3()]),
    "bitround": ("<f4", None, [numcodecs.BitRound(5)]),
}
for name, (dtype, data, filters) in FILTERS.items():
    data = values(dtype) if data is None else data.astype(dtype)
    if name == "quantize":
        data = numpy.where(numpy.isfinite(data), data, 0)
    v2("filter_" + name, numpy.dtype(dtype), data, filters=filters, compressors=numcodecs.Zlib())

FILLS = {
    "nan": ("<f4", numpy.nan),
    "infinity": ("<f8", numpy.inf),
    "minus_infinity": (">f2", -numpy.inf),
    "minus_zero": ("<f8", -0.0),
    "int64": ("<i8", 2**63 - 1),
    "sentinel": ("<i8", -(2**53) - 1),
    "uint64": ("<u8", 2**64 - 1),
    "bool": ("|b1", True),
    "complex": ("<c8", complex(1, numpy.nan)),
    "S": ("|S5", b"xy"),
    "U": ("<U6", "日本"),
    "V": ("|V3", b"abc"),
    "NaT": ("<M8[s]", numpy.datetime64("NaT")),
    "time": ("<M8[s]", numpy.datetime64(77, "s")),
}
for name, (dtype, fill) in FILLS.items():
    v2("fill_" + name, numpy.dtype(dtype), fill_value=fill)
    native = numpy.dtype(dtype).newbyteorder("=")
    v3("fill_" + name, native, fill_value=fill)
for dtype in ["<i4", "<f8", "<M8[s]", "|S5", "<c8"]:
    v2("fill_null_" + label(dtype)[1:], numpy.dtype(dtype), edit=lambda d, p: d.update(fill_value=None))
v2("fill_struct", numpy.dtype(STRUCT), fill_value=values(STRUCT)[0, 0])
v3("fill_struct", numpy.dtype(STRUCT), fill_value=values(STRUCT)[0, 0])
v2("fill_struct_big", numpy.dtype([("a", ">i4"), ("b", ">f8")]), fill_value=(7, -1.5))

# What zarr-python does not write, but has read or reads.
v2("no_separator", numpy.dtype("<i4"), edit=lambda d, p: d.pop("dimension_separator"))


def rewrite(name, edit, key):
    path = OUT / name / "data.zarr" / key
    document = json.loads(path.read_text())
    edit(document)
    path.write_text(json.dumps(document, indent=1))


shutil.copytree(OUT / "v3_V3", OUT / "v3_r24", dirs_exist_ok=True)
rewrite("v3_r24", lambda d: d.update(data_type="r24", fill_value=[0, 0, 0]), "zarr.json")
shutil.copytree(OUT / "v2_i4_zlib", OUT / "v2_nested", dirs_exist_ok=True)
rewrite("v2_nested", lambda d: d.pop("dimension_separator"), ".zarray")
shutil.copytree(OUT / "v3_struct", OUT / "v3_structured", dirs_exist_ok=True)
rewrite(
    "v3_structured",
    lambda d: d.update(
        data_type={
            "name": "structured",
            "configuration": {"fields": [[f["name"], f["data_type"]] for f in d["data_type"]["configuration"]["fields"]]},
        },
        fill_value=base64.b64encode(bytes(numpy.dtype(STRUCT).itemsize)).decode(),
    ),
    "zarr.json",
)
