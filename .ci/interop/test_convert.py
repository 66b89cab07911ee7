"""zarr-convert: what it writes must hold, for xarray and for its own verify, the cells of what it read."""

import json
import warnings
from pathlib import Path

import numcodecs
import numpy as np
import pytest
import xarray
import zarr

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "data"
DATASETS = {
    "navy_winds": {"chunks": (12, 19, 36), "shards": (36, 76, 144), "new_chunks": "44,10,16", "new_shards": "44,40,32"},
    "coads": {"chunks": (5, 34, 50), "shards": (10, 68, 100), "new_chunks": "7,25,64", "new_shards": "7,50,128"},
}
# CF packing, which has a code for NaN; the filter fixedscaleoffset has none.
CF_PACKING = {"dtype": "int16", "scale_factor": 0.01, "add_offset": 10.0, "_FillValue": -32768}


@pytest.fixture(scope="session")
def convert(spark):
    """Runs a verb as PySpark users do, and returns its report."""

    def run(*arguments):
        run_in_java = spark._jvm.io.zarrspark.spark.ZarrConvert.run
        return json.loads(run_in_java(spark._jsparkSession, [str(argument) for argument in arguments]))

    return run


def source(kind, name, folder):
    """A store of one kind, written by xarray and zarr-python."""
    if kind == "v3 sharded packed":
        return EXAMPLES / f"{name}.zarr"
    path = folder / f"{kind.replace(' ', '_')}.zarr"
    shape = DATASETS[name]
    with xarray.open_zarr(EXAMPLES / f"{name}.zarr", chunks=None) as dataset:
        dataset = dataset.load().drop_encoding()
    for variable in dataset.variables.values():
        variable.attrs.pop("_FillValue", None)
    encoding = {}
    for variable in dataset.data_vars:
        chosen = {"chunks": shape["chunks"]}
        if "sharded" in kind:
            chosen["shards"] = shape["shards"]
        if kind.endswith("packed"):
            if name == "navy_winds" and kind.startswith("v2"):
                chosen["filters"] = [numcodecs.FixedScaleOffset(offset=0, scale=100, dtype="f4", astype="i2")]
            else:
                chosen |= CF_PACKING
        encoding[variable] = chosen
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dataset.to_zarr(path, zarr_format=int(kind[1]), encoding=encoding, consolidated=kind.startswith("v2"))
    return path


def assert_same(expected_path, actual_path, **options):
    with xarray.open_zarr(expected_path, chunks=None, **options) as expected, xarray.open_zarr(
        actual_path, chunks=None, **options
    ) as actual:
        assert set(expected.variables) == set(actual.variables)
        for name, variable in expected.variables.items():
            assert variable.dims == actual[name].dims
            assert variable.dtype == actual[name].dtype
            np.testing.assert_array_equal(variable.values, actual[name].values, err_msg=name)
        assert expected.attrs == actual.attrs


SOURCES = ["v2 plain", "v2 plain packed", "v3 plain", "v3 plain packed", "v3 sharded", "v3 sharded packed"]
TARGETS = ["v3 plain", "v3 sharded", "v3 packed", "v2 plain"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("target_kind", TARGETS)
@pytest.mark.parametrize("kind", SOURCES)
@pytest.mark.parametrize("name", list(DATASETS))
def test_every_kind_of_store_becomes_every_other(convert, tmp_path, name, kind, target_kind):
    read, written = source(kind, name, tmp_path), tmp_path / "target.zarr"
    shape = DATASETS[name]
    is_sharded = target_kind in ("v3 sharded", "v3 packed")
    layout = ["--chunks", shape["new_chunks"], "--shards", shape["new_shards"] if is_sharded else "none"]
    if target_kind == "v3 packed" and "packed" not in kind:
        convert("pack", read, written, "--max-abs-error", "0.01", *layout)
        report = convert("verify", read, written, "--tolerance", "0.01")
        assert report["equal"], report
        with xarray.open_zarr(read, chunks=None) as expected, xarray.open_zarr(written, chunks=None) as actual:
            for variable in expected.data_vars:
                difference = np.abs(expected[variable].values.astype("f8") - actual[variable].values)
                assert np.nanmax(difference) <= 0.01
                np.testing.assert_array_equal(np.isnan(expected[variable].values), np.isnan(actual[variable].values))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            group = zarr.open_group(written, mode="r")
        assert all("cast_value" in json.dumps(group[v].metadata.to_dict(), default=str) for v in expected.data_vars)
        return
    convert("recode", read, written, *layout, "--zarr-format", target_kind[1])
    assert zarr.open_group(written, mode="r").metadata.zarr_format == int(target_kind[1])
    report = convert("verify", read, written)
    assert report["equal"], report
    assert_same(read, written)
    # Stored values as well: nothing is unpacked on the way.
    assert_same(read, written, mask_and_scale=False)


@pytest.mark.filterwarnings("ignore")
def test_fixedscaleoffset_of_zarr_v2_becomes_scale_offset_and_cast_value(convert, tmp_path):
    read, written = source("v2 plain packed", "navy_winds", tmp_path), tmp_path / "target.zarr"
    convert("recode", read, written)
    codecs = json.loads((written / "UWND" / "zarr.json").read_text())["codecs"]
    assert [codec["name"] for codec in codecs][:3] == ["scale_offset", "cast_value", "bytes"]
    assert_same(read, written)


@pytest.mark.filterwarnings("ignore")
def test_a_store_becomes_parquet_and_a_store_again(convert, tmp_path):
    read, table, back = EXAMPLES / "navy_winds.zarr", tmp_path / "winds.parquet", tmp_path / "back.zarr"
    convert("to-table", read, table)
    assert convert("verify", read, table, "--format", "parquet")["equal"]
    convert("from-table", table, back, "--dims", "time,lat,lon", "--chunks", "time=12,lat=73,lon=144")
    with xarray.open_zarr(read, chunks=None) as expected, xarray.open_zarr(back, chunks=None) as actual:
        for name in expected.variables:
            np.testing.assert_array_equal(expected[name].values, actual[name].values, err_msg=name)
