"""What Spark writes: xarray, zarr-python and tensorstore must read the cells of the DataFrame; and Spark appends to what xarray wrote."""

import numpy as np
import pytest
import tensorstore
import xarray
import zarr
from cells import assert_same_cells


def assert_same_dataset(path, expected):
    """The same dimensions, coordinates and values, to the bit, as xarray decodes them."""
    with xarray.open_zarr(path, chunks=None) as dataset:
        actual = dataset.load()
    assert set(actual.data_vars) == set(expected.data_vars)
    for name in [*expected.coords, *expected.data_vars]:
        assert actual[name].dims == expected[name].dims, name
        assert actual[name].dtype == expected[name].dtype, name
        assert actual[name].values.tobytes() == expected[name].values.tobytes(), name


def write(table, path, dims, mode="errorifexists", **options):
    table.write.format("zarr").mode(mode).option("dims", dims).options(**options).save(str(path))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"chunks": "time=24,lat=30,lon=50"},
        {"chunks": "time=12,lat=73,lon=36", "shards": "time=48,lat=73,lon=144"},
        {"zarrFormat": "2", "chunks": "time=24,lat=30,lon=50"},
    ],
)
def test_xarray_opens_the_winds_that_spark_wrote(navy_winds_table, navy_winds, tmp_path, options):
    path = tmp_path / "winds.zarr"
    write(navy_winds_table, path, "time,lat,lon", **options)
    assert_same_dataset(path, navy_winds)
    assert zarr.open_group(path, mode="r").metadata.consolidated_metadata is not None


def test_null_is_nan_to_xarray(coads_table, coads, tmp_path):
    path = tmp_path / "coads.zarr"
    write(coads_table, path, "month,lat,lon", chunks="month=1,lat=90,lon=180")
    with xarray.open_zarr(path, chunks=None) as dataset:
        for name, variable in coads.data_vars.items():
            np.testing.assert_array_equal(dataset[name].values, variable.values, name)


def test_zarr_python_and_tensorstore_read_every_type(spark, tmp_path):
    path = tmp_path / "types.zarr"
    rows = spark.range(60).selectExpr(
        "id div 6 as y", "id % 6 as x", "cast(id - 30 as byte) as int8", "cast(id * 500 - 9 as short) as int16",
        "cast(id * 5000000 - 9 as int) as int32", "id * 50000000000 - 9 as int64",
        "cast(18446744073709551556 + id as decimal(20,0)) as uint64", "cast(id as float) / 3 as float32",
        "cast(id as double) / -3 as float64",
    )
    write(rows, path, "y,x", shape="y=10,x=6", chunks="4,4", encoding='{"int8": {"compressors": null}, "int16": {"compressors": ["zstd"]}}'.replace('["zstd"]', '[{"name": "gzip", "configuration": {"level": 3}}]'))
    i = np.arange(60)
    expected = {
        "int8": (i - 30).astype("int8"), "int16": (i * 500 - 9).astype("int16"), "int32": (i * 5000000 - 9).astype("int32"),
        "int64": i * 50000000000 - 9, "uint64": np.uint64(18446744073709551556) + i.astype("uint64"),
        "float32": (i.astype("float32").astype("float64") / 3).astype("float64"), "float64": i.astype("float64") / -3,
    }
    types = dict(rows.dtypes)
    for name, values in expected.items():
        array = zarr.open_array(path / name, mode="r")
        assert array.metadata.dimension_names == ("y", "x")
        values = values.reshape(10, 6).astype(array.dtype)
        assert types[name] in ("double", "float") or array.dtype == name
        assert array[...].tobytes() == values.tobytes(), name
        store = tensorstore.open({"driver": "zarr3", "kvstore": {"driver": "file", "path": str(path / name)}}).result()
        assert store.read().result().tobytes() == values.tobytes(), name


def test_times_and_coordinates_are_xarrays(spark, tmp_path):
    path = tmp_path / "times.zarr"
    rows = spark.range(8).selectExpr(
        "timestamp'2020-02-28 18:00:00' + make_interval(0,0,0,0,cast(id as int) * 6) as time", "cast(id as double) as v",
        "if(id = 3, null, timestamp_micros(id * 1234567)) as seen",
    )
    write(rows, path, "time")
    with xarray.open_zarr(path, chunks=None) as dataset:
        assert list(dataset.time.values) == [np.datetime64("2020-02-28T18") + np.timedelta64(6 * i, "h") for i in range(8)]
        assert dataset.time.encoding["units"] == "hours since 1970-01-01"
        assert np.isnat(dataset.seen.values[3])
        assert dataset.seen.values[5].astype("datetime64[us]") == np.datetime64(5 * 1234567, "us")


def test_packed_values_are_within_the_bound(coads_table, coads, tmp_path):
    path = tmp_path / "packed.zarr"
    write(coads_table.select("month", "lat", "lon", "SST"), path, "month,lat,lon", **{"pack.SST": "int16", "maxAbsError.SST": "0.01"})
    array = zarr.open_array(path / "SST", mode="r")
    assert "cast_value" in str(array.metadata.to_dict()["codecs"])
    values, expected = array[...], coads.SST.values
    np.testing.assert_array_equal(np.isnan(values), np.isnan(expected))
    assert np.nanmax(np.abs(values.astype("float64") - expected.astype("float64"))) <= 0.01


def test_spark_appends_to_what_xarray_wrote(spark, navy_winds, navy_winds_table, tmp_path):
    path = tmp_path / "grown.zarr"
    some = navy_winds.isel(time=slice(0, 100)).drop_encoding()
    some.to_zarr(path, zarr_format=3, consolidated=True)
    last = str(navy_winds.time.values[99])
    navy_winds_table.where(f"time > timestamp'{last[:19]}'").write.format("zarr").mode("append").save(str(path))
    assert_same_dataset(path, navy_winds)
    assert_same_cells(spark.read.format("zarr").load(str(path)).toArrow(), navy_winds)
