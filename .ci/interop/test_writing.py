"""Arrays and groups that codec-core describes and writes, opened by zarr-python, xarray, tensorstore and zarrs."""

import json

import numpy
import pytest
import xarray
import zarr
from test_codecs import Java, open_tensorstore, same, zarr_read

SHAPE = (7, 10)
TYPES = ["int8", "int16", "uint32", "int64", "uint64", "float16", "float32", "float64"]


class Writer(Java):
    def longs(self, values):
        array = self.gateway.new_array(self.gateway.jvm.long, len(values))
        for i, value in enumerate(values):
            array[i] = value
        return array

    def ints(self, values):
        array = self.gateway.new_array(self.gateway.jvm.int, len(values))
        for i, value in enumerate(values):
            array[i] = value
        return array

    def template(self, dtype, shape, names):
        data_type = getattr(self.core.type.NumberType, dtype.upper())
        return self.core.metadata.ArrayTemplate.of(data_type, self.longs(shape)).withDimensionNames(names)

    def fill(self, dtype, text):
        data_type = getattr(self.core.type.NumberType, dtype.upper())
        return self.core.type.ScalarJson.parse(data_type, self.core.type.Json.parse(text))

    def create(self, store, path, template, values):
        """Writes every object of an array; its metadata last."""
        metadata = template.toMetadata()
        array = self.core.ZarrArray.of(store, path, metadata)
        writer = self.core.ObjectWriter.of(array)
        shape = list(array.objectGrid().chunkShape())
        plain = self.plain(values.dtype.name, shape)
        counts = [array.objectGrid().chunks(d) for d in range(values.ndim)]
        for index in numpy.ndindex(*counts):
            starts = [i * n for i, n in zip(index, shape)]
            block = values[tuple(slice(a, a + n) for a, n in zip(starts, shape))]
            whole = self.elements(plain, writer.newBuffer(), values.dtype, shape)
            whole[tuple(slice(0, n) for n in block.shape)] = block
            raw = whole.astype(whole.dtype.newbyteorder("<")).tobytes()
            cells = plain.decode(self.core.codec.ByteSlice.of(raw), None, self.scratch)
            writer.write(self.longs(index), cells)
        writer.close()
        self.core.ZarrNode.writeMetadata(store, path, metadata.toJson())
        return metadata

    def elements(self, plain, cells, dtype, shape):
        raw = bytes(plain.encode(cells, self.scratch).toArray())
        return numpy.frombuffer(raw, dtype.newbyteorder("<")).reshape(shape).astype(dtype)


@pytest.fixture(scope="session")
def writer(spark):
    return Writer(spark)


def drawn(dtype):
    random = numpy.random.default_rng(5)
    values = random.integers(0, 100, SHAPE).astype(dtype)
    if numpy.dtype(dtype).kind == "f":
        values[3, :4] = [numpy.nan, numpy.inf, -0.0, 0.0]
    # A chunk of nothing but the fill value.
    values[:4, :6] = 7
    return values


@pytest.mark.parametrize("shards", [False, True])
@pytest.mark.parametrize("dtype", TYPES)
def test_arrays_are_read_by_the_others(writer, tmp_path, dtype, shards):
    template = writer.template(dtype, SHAPE, ["y", "x"]).withFillValue(writer.fill(dtype, "7"))
    template = (
        template.withShards(writer.ints([4, 6]), writer.ints([2, 3]))
        if shards
        else template.withChunks(writer.ints([4, 6]))
    )
    values = drawn(dtype)
    writer.create(writer.store(tmp_path), "", template, values)
    assert not (tmp_path / "c" / "0" / "0").exists()
    same(zarr_read(tmp_path), values)
    same(open_tensorstore(tmp_path).read().result(), values)
    with zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"}):
        same(zarr_read(tmp_path), values)
    array = zarr.open_array(tmp_path, mode="r")
    assert array.metadata.dimension_names == ("y", "x")
    # zarr-python would have written the same document.
    written = json.loads((tmp_path / "zarr.json").read_text())
    theirs = zarr.create_array(
        tmp_path / "theirs",
        shape=SHAPE,
        dtype=dtype,
        fill_value=numpy.array(7, dtype)[()],
        chunks=(2, 3) if shards else (4, 6),
        shards=(4, 6) if shards else None,
        dimension_names=["y", "x"],
    )
    assert theirs.shape == SHAPE
    assert written == json.loads((tmp_path / "theirs" / "zarr.json").read_text())


def test_a_group_is_opened_by_xarray_from_its_consolidated_copy(writer, tmp_path):
    store = writer.store(tmp_path)
    json_type = writer.core.type.Json
    data = drawn("float32")
    arrays = {
        "t": (["y", "x"], data),
        "y": (["y"], numpy.linspace(0, 60, 7)),
        "x": (["x"], numpy.arange(10, dtype="int64")),
    }
    documents = writer.gateway.jvm.java.util.TreeMap()
    for name, (dims, values) in arrays.items():
        fill = "\"NaN\"" if values.dtype.kind == "f" else "0"
        template = (
            writer.template(values.dtype.name, values.shape, dims)
            .withFillValue(writer.fill(values.dtype.name, fill))
            .withAttributes(json_type.parse(json.dumps({"long_name": name})))
        )
        documents.put(name, writer.create(store, name, template, values).toJson())
    attributes = json_type.parse(json.dumps({"title": "written"}))
    group = writer.core.metadata.GroupMetadata.of(attributes).withConsolidated(documents)
    writer.core.ZarrNode.writeMetadata(store, "", group.toJson())
    with xarray.open_zarr(tmp_path, consolidated=True, chunks=None) as dataset:
        assert dataset.attrs == {"title": "written"}
        assert set(dataset.coords) == {"x", "y"}
        assert dataset["t"].attrs["long_name"] == "t"
        same(dataset["t"].values, data)
        numpy.testing.assert_array_equal(dataset["y"].values, arrays["y"][1])
        numpy.testing.assert_array_equal(dataset["x"].values, arrays["x"][1])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_packed_values_keep_the_bound_in_zarr_python(writer, tmp_path, dtype):
    values = (183.4 + 146.7 * numpy.random.default_rng(3).random(SHAPE)).astype(dtype)
    low, high = float(values.min()), float(values.max())
    types = writer.core.type.NumberType
    wanted = getattr(writer.core.codec, "PackingChoice$Range")(
        getattr(types, dtype.upper()), types.INT16, low, high, True
    )
    choice = writer.core.codec.PackingChoice.within(wanted, writer.gateway.jvm.java.math.BigDecimal("0.01"))
    codecs = writer.gateway.jvm.java.util.ArrayList(choice.codecs())
    template = writer.template(dtype, SHAPE, ["y", "x"])
    codecs.addAll(template.codecs())
    values[2, 3:5] = numpy.nan
    template = template.withCodecs(codecs).withFillValue(choice.fillValue()).withChunks(writer.ints([4, 6]))
    writer.create(writer.store(tmp_path), "", template, values)
    read = zarr_read(tmp_path)
    numpy.testing.assert_array_equal(numpy.isnan(read), numpy.isnan(values))
    known = ~numpy.isnan(values)
    assert numpy.abs(read[known].astype("longdouble") - values[known].astype("longdouble")).max() <= 0.01
    same(read, writer.read(tmp_path, dtype))
