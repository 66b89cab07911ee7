"""codec-core against zarr-python with cast-value-rs, zarrs and tensorstore: each reads what the other writes.

The Java side is the runtime jar itself, called through Spark's gateway.
"""

import itertools
import json
import warnings

import numpy
import pytest
import tensorstore
import zarr
import zarrs  # noqa: F401  (named as a string below)

SHAPE, CHUNK = (7, 10), (4, 6)
LITTLE = {"name": "bytes", "configuration": {"endian": "little"}}
BIG = {"name": "bytes", "configuration": {"endian": "big"}}
ZSTD = {"name": "zstd", "configuration": {"level": 3, "checksum": True}}
GZIP = {"name": "gzip", "configuration": {"level": 5}}
CRC = {"name": "crc32c"}
TRANSPOSE = {"name": "transpose", "configuration": {"order": [1, 0]}}


def blosc(cname, shuffle, size):
    return {
        "name": "blosc",
        "configuration": {"cname": cname, "clevel": 5, "shuffle": shuffle, "typesize": size, "blocksize": 0},
    }


def shard(inner, codecs, location="end"):
    return {
        "name": "sharding_indexed",
        "configuration": {
            "chunk_shape": inner,
            "codecs": codecs,
            "index_codecs": [LITTLE, CRC],
            "index_location": location,
        },
    }


def scale(**configuration):
    return {"name": "scale_offset", "configuration": configuration}


def cast(data_type, **configuration):
    return {"name": "cast_value", "configuration": {"data_type": data_type, **configuration}}


PLAIN = {
    "little": [LITTLE],
    "big": [BIG],
    "transpose-gzip": [TRANSPOSE, LITTLE, GZIP],
    "zstd-crc": [BIG, ZSTD, CRC],
    "blosc-lz4": [LITTLE, blosc("lz4", "shuffle", 4)],
    "blosc-zstd-bits": [LITTLE, blosc("zstd", "bitshuffle", 8)],
    "shard-end": [shard([2, 3], [LITTLE, ZSTD])],
    "shard-start": [shard([4, 2], [BIG, CRC], "start")],
    "shard-in-shard": [shard([4, 6], [shard([2, 2], [LITTLE])])],
    "transpose-in-shard": [shard([2, 6], [TRANSPOSE, LITTLE, GZIP])],
}
TYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"]

# What is drawn from keeps away from the points where zarr-python and cast-value-rs are known to differ from the texts
# (docs/numerics.md): results out of range, remainders, and -0.0, which an offset turns into +0.0 there.
VALUES = {"codes": (0, 120), "small": (-50, 50)}
CAST = {
    "int-offset": ("uint16", "codes", 1000, [scale(offset=1000), cast("uint8"), LITTLE]),
    "int-scale": ("int32", "small", 0, [scale(offset=-3, scale=7), LITTLE, ZSTD]),
    "float-scale": ("float32", "small", 0, [scale(offset=5, scale=0.5), LITTLE]),
    "pack-int16": ("float32", "small", 0, [scale(scale=100), cast("int16"), LITTLE, ZSTD]),
    "pack-in-shard": ("float64", "small", 0, [shard([2, 3], [scale(scale=8), cast("int16"), BIG])]),
    "pack-around-shard": ("float32", "small", 0, [scale(scale=4), cast("int16"), shard([2, 3], [LITTLE, GZIP])]),
    "clamp": ("float64", "small", 0, [cast("int8", out_of_range="clamp", rounding="towards-zero"), LITTLE]),
    "narrow-float": ("float64", "small", 0, [cast("float32"), LITTLE]),
    "nan-map": (
        "float32",
        "small",
        "NaN",
        [cast("int16", scalar_map={"encode": [["NaN", -32768]], "decode": [[-32768, "NaN"]]}), LITTLE],
    ),
    "uint64-big": ("uint64", "codes", 0, [cast("int64", out_of_range="wrap"), LITTLE]),
}


