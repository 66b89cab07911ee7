"""Chunk grids that list the extents of chunks, as zarr-python writes them."""

import json

import numpy
import pytest
import zarr

SHAPE = (10, 7, 5)
GRIDS = {
    "chunks": {"chunks": [[3, 3, 4], [2, 5], [5]]},
    "runs": {"chunks": [[1] * 4 + [2] * 3, [2, 2, 1, 1, 1], [1, 3, 1]]},
    "one dimension": {"chunks": [4, [6, 1], 2]},
    "shards": {"chunks": (2, 1, 5), "shards": [[2, 6, 2], [3, 4], [5]]},
}


@pytest.fixture(autouse=True)
def rectilinear_chunks():
    with zarr.config.set({"array.rectilinear_chunks": True}):
        yield


@pytest.fixture
def write(tmp_path):
    def write(shape, *, name="a", **grid):
        names = ["t", "y", "x"][: len(shape)]
        array = zarr.create_array(
            tmp_path / "s.zarr", name=name, shape=shape, dtype="int32", fill_value=-1, dimension_names=names, **grid
        )
        array[:] = numpy.arange(array.size).reshape(shape)
        assert array.metadata.to_dict()["chunk_grid"]["name"] == "rectilinear"
        return array

    zarr.create_group(tmp_path / "s.zarr")
    write.store = str(tmp_path / "s.zarr")
    return write


def cells(table, shape, name="a"):
    """The array of a table of its cells, each there once."""
    columns = table.toArrow().to_pydict()
    index = tuple(columns.get(dimension) for dimension in ["t", "y", "x"][: len(shape)])
    assert sorted(zip(*index)) == list(numpy.ndindex(*shape))
    found = numpy.zeros(shape, "int32")
    found[index] = columns[name]
    return found


@pytest.mark.parametrize("chunks", [[[5, 5], [3, 3]], [[2, 2, 2, 2, 2], [6]]])
def test_chunks_that_are_alike(spark, write, chunks):
    array = write((10, 6), chunks=chunks)
    assert (cells(spark.read.format("zarr").load(write.store), (10, 6)) == array[:]).all()


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS.keys())
def test_chunks_of_different_extents(spark, write, grid):
    array = write(SHAPE, **grid)
    # A chunk of fill values is not stored.
    array[3:6, 0:2, :] = -1
    table = spark.read.format("zarr").load(write.store)
    assert (cells(table, SHAPE) == array[:]).all()
    box = table.where("t between 2 and 7 and y in (1, 5, 6) and x > 1").selectExpr("sum(a)", "count(*)").head()
    expected = array[:][2:8][:, [1, 5, 6]][:, :, 2:]
    assert (box[0], box[1]) == (expected.sum(), expected.size)
    sums = [row[1] for row in table.groupBy("y").agg({"a": "sum"}).orderBy("y").collect()]
    assert sums == array[:].sum(axis=(0, 2)).tolist()
    blocks = spark.read.format("zarr").option("layout", "blocks").load(write.store).collect()
    found = numpy.zeros(SHAPE, "int32")
    for row in blocks:
        start, size = [row[d + "_start"] for d in "tyx"], [row[d + "_size"] for d in "tyx"]
        found[tuple(slice(a, a + n) for a, n in zip(start, size))] = numpy.reshape(row["a"], size)
    assert (found == array[:]).all()


def test_an_array_that_was_resized(spark, write):
    array = write((10, 6), chunks=[[3, 3, 4], [2, 4]])
    for rows in (14, 12, 5):
        array.resize((rows, 6))
        assert (cells(spark.read.format("zarr").load(write.store), (rows, 6)) == array[:]).all()


def test_a_last_chunk_that_reaches_beyond_the_array(spark, write):
    write((8, 6), chunks=[[3, 5], [2, 4]])
    path = write.store + "/a/zarr.json"
    with open(path) as file:
        document = json.load(file)
    document["shape"] = [7, 3]
    with open(path, "w") as file:
        json.dump(document, file)
    expected = zarr.open_array(write.store, path="a", mode="r")[:]
    assert (cells(spark.read.format("zarr").load(write.store), (7, 3)) == expected).all()


def test_variables_with_different_grids(spark, write):
    arrays = {name: write(SHAPE, name=name, **grid) for name, grid in zip("abcd", GRIDS.values())}
    table = spark.read.format("zarr").load(write.store)
    for name, array in arrays.items():
        assert (cells(table, SHAPE, name) == array[:]).all()


def test_recoding_to_regular_chunks(spark, write, tmp_path):
    array = write(SHAPE, **GRIDS["chunks"])
    convert = spark._jvm.io.zarrspark.spark.ZarrConvert.run
    convert(spark._jsparkSession, ["recode", write.store, str(tmp_path / "t.zarr")])
    recoded = zarr.open_array(tmp_path / "t.zarr", path="a", mode="r")
    assert recoded.chunks == (4, 5, 5)
    assert (recoded[:] == array[:]).all()
    report = json.loads(convert(spark._jsparkSession, ["verify", write.store, str(tmp_path / "t.zarr")]))
    assert report["equal"]
