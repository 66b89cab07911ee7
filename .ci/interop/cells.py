"""Compares a table of grid cells, fetched from Spark as Arrow, with the xarray dataset it should hold."""

import numpy as np
import pyarrow
import xarray


def assert_same_cells(table: pyarrow.Table, dataset: xarray.Dataset) -> None:
    """One row per grid cell, in any order; float32 variables bit-equal, NULL exactly where xarray has NaN.

    All variables of the dataset lie on the same dimensions, each with a coordinate.
    """
    (dimensions,) = {variable.dims for variable in dataset.data_vars.values()}
    assert sorted(table.column_names) == sorted([*dimensions, *dataset.data_vars])
    cells = cell_of_each_row(table, dataset, dimensions)
    for name, variable in dataset.data_vars.items():
        expected = variable.values.reshape(-1)[cells]
        assert expected.dtype == np.float32
        assert table[name].type == pyarrow.float32(), f"{name} is {table[name].type}"
        column = table[name].combine_chunks()
        null = column.is_null().to_numpy(zero_copy_only=False)
        actual = column.fill_null(0).to_numpy()
        wrong_null = null != np.isnan(expected)
        assert not wrong_null.any(), f"{name}: {describe(wrong_null, table)} NULL where xarray has a value, or the reverse"
        different = ~null & (actual.view(np.int32) != expected.view(np.int32))
        assert not different.any(), (
            f"{name}: {describe(different, table)} other bits than in xarray, {expected[different][0]!r}"
        )


def cell_of_each_row(table: pyarrow.Table, dataset: xarray.Dataset, dimensions: tuple[str, ...]) -> np.ndarray:
    """The C-order cell number of each row, once it is sure that every cell has exactly one row."""
    shape = tuple(dataset.sizes[name] for name in dimensions)
    positions = tuple(position_of_each_row(table[name], dataset[name].values, name) for name in dimensions)
    cells = np.ravel_multi_index(positions, shape)
    rows_of_cell = np.bincount(cells, minlength=np.prod(shape))
    absent, repeated = int((rows_of_cell == 0).sum()), int((rows_of_cell > 1).sum())
    assert (absent, repeated) == (0, 0), f"{absent} cells without a row, {repeated} cells with several rows"
    return cells


def position_of_each_row(column: pyarrow.ChunkedArray, coordinates: np.ndarray, name: str) -> np.ndarray:
    assert column.null_count == 0, f"{name}: {column.null_count} coordinates are NULL"
    if coordinates.dtype.kind == "M":
        assert column.type == pyarrow.timestamp("us", tz="UTC"), f"{name} is {column.type}"
        coordinates = coordinates.astype("datetime64[us]").astype(np.int64)
        column = column.cast(pyarrow.int64())
    else:
        assert column.type == pyarrow.from_numpy_dtype(coordinates.dtype), f"{name} is {column.type}"
    values = column.to_numpy()
    order = np.argsort(coordinates)
    nearest = order[np.searchsorted(coordinates, values, sorter=order).clip(max=len(order) - 1)]
    unknown = coordinates[nearest] != values
    assert not unknown.any(), f"{name}: {int(unknown.sum())} rows with a coordinate xarray does not have, {values[unknown][0]!r}"
    return nearest


def describe(rows: np.ndarray, table: pyarrow.Table) -> str:
    first = table.slice(int(np.argmax(rows)), 1).to_pylist()[0]
    return f"{int(rows.sum())} rows, the first {first},"