class Java:
    """The part of codec-core's interface that writes and reads whole arrays."""

    def __init__(self, spark):
        self.gateway = spark.sparkContext._gateway
        self.core = spark._jvm.io.zarrspark
        self.path = spark._jvm.java.nio.file.Path
        self.scratch = self.core.codec.CodecScratch()

    def store(self, folder):
        return self.core.store.LocalStore(self.path.of(str(folder), self.gateway.new_array(self.gateway.jvm.String, 0)))

    def array(self, folder, metadata):
        return self.core.ZarrArray.of(self.store(folder), "", self.core.type.Json.parse(json.dumps(metadata)))

    def plain(self, dtype, shape):
        """A pipeline between numpy's bytes and our elements."""
        return self.array("/", document(dtype, shape, shape, 0, [LITTLE])).pipeline()

    def write(self, folder, metadata, values):
        array = self.array(folder, metadata)
        store = self.store(folder)
        store.put("zarr.json", json.dumps(metadata).encode())
        plain = self.plain(metadata["data_type"], CHUNK)
        padded = numpy.zeros([-(-n // c) * c for n, c in zip(SHAPE, CHUNK)], values.dtype)
        padded[...] = fill(metadata, values.dtype)
        padded[: SHAPE[0], : SHAPE[1]] = values
        for chunk in itertools.product(*(range(n // c) for n, c in zip(padded.shape, CHUNK))):
            block = padded[tuple(slice(i * c, i * c + c) for i, c in zip(chunk, CHUNK))]
            raw = block.astype(block.dtype.newbyteorder("<")).tobytes()
            elements = plain.decode(self.core.codec.ByteSlice.of(raw), None, self.scratch)
            index = self.gateway.new_array(self.gateway.jvm.long, len(chunk))
            for d, i in enumerate(chunk):
                index[d] = i
            store.put(array.objectKey(index), array.pipeline().encode(elements, self.scratch).toArray())

    def read(self, folder, dtype):
        elements = self.core.ZarrArray.open(self.store(folder), "").readAll()
        raw = self.plain(dtype, SHAPE).encode(elements, self.scratch).toArray()
        return numpy.frombuffer(bytes(raw), numpy.dtype(dtype).newbyteorder("<")).reshape(SHAPE)


@pytest.fixture(scope="session")
def java(spark):
    return Java(spark)


def document(dtype, shape, chunk, fill_value, codecs):
    return {
        "zarr_format": 3,
        "node_type": "array",
        "shape": list(shape),
        "data_type": dtype,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": list(chunk)}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": fill_value,
        "codecs": codecs,
        "attributes": {},
    }


def fill(metadata, dtype):
    return numpy.nan if metadata["fill_value"] == "NaN" else numpy.array(metadata["fill_value"], dtype)


def drawn(dtype, kind=None):
    dtype = numpy.dtype(dtype)
    random = numpy.random.default_rng(29)
    if kind is not None:
        low, high = VALUES[kind]
        values = random.integers(low, high, SHAPE).astype(dtype)
        return values + numpy.array(1000, dtype) if kind == "codes" and dtype.name == "uint16" else values
    values = numpy.frombuffer(random.bytes(SHAPE[0] * SHAPE[1] * dtype.itemsize), dtype).reshape(SHAPE).copy()
    if dtype.kind == "f":
        values[~numpy.isfinite(values)] = 1
        values[0, :4] = [numpy.nan, numpy.inf, -numpy.inf, -0.0]
    values[:2, :3] = 0
    return values


def zarr_read(folder):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return zarr.open_array(folder, mode="r")[...]


def zarr_write(folder, metadata, values):
    folder.mkdir()
    (folder / "zarr.json").write_text(json.dumps(metadata))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        zarr.open_array(folder, mode="r+")[...] = values


def same(left, right):
    numpy.testing.assert_array_equal(left, right)
    # Also the sign of zero, and no number in the place of NaN.
    if left.dtype.kind == "f":
        numpy.testing.assert_array_equal(numpy.signbit(left[left == 0]), numpy.signbit(right[right == 0]))


@pytest.mark.parametrize("chain", PLAIN)
@pytest.mark.parametrize("dtype", TYPES)
def test_zarr_python_reads_what_we_write_and_we_what_it_writes(java, tmp_path, dtype, chain):
    metadata = document(dtype, SHAPE, CHUNK, 0, PLAIN[chain])
    values = drawn(dtype)
    java.write(tmp_path / "ours", metadata, values)
    same(zarr_read(tmp_path / "ours"), values)
    zarr_write(tmp_path / "theirs", metadata, values)
    same(java.read(tmp_path / "theirs", dtype), values)


@pytest.mark.parametrize("case", CAST)
def test_scaled_and_cast_values_agree_with_zarr_python(java, tmp_path, case):
    dtype, kind, fill_value, codecs = CAST[case]
    metadata = document(dtype, SHAPE, CHUNK, fill_value, codecs)
    values = drawn(dtype, kind)
    if case == "nan-map":
        values[2, 2:5] = numpy.nan
    java.write(tmp_path / "ours", metadata, values)
    zarr_write(tmp_path / "theirs", metadata, values)
    same(zarr_read(tmp_path / "ours"), zarr_read(tmp_path / "theirs"))
    same(java.read(tmp_path / "ours", dtype), zarr_read(tmp_path / "ours"))
    same(java.read(tmp_path / "theirs", dtype), zarr_read(tmp_path / "theirs"))


@pytest.mark.parametrize("chain", PLAIN)
@pytest.mark.parametrize("dtype", ["uint16", "float32", "float64"])
def test_zarrs_reads_what_we_write_and_we_what_it_writes(java, tmp_path, dtype, chain):
    metadata = document(dtype, SHAPE, CHUNK, 0, PLAIN[chain])
    values = drawn(dtype)
    java.write(tmp_path / "ours", metadata, values)
    with zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"}):
        same(zarr_read(tmp_path / "ours"), values)
        zarr_write(tmp_path / "theirs", metadata, values)
    same(java.read(tmp_path / "theirs", dtype), values)


@pytest.mark.parametrize("chain", PLAIN)
@pytest.mark.parametrize("dtype", ["int8", "uint64", "float16", "float64"])
def test_tensorstore_reads_what_we_write_and_we_what_it_writes(java, tmp_path, dtype, chain):
    metadata = document(dtype, SHAPE, CHUNK, 0, PLAIN[chain])
    values = drawn(dtype)
    java.write(tmp_path / "ours", metadata, values)
    same(open_tensorstore(tmp_path / "ours").read().result(), values)
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "zarr.json").write_text(json.dumps(metadata))
    open_tensorstore(tmp_path / "theirs").write(values).result()
    same(java.read(tmp_path / "theirs", dtype), values)


def open_tensorstore(folder):
    return tensorstore.open({"driver": "zarr3", "kvstore": {"driver": "file", "path": f"{folder}/"}}).result()
