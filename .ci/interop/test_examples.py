"""The example stores, written by zarr-python: Spark must hand out the cells that xarray reads."""

import numpy as np
import pytest
from cells import assert_same_cells
from pyspark.sql.types import DoubleType, FloatType, IntegerType, TimestampType


def types(table):
    return {field.name: field.dataType for field in table.schema}


def test_navy_winds_has_a_column_per_dimension_and_variable(navy_winds_table):
    assert types(navy_winds_table) == {
        "time": TimestampType(), "lat": DoubleType(), "lon": DoubleType(), "UWND": FloatType(), "VWND": FloatType()
    }
    assert navy_winds_table.columns[:3] == ["time", "lat", "lon"]


def test_navy_winds_equals_xarray_cell_by_cell(navy_winds_table, navy_winds):
    rows = navy_winds_table.toArrow()
    assert rows.num_rows == 1_387_584
    assert_same_cells(rows, navy_winds)


def test_navy_winds_of_one_region_and_one_year_equal_xarray(navy_winds_table, navy_winds):
    rows = navy_winds_table.where(
        "time >= timestamp'1985-01-01' and time < timestamp'1986-01-01' and lat between 20 and 50 and lon between 100 and 180"
    ).toArrow()
    assert rows.num_rows == 12 * 13 * 33
    assert_same_cells(rows, navy_winds.sel(time="1985", lat=slice(20, 50), lon=slice(100, 180)))


def test_navy_winds_has_the_known_means(navy_winds_table):
    row = navy_winds_table.selectExpr("avg(UWND)", "avg(VWND)", "count(*)").first()
    assert row[0] == pytest.approx(0.0264987, abs=0.0002)
    assert row[1] == pytest.approx(-0.0729249, abs=0.0002)
    assert row[2] == 1_387_584


def test_one_navy_winds_variable_alone_equals_xarray(navy_winds_table, navy_winds):
    assert_same_cells(navy_winds_table.select("lon", "VWND", "time", "lat").toArrow(), navy_winds[["VWND"]])


def test_coads_has_a_column_per_dimension_and_variable(coads_table):
    variables = ["SST", "AIRT", "SPEH", "WSPD", "UWND", "VWND", "SLP"]
    assert types(coads_table) == {
        "month": IntegerType(), "lat": DoubleType(), "lon": DoubleType(), **{name: FloatType() for name in variables}
    }
    assert coads_table.columns[:3] == ["month", "lat", "lon"]


def test_coads_equals_xarray_cell_by_cell_with_null_for_nan(coads_table, coads):
    rows = coads_table.toArrow()
    assert rows.num_rows == 194_400
    assert_same_cells(rows, coads)


def test_coads_of_one_region_and_one_month_equal_xarray(coads_table, coads):
    rows = coads_table.where("month = 7 and lat > 0 and lat < 40 and lon >= 281 and lon <= 351").toArrow()
    assert rows.num_rows == 20 * 36
    assert_same_cells(rows, coads.sel(month=[7], lat=slice(0, 40), lon=slice(281, 351)))


def test_coads_in_shards_that_are_not_stored_equals_xarray(coads_table, coads):
    """North of 87 degrees most shards of SST are absent, of the other variables some."""
    assert_same_cells(coads_table.where("lat >= 87").toArrow(), coads.sel(lat=slice(87, 90)))


@pytest.mark.parametrize("name", ["SST", "AIRT", "SPEH", "WSPD", "UWND", "VWND", "SLP"])
def test_coads_aggregates_leave_out_missing_cells(coads_table, coads, name):
    row = coads_table.selectExpr(f"count({name})", f"min({name})", f"max({name})", f"avg({name})").first()
    values = coads[name].values
    assert row[0] == np.count_nonzero(~np.isnan(values))
    assert (row[1], row[2]) == (float(np.nanmin(values)), float(np.nanmax(values)))
    assert row[3] == pytest.approx(np.nanmean(values, dtype=np.float64), rel=1e-12)


def test_coads_filters_on_missing_values_agree_with_xarray(coads_table, coads):
    warm = coads["SST"].values > 29
    assert coads_table.where("SST is null").count() == 89_622
    assert coads_table.where("SST > 29").count() == np.count_nonzero(warm)
    assert coads_table.where("isnan(SST)").count() == 0
