"""Stores that xarray wrote, with every convention of CF: columns hold, to the bit, what xarray decodes."""

import warnings

import cftime
import numpy as np
import pyarrow
import pytest
import xarray
import zarr

warnings.simplefilter("ignore")

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float32", "float64"]
CALENDARS = ["noleap", "365_day", "all_leap", "366_day", "360_day", "julian"]


@pytest.fixture(params=[3, 2])
def zarr_format(request):
    return request.param


# Zarr v2 has no fill value that is not xarray's _FillValue.
version3 = pytest.mark.parametrize("zarr_format", [3])


@pytest.fixture
def write(tmp_path, zarr_format):
    """Writes a dataset; attributes that xarray itself would not write are set afterwards, in `attributes`, by variable.

    Stores of Zarr v2 are consolidated, those of Zarr v3 are not.
    """

    def write(dataset, attributes=None, **options):
        path = tmp_path / "store.zarr"
        dataset.to_zarr(path, zarr_format=zarr_format, consolidated=False, **options)
        for name, more in (attributes or {}).items():
            zarr.open_array(path / name, mode="r+").update_attributes(more)
        if zarr_format == 2:
            zarr.consolidate_metadata(path, zarr_format=2)
        return path

    return write


@pytest.fixture
def read(spark):
    """The columns of a table, in the order of the dimensions' indices."""

    def read(path, dimensions=("x",), **options):
        table = spark.read.format("zarr").options(**options).load(str(path))
        rows = table.orderBy(*(f"_index_{dimension}" for dimension in dimensions)).toArrow()
        return {name: rows[name].combine_chunks() for name in rows.column_names}

    return read


@pytest.fixture
def check(write, read):
    """Writes variables, name to values and attributes, each along x, and compares their columns with xarray's."""

    def check(variables, kind=None, **expected):
        plain = xarray.Dataset({name: ("x", values) for name, (values, _) in variables.items()})
        path = write(plain, {name: attributes for name, (_, attributes) in variables.items()}, mode="w")
        columns, decoded = read(path), opened(path)
        assert len(columns) == len(variables) + 1
        for name in variables:
            assert kind is None or decoded[name].dtype.kind == kind, f"{name} is {decoded[name].dtype} in xarray"
            assert_same(columns[name], expected.get(name, decoded[name]), name)
        return columns

    return check


def opened(path, **options):
    with xarray.open_zarr(path, chunks=None, consolidated=(path / ".zmetadata").exists(), **options) as dataset:
        return dataset.load()


