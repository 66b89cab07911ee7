"""Chunk grids that list the extents of chunks, as zarr-python writes them."""

import numpy
import pytest
import zarr


@pytest.fixture
def write(tmp_path):
    def write(shape, chunks):
        with zarr.config.set({"array.rectilinear_chunks": True}):
            array = zarr.create_array(
                tmp_path / "a.zarr", shape=shape, chunks=chunks, dtype="int32", dimension_names=["y", "x"]
            )
            array[:] = numpy.arange(array.size).reshape(shape)
            assert array.metadata.to_dict()["chunk_grid"]["name"] == "rectilinear"
        return str(tmp_path / "a.zarr")

    return write


@pytest.mark.parametrize("chunks", [[[5, 5], [3, 3]], [[2, 2, 2, 2, 2], [6]]])
def test_chunks_that_are_alike(spark, write, chunks):
    rows = spark.read.format("zarr").load(write((10, 6), chunks)).orderBy("y", "x").toArrow()
    assert rows["a.zarr"].to_pylist() == list(range(60))
    assert rows["y"].to_pylist() == [i // 6 for i in range(60)]


def test_chunks_of_different_extents_are_refused(spark, write):
    with pytest.raises(Exception, match="the chunks along dimension 0 have different extents"):
        spark.read.format("zarr").load(write((10, 6), [[3, 3, 4], [3, 3]]))
