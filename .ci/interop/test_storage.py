"""Stores where others leave them: behind Python's own HTTP server, which ignores ranges, and in zarr-python's zip files."""

import subprocess
import sys
import time
import urllib.request

import pytest
import xarray
import zarr
from cells import assert_same_cells
from conftest import EXAMPLES


@pytest.fixture(scope="module")
def server():
    """The examples behind http.server; the line it prints tells the port."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(EXAMPLES)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port = process.stdout.readline().split(" port ")[1].split()[0]
        url = f"http://127.0.0.1:{port}"
        for _ in range(100):
            try:
                urllib.request.urlopen(f"{url}/navy_winds.zarr/zarr.json").close()
                break
            except OSError:
                time.sleep(0.05)
        yield url
    finally:
        process.kill()
        process.wait()


def test_shards_are_read_from_a_server_that_ignores_ranges(spark, server, navy_winds):
    table = spark.read.format("zarr").load(f"{server}/navy_winds.zarr")
    assert_same_cells(table.toArrow(), navy_winds)


def test_absent_chunks_are_the_fill_value_behind_http(spark, server, coads):
    table = spark.read.format("zarr").load(f"{server}/coads.zarr")
    assert_same_cells(table.toArrow(), coads)


def test_a_zip_store_is_read(spark, tmp_path, coads):
    path = tmp_path / "coads.zip"
    with zarr.storage.ZipStore(path, mode="w") as store:
        coads.to_zarr(store, zarr_format=3, consolidated=False)
    with zarr.storage.ZipStore(path, mode="r") as store:
        expected = xarray.open_zarr(store, chunks=None, consolidated=False).load()
    assert_same_cells(spark.read.format("zarr").load(str(path)).toArrow(), expected)