def assert_same(column, expected, name=""):
    """Values to the bit, NULL where xarray has NaN or NaT; integers that xarray made floats to hold NaN, as integers."""
    expected = np.asarray(expected).reshape(-1)
    null = column.is_null().to_numpy(zero_copy_only=False)
    if expected.dtype.kind == "O":
        assert column.to_pylist() == [str(time) for time in expected], name
    elif expected.dtype.kind in "mM":
        micros = column.cast(pyarrow.int64()).fill_null(0).to_numpy()
        assert (null == np.isnat(expected)).all(), name
        nanos = expected.astype(expected.dtype.str[:3] + "[ns]").astype(np.int64)
        assert (micros == np.where(null, 0, nanos // 1000)).all(), f"{name}: {column} but {expected}"
    elif expected.dtype.kind == "f":
        values = column.to_pylist()
        actual = np.array([np.nan if v is None else v for v in values], dtype=expected.dtype)
        bits = np.dtype(f"i{expected.dtype.itemsize}")
        same = (actual.view(bits) == expected.view(bits)) | np.isnan(actual) & np.isnan(expected)
        assert same.all(), f"{name}: {actual[~same]} but {expected[~same]}"
        assert not pyarrow.types.is_floating(column.type) or column.type == pyarrow.from_numpy_dtype(expected.dtype), name
    else:
        assert not null.any(), name
        assert column.to_pylist() == [int(v) for v in expected], name


def stored(dtype):
    """Values of a type with its extremes."""
    if dtype in FLOATS:
        return np.array([1.5, -0.0, 0.0, np.inf, -np.inf, 1e20, -999, np.nan, 7], dtype)
    limits = np.iinfo(dtype)
    return np.array([limits.min, limits.max, 0, 1, 7, 99, 100, limits.max - 1, limits.min + 1], dtype)


def dataset_of(values, **attributes):
    return xarray.Dataset({"v": ("x", values, attributes)})


# --- missing values


@version3
def test_values_without_attributes_are_data(write, read):
    dataset = xarray.Dataset({dtype: ("x", stored(dtype)) for dtype in INTEGERS + FLOATS})
    for variable in dataset.values():
        variable.encoding = {"fill_value": variable.dtype.type(7)}
    columns = read(write(dataset))
    for dtype in INTEGERS + FLOATS:
        assert_same(columns[dtype], stored(dtype), dtype)
        assert dtype in FLOATS or columns[dtype].null_count == 0


def test_fill_values_that_xarray_writes(write, read):
    dataset = xarray.Dataset()
    for dtype in ["int8", "int16", "int32", "uint8", "uint16", "uint32", *FLOATS]:
        for names in (["_FillValue"], ["missing_value"], ["_FillValue", "missing_value"]):
            name = "_".join([dtype, *names])
            dataset[name] = ("x", np.array([1, 7, np.nan, 100, np.nan]))
            dataset[name].encoding = {"dtype": dtype, **{key: np.dtype(dtype).type(99) for key in names}}
    path = write(dataset)
    columns, decoded = read(path), opened(path)
    for name in dataset:
        assert np.isnan(decoded[name].values).sum() == 2
        assert_same(columns[name], decoded[name], name)


def test_several_missing_values(check):
    types = ["int8", "int16", "int32", "uint8", "uint16", "uint32", *FLOATS]
    check({dtype: (stored(dtype), {"missing_value": [99, 7, 1]}) for dtype in types}, kind="f")


def test_negative_zero_nan_and_infinity_as_fill(write, read):
    dataset = xarray.Dataset()
    for dtype in FLOATS:
        for name, fill in {"minus": -0.0, "zero": 0.0, "nan": np.nan, "infinite": np.inf}.items():
            dataset[f"{dtype}_{name}"] = ("x", stored(dtype))
            dataset[f"{dtype}_{name}"].encoding = {"_FillValue": np.dtype(dtype).type(fill)}
    path = write(dataset)
    columns, decoded = read(path), opened(path)
    for name in dataset:
        assert_same(columns[name], decoded[name], name)


def test_sentinels_beyond_2_to_the_53_mask_nothing_else(write, read):
    """xarray compares in float64, and masks the neighbours as well."""
    values = np.array([2**53, 2**53 + 1, -(2**63), -(2**63) + 1], "int64")
    path = write(dataset_of(values), {"v": {"_FillValue": 2**53, "missing_value": -(2**63)}})
    assert np.isnan(opened(path).v.values).all()
    assert read(path)["v"].to_pylist() == [None, 2**53 + 1, None, -(2**63) + 1]


def test_a_decimal_fraction_masks_the_nearest_float32(write, read):
    """xarray compares a float32 with the float64, which no float32 is, and masks nothing."""
    path = write(dataset_of(np.array([1e20, 2], "float32")), {"v": {"missing_value": 1e20}})
    assert not np.isnan(opened(path).v.values).any()
    assert read(path)["v"].to_pylist() == [None, 2.0]


def test_valid_ranges_mask_nothing(check):
    check({"v": (stored("int16"), {"valid_min": 5, "valid_max": 9}), "w": (stored("float32"), {"valid_range": [5, 9]})})


@version3
def test_the_fill_value_as_mask(write, read):
    dataset = xarray.Dataset({dtype: ("x", stored(dtype)) for dtype in ["int16", "uint32", *FLOATS]})
    for variable in dataset.values():
        variable.encoding = {"fill_value": variable.dtype.type(7)}
    path = write(dataset)
    # open_zarr of this xarray does not hand the parameter on.
    group = xarray.backends.ZarrStore.open_group(path, mode="r", consolidated=False, use_zarr_fill_value_as_mask=True)
    decoded = xarray.open_dataset(group).load()
    columns = read(path, useZarrFillValueAsMask="true")
    for name in dataset:
        assert np.isnan(decoded[name].values[stored(name) == 7]).all()
        assert_same(columns[name], decoded[name], name)


@pytest.mark.parametrize("zarr_format", [2])
@pytest.mark.parametrize("mask", [None, True, False])
def test_the_fill_value_of_version_2(tmp_path, read, zarr_format, mask):
    """Is the _FillValue, unless it is null or not wanted as such."""
    for dtype in INTEGERS[:3] + FLOATS:
        for name, fill, attributes in [("plain", 7, {}), ("own", 7, {"_FillValue": 99}), ("null", None, {})]:
            array = zarr.create_array(
                tmp_path / "store.zarr" / f"{dtype}_{name}", shape=9, chunks=4, dtype=dtype, fill_value=fill, zarr_format=2,
                attributes={"_ARRAY_DIMENSIONS": ["x"], **({} if dtype in FLOATS else attributes)},
            )
            array[:] = stored(dtype)
    path = tmp_path / "store.zarr"
    zarr.open_group(path, mode="a", zarr_format=2)
    group = xarray.backends.ZarrStore.open_group(path, mode="r", consolidated=False, use_zarr_fill_value_as_mask=mask)
    decoded = xarray.open_dataset(group).load()
    columns = read(path, **({} if mask is None else {"useZarrFillValueAsMask": str(mask)}))
    assert len(columns) == 16
    for name in decoded:
        assert_same(columns[name], decoded[name], name)


# --- packed numbers

PACKINGS = {
    "both": {"scale_factor": 0.01, "add_offset": 273.15},
    "scale": {"scale_factor": 0.1},
    "offset": {"add_offset": 0.5},
    "integer_scale": {"scale_factor": 10},
    "integer_offset": {"add_offset": 10},
    "integers": {"scale_factor": 10, "add_offset": 1},
    "mixed": {"scale_factor": 0.5, "add_offset": 1},
    "negative": {"scale_factor": -1e-3, "add_offset": -1e10},
}


def test_packed_numbers(check):
    """The floats carry the NaN that xarray gives them as _FillValue, and so stay float32 where they are."""
    check(
        {
            f"{dtype}_{name}": (stored(dtype), packing)
            for dtype in INTEGERS + FLOATS
            for name, packing in PACKINGS.items()
            # xarray cuts floats off to integers here; tested below.
            if dtype in INTEGERS or name != "integer_scale"
        }
    )


def test_packed_numbers_with_missing_ones(check):
    check(
        {
            f"{dtype}_{name}": (stored(dtype), {**packing, "missing_value": 99})
            for dtype in ["int8", "int16", "int32", "uint8", "uint16", "uint32", *FLOATS]
            for name, packing in PACKINGS.items()
            # xarray fails to put NaN among integers here; tested below.
            if name != "integer_scale"
        },
        kind="f",
    )


def test_an_integer_scale(write, read):
    path = write(
        xarray.Dataset({"f": ("x", np.array([1.5, np.nan])), "i": ("x", np.array([3, 99], "int16"))}),
        {"f": {"scale_factor": 10}, "i": {"scale_factor": 10, "_FillValue": 99}},
    )
    columns = read(path)
    assert columns["f"].to_pylist() == [15.0, None]
    assert columns["i"].to_pylist() == [30, None]


def test_packed_by_xarray(write, read):
    dataset = xarray.Dataset()
    for dtype in ["int8", "int16", "uint16", "int32", "float32"]:
        for name, kind in {"wide": float, "narrow": np.float32}.items():
            dataset[f"{dtype}_{name}"] = ("x", np.array([0.5, 1.25, np.nan, 20.0], "float32"))
            dataset[f"{dtype}_{name}"].encoding = {
                "dtype": dtype, "scale_factor": kind(0.25), "add_offset": kind(-10.0), "_FillValue": np.dtype(dtype).type(1)
            }
    path = write(dataset)
    columns, decoded = read(path), opened(path)
    for name in dataset:
        assert_same(columns[name], decoded[name], name)


def test_stored_values_with_mask_and_scale_off(write, read):
    path = write(dataset_of(stored("int16")), {"v": {"scale_factor": 0.1, "_FillValue": 7, "units": "days since 2000-01-01"}})
    assert_same(read(path, maskAndScale="false", decodeTimes="false")["v"], stored("int16"))
    assert_same(read(path, decodeCf="false")["v"], opened(path, decode_cf=False).v)


# --- _Unsigned


def test_unsigned(check):
    variables = {}
    for dtype in INTEGERS:
        for unsigned in ["true", "false", "True"]:
            for name, more in {"plain": {}, "fill": {"_FillValue": 99}, "packed": {"scale_factor": 0.1}}.items():
                values = stored(dtype) if "64" not in dtype else np.resize(stored(dtype)[2:7], 9)
                variables[f"{dtype}_{unsigned}_{name}"] = (values, {"_Unsigned": unsigned, **more})
    # Spark takes names that differ by case only as the same.
    check({name.replace("True", "capital"): variable for name, variable in variables.items()})


def test_unsigned_with_a_fill_value_of_the_stored_type(check):
    variables = {}
    for dtype, unsigned, fill in [("int8", "true", -1), ("int16", "true", -1), ("int32", "true", -1), ("uint8", "false", -2)]:
        stored_fill = np.array(fill, f"i{np.dtype(dtype).itemsize}").astype(dtype)
        variables[dtype] = (np.array([0, stored_fill, 100], dtype), {"_Unsigned": unsigned, "_FillValue": fill})
    for column in check(variables, kind="f").values():
        assert column.to_pylist() in ([0, None, 100], [0, 1, 2])


def test_unsigned_as_xarray_writes_it(write, read):
    dataset = dataset_of(np.array([0.0, 254.0, np.nan, 128.0]))
    dataset.v.encoding = {"dtype": "int8", "_Unsigned": "true", "_FillValue": -1}
    path = write(dataset)
    assert np.isnan(opened(path).v.values).sum() == 1
    assert_same(read(path)["v"], opened(path).v)


# --- times

UNITS = [
    "days since 1970-01-01",
    "hours since 1900-01-01 00:00:00.0",
    "hour since 2000-1-1 12:00",
    "Days since 1850-01-01",
    "h since 1990-01-01T00:00:00Z",
    "seconds since 2000-01-01 00:00:00 +02:00",
    "secs since 1970-01-01 00:00:00 -0530",
    "milliseconds since 2000-01-01",
    "microseconds since 2000-01-01",
    "nanoseconds since 2000-01-01",
    "days since 2000",
    "days since 2000-01",
    "days since 1783-02-28 UTC",
    "minutes since 2000-01-01 06",
]


def test_times_that_are_instants(check):
    numbers = np.array([0, 1, 36_524, 500, -77])
    variables = {
        f"{dtype}_{calendar}_{i}": (numbers.astype(dtype), {"units": units, "calendar": calendar})
        for dtype in ["int64", "int16", "int32", "float64"]
        for calendar in ["standard", "gregorian", "proleptic_gregorian", "Standard"]
        for i, units in enumerate(UNITS)
        if dtype != "int16" or calendar == "standard"
    }
    variables = {name: (np.minimum(v, 30_000) if v.dtype == np.int16 else v, a) for name, (v, a) in variables.items()}
    check({name.replace("Standard", "capital"): variable for name, variable in variables.items()}, kind="M")


def test_times_counted_from_the_first_year(check):
    numbers = np.array([1_050_000_000, 1_060_000_001])
    check(
        {calendar: (numbers, {"units": "minutes since 1-1-1", "calendar": calendar}) for calendar in ["standard", "proleptic_gregorian"]},
        kind="M",
    )


def test_fractional_times(write, read):
    """To the microsecond as cftime rounds; xarray's own are products in float64, cut off, not more than that away."""
    numbers = np.array([0.5, 0.25, 1 / 3, 0.1, 100.7, -0.2, 44_444.123456789])
    units = ["days since 2000-01-01", "hours since 1999-12-31", "minutes since 2000-01-01", "seconds since 1970-01-01"]
    names = {f"{dtype}_{i}": (dtype, unit) for dtype in FLOATS for i, unit in enumerate(units)}
    path = write(
        xarray.Dataset({name: ("x", numbers.astype(dtype)) for name, (dtype, _) in names.items()}),
        {name: {"units": unit} for name, (_, unit) in names.items()},
    )
    columns, decoded = read(path), opened(path)
    exact = opened(path, decode_times=xarray.coders.CFDatetimeCoder(use_cftime=True))
    for name in names:
        assert decoded[name].dtype.kind == "M"
        micros = columns[name].cast(pyarrow.int64()).to_numpy()
        assert micros.tolist() == cftime.date2num(exact[name].values, "microseconds since 1970-01-01").tolist()
        assert np.abs(micros * 1000 - decoded[name].values.astype(np.int64)).max() < 1000


def test_times_before_the_gregorian_calendar(write, read):
    numbers = np.array([-1, 0, 577_000, 577_735, 577_736, 577_737, 577_738, 10_000_000])
    calendars = ["standard", "proleptic_gregorian"]
    path = write(
        xarray.Dataset({calendar: ("x", numbers) for calendar in calendars}),
        {calendar: {"units": "days since 0001-01-01", "calendar": calendar} for calendar in calendars},
    )
    columns, decoded = read(path), opened(path)
    for calendar in calendars:
        assert decoded[calendar].dtype.kind == "O"
        micros = cftime.date2num(decoded[calendar].values, "microseconds since 1970-01-01", calendar)
        assert columns[calendar].cast(pyarrow.int64()).to_pylist() == micros.tolist()


def test_times_of_other_calendars_are_text(check):
    numbers = np.array([0, 1, 58, 59, 60, 61, 365, 366, 1_000_000, -400])
    fractions = np.array([0, 0.5, 1 / 3, 0.1, 0.999999, 0, 0, 0, 1e-7, 0.25])
    check(
        {
            f"{dtype}_{calendar}_{i}": (numbers + fractions if dtype == "float64" else numbers.astype(dtype), {"units": units, "calendar": calendar})
            for dtype in ["int64", "int32", "float64"]
            for calendar in CALENDARS
            for i, units in enumerate(["days since 1999-12-30", "hours since 0000-01-01", "d since 0001-02-28 06:00"])
            # There is no year 0 in this one.
            if calendar != "julian" or "0000" not in units
        },
        kind="O",
    )


@pytest.mark.parametrize("calendar", ["noleap", "all_leap", "360_day", "julian"])
def test_axes_of_other_calendars(write, read, calendar):
    for frequency in ["D", "6h", "MS", "37min"]:
        time = xarray.date_range("1999-02-26", periods=40, freq=frequency, calendar=calendar, use_cftime=True)
        path = write(xarray.Dataset({"v": ("time", np.arange(40.0))}, {"time": time}), mode="w")
        assert_same(read(path, dimensions=["time"])["time"], opened(path).time)


def test_months_and_common_years(check):
    numbers = np.array([0, 1, 25, 0.5])
    check(
        {
            "months": (numbers, {"units": "months since 2000-01-30", "calendar": "360_day"}),
            "years": (numbers, {"units": "common_years since 2000-03-01", "calendar": "noleap"}),
        },
        kind="O",
    )


def test_times_that_are_missing(write, read):
    time = np.array(["2000-01-01", "NaT", "2000-01-03"], "datetime64[ns]")
    encodings = [{"dtype": "int64"}, {"dtype": "float64"}, {"dtype": "int32", "_FillValue": -1}, {}]
    dataset = xarray.Dataset({f"v{i}": ("x", time) for i in range(len(encodings))})
    for variable, encoding in zip(dataset.values(), encodings):
        variable.encoding = {"units": "hours since 1999-01-01", **encoding}
    path = write(dataset)
    columns, decoded = read(path), opened(path)
    for name in dataset:
        assert np.isnat(decoded[name].values).tolist() == [False, True, False]
        assert_same(columns[name], decoded[name], name)


def test_missing_times_of_other_calendars_are_null(write, read):
    """xarray gives them the reference time, or refuses to open the store."""
    path = write(
        xarray.Dataset({"i": ("x", np.array([1, 5])), "f": ("x", np.array([1, np.nan]))}),
        {name: {"units": "days since 2000-02-29", "calendar": "360_day", "_FillValue": fill} for name, fill in [("i", 5), ("f", "NaN")]},
    )
    columns = read(path)
    assert columns["i"].to_pylist() == columns["f"].to_pylist() == ["2000-02-30 00:00:00", None]


def test_packed_times(check):
    numbers = np.array([0, 10, 7], "int16")
    check({"v": (numbers, {"units": "days since 2000-01-01", "scale_factor": 0.5, "_FillValue": 7})}, kind="M")


def test_what_xarray_refuses_stays_numbers(write, read):
    for units in ["days since 0000-01-01", "months since 2000-01-01", "days since 1582-10-10", "fortnights since 2000-01-01"]:
        path = write(dataset_of(np.array([0, 10])), {"v": {"units": units}}, mode="w")
        with pytest.raises(ValueError, match="unable to decode"):
            opened(path)
        assert read(path)["v"].to_pylist() == [0, 10]


# --- durations


def test_durations_that_xarray_wrote(write, read):
    dataset = xarray.Dataset()
    for dtype in ["int64", "float64", "int32"]:
        dataset[dtype] = ("x", np.array([0, 90, -5], "timedelta64[m]").astype("timedelta64[ns]"))
        dataset[dtype].encoding = {"dtype": dtype, "units": "seconds"}
    dataset["missing"] = ("x", np.array([0, "NaT", 5_000_000_000], "timedelta64[ns]"))
    path = write(dataset)
    for spark_option, option in [({}, {}), ({"decodeTimedelta": "false"}, {"decode_timedelta": False}), ({"decodeTimes": "false"}, {"decode_times": False})]:
        columns, decoded = read(path, **spark_option), opened(path, **option)
        for name in dataset:
            assert (decoded[name].dtype.kind == "m") == (option == {})
            assert_same(columns[name], decoded[name], name)


def test_units_alone_are_durations_on_demand(write, read):
    units = ["days", "hours", "milliseconds", "day", "days accumulated"]
    path = write(
        xarray.Dataset({f"v{i}": ("x", np.array([0, 2, -1])) for i in range(len(units))}),
        {f"v{i}": {"units": unit} for i, unit in enumerate(units)},
    )
    for spark_option, option in [({}, {}), ({"decodeTimedelta": "true"}, {"decode_timedelta": True})]:
        columns, decoded = read(path, **spark_option), opened(path, **option)
        for name in decoded:
            assert_same(columns[name], decoded[name], name)


# --- coordinates and what describes


@pytest.fixture
def ocean(write):
    """A curvilinear grid with everything that CF hangs on it."""
    y, x = np.meshgrid(np.arange(3.0), np.arange(4.0), indexing="ij")
    temperature = np.arange(24, dtype="float32").reshape(2, 3, 4)
    dataset = xarray.Dataset(
        {
            "thetao": (
                ("time", "y", "x"),
                temperature,
                {"units": "degC", "long_name": "Temperature", "standard_name": "sea_water_temperature",
                 "cell_methods": "time: mean area: mean where sea", "cell_measures": "area: areacello",
                 "grid_mapping": "crs: x y", "ancillary_variables": "quality", "valid_range": [-2.0, 40.0]},
            ),
            "quality": (("time", "y", "x"), np.ones((2, 3, 4), "int8"), {"flag_values": [0, 1], "flag_meanings": "bad good"}),
            "areacello": (("y", "x"), x + 10, {"units": "m2"}),
            "crs": ((), 0, {"grid_mapping_name": "rotated_latitude_longitude", "grid_north_pole_latitude": 39.25}),
            "time_bnds": (("time", "bnds"), np.array([[0, 31], [31, 60]])),
            "lat_bnds": (("y", "x", "vertices"), np.zeros((3, 4, 4))),
        },
        {
            "time": ("time", np.array([15.5, 45.0]), {"units": "days since 2000-01-01", "bounds": "time_bnds", "calendar": "standard"}),
            "lat": (("y", "x"), y * 10, {"units": "degrees_north", "bounds": "lat_bnds"}),
            "lon": (("y", "x"), x * 20, {"units": "degrees_east"}),
            "height": ((), 2.0, {"units": "m"}),
        },
    )
    return write(dataset)


def test_coordinates_and_measures_are_columns_bounds_and_mappings_are_not(spark, ocean):
    table = spark.read.format("zarr").load(str(ocean))
    assert sorted(table.columns) == sorted(
        ["time", "y", "x", "thetao", "quality", "lat", "lon", "height", "areacello"]
    )
    expected = opened(ocean)
    frame = table.orderBy("_index_time", "y", "x").toArrow()
    shape = expected.thetao
    for name in ["time", "thetao", "lat", "lon", "height", "areacello", "quality"]:
        assert_same(frame[name].combine_chunks(), expected[name].broadcast_like(shape).transpose("time", "y", "x"))


def test_attributes_are_metadata_of_columns(spark, ocean):
    table = spark.read.format("zarr").load(str(ocean))
    stored = opened(ocean, decode_cf=False)
    for name in ["time", "thetao", "lat", "height", "quality"]:
        metadata = table.schema[name].metadata["attributes"]
        assert {key: value for key, value in metadata.items() if key not in ("coordinates", "_FillValue")} == {
            key: value for key, value in stored[name].attrs.items() if key not in ("coordinates", "_FillValue")
        }
    assert table.schema["thetao"].metadata["comment"] == "Temperature [degC]"
    assert "comment" not in table.schema["time"].metadata


def test_bounds_of_times_are_times(read, ocean):
    columns = read(ocean, dimensions=["time", "bnds"], variables="time_bnds")
    assert_same(columns["time_bnds"], opened(ocean).time_bnds)


def test_dropped_variables(spark, ocean):
    dropped = ["lat", "quality", "areacello", "no_such_variable"]
    table = spark.read.format("zarr").option("dropVariables", ",".join(dropped)).load(str(ocean))
    expected = opened(ocean, drop_variables=dropped)
    assert not set(dropped) & set(table.columns)
    assert set(table.columns) <= set(expected.variables) | {"y", "x"}
    assert table.count() == 24


def test_a_dropped_coordinate_leaves_its_indices(spark, ocean):
    table = spark.read.format("zarr").option("dropVariables", "time").load(str(ocean))
    assert sorted({row.time for row in table.select("time").collect()}) == [0, 1]


def test_a_group_of_groups(spark, tmp_path):
    path = tmp_path / "store.zarr"
    for group, value in [("model/air", 1.0), ("model/sea", 2.0)]:
        dataset_of(np.array([value, value])).to_zarr(path, group=group, zarr_format=3, mode="a", consolidated=False)
    for group in ["model/air", "/model/sea/"]:
        table = spark.read.format("zarr").option("group", group).load(str(path))
        assert_same(table.select("v").toArrow()["v"].combine_chunks(), opened(path, group=group.strip("/")).v)


# --- filters


@pytest.mark.parametrize("calendar", ["noleap", "360_day", "julian"])
def test_filters_on_times_that_are_text(spark, write, calendar):
    time = xarray.date_range("1999-12-01", periods=200, freq="D", calendar=calendar, use_cftime=True)
    path = write(xarray.Dataset({"v": ("time", np.arange(200.0))}, {"time": time}))
    table = spark.read.format("zarr").load(str(path))
    expected = opened(path)
    for first, last in [("2000-01-15", "2000-02-28"), ("2000-02-28", "2000-03-01")]:
        values = [row.v for row in table.where(f"time >= '{first}' and time < '{last}'").collect()]
        begin, end = (cftime.datetime(*map(int, text.split("-")), calendar=calendar) for text in (first, last))
        assert values == [v for v, t in zip(expected.v.values, expected.time.values) if begin <= t < end]
    middle = str(expected.time.values[77])
    assert [row.v for row in table.where(f"time = '{middle}'").collect()] == [77.0]
    assert table.where("time like '2000-02-%'").count() == sum(t.year == 2000 and t.month == 2 for t in expected.time.values)
    totals = {row.month: row.total for row in table.groupBy(table.time.substr(1, 7).alias("month")).agg({"v": "sum"}).withColumnRenamed("sum(v)", "total").collect()}
    assert totals["2000-01"] == sum(v for v, t in zip(expected.v.values, expected.time.values) if (t.year, t.month) == (2000, 1))
    per_day = {row.time: row["avg(v)"] for row in table.groupBy("time").avg("v").collect()}
    assert per_day == {str(t): v for v, t in zip(expected.v.values, expected.time.values)}
