"""The comparison itself: it accepts the right table in any row order, and notices each kind of mistake."""

import numpy as np
import pyarrow
import pyarrow.compute
import pytest
from cells import assert_same_cells


def table_of(dataset, seed=20):
    """The dataset's cells as rows, shuffled."""
    frame = dataset.to_dataframe().reset_index().sample(frac=1, random_state=seed)
    columns = {}
    for name in frame.columns:
        column = pyarrow.array(frame[name].to_numpy(), from_pandas=True)
        columns[name] = column.cast(pyarrow.timestamp("us", tz="UTC")) if pyarrow.types.is_timestamp(column.type) else column
    return pyarrow.table(columns)


def replaced(table, name, column):
    return table.set_column(table.column_names.index(name), name, column)


@pytest.fixture
def summer(coads):
    return coads.sel(month=[7, 8])


def test_the_same_cells_in_another_order_are_accepted(navy_winds, summer):
    assert_same_cells(table_of(navy_winds), navy_winds)
    assert_same_cells(table_of(summer), summer)


def test_a_lost_row_is_noticed(summer):
    with pytest.raises(AssertionError, match="1 cells without a row, 0 cells with several rows"):
        assert_same_cells(table_of(summer).slice(1), summer)


def test_a_row_in_place_of_another_is_noticed(summer):
    table = table_of(summer)
    with pytest.raises(AssertionError, match="1 cells without a row, 1 cells with several rows"):
        assert_same_cells(pyarrow.concat_tables([table.slice(1), table.slice(1, 1)]), summer)


def test_a_row_given_twice_is_noticed(summer):
    table = table_of(summer)
    with pytest.raises(AssertionError, match="0 cells without a row, 1 cells with several rows"):
        assert_same_cells(pyarrow.concat_tables([table, table.slice(0, 1)]), summer)


def test_one_bit_is_noticed(summer):
    table = table_of(summer)
    values = table["SLP"].to_numpy().copy()
    row = int(np.argmax(~np.isnan(values)))
    values[row] = np.nextafter(values[row], np.float32(0))
    with pytest.raises(AssertionError, match="SLP: 1 rows, the first .* other bits than in xarray"):
        assert_same_cells(replaced(table, "SLP", pyarrow.array(values, from_pandas=True)), summer)


def test_nan_in_place_of_null_is_noticed(summer):
    table = table_of(summer)
    with pytest.raises(AssertionError, match="SST: .* NULL where xarray has a value, or the reverse"):
        assert_same_cells(replaced(table, "SST", table["SST"].fill_null(float("nan"))), summer)


def test_a_time_of_another_zone_is_noticed(navy_winds):
    table = table_of(navy_winds)
    hour_later = pyarrow.compute.add(table["time"], pyarrow.scalar(3_600_000_000, pyarrow.duration("us")))
    with pytest.raises(AssertionError, match="time: 1387584 rows with a coordinate xarray does not have"):
        assert_same_cells(replaced(table, "time", hour_later), navy_winds)


def test_swapped_variables_are_noticed(navy_winds):
    table = table_of(navy_winds).rename_columns({"UWND": "VWND", "VWND": "UWND"})
    with pytest.raises(AssertionError, match="UWND: .* other bits than in xarray"):
        assert_same_cells(table, navy_winds)
