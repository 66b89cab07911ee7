"""Writes v2.zarr and v3.zarr beside this file, with xarray 2026 and zarr-python 3:  python make_stores.py

The suite that appends to them expects these values.
"""
import pathlib

import numpy as np
import pandas as pd
import xarray as xr

DAYS, NAMES = 5, ["aa", "b", "cc", "d"]
cells = np.arange(DAYS * len(NAMES)).reshape(DAYS, len(NAMES))
dataset = xr.Dataset(
    {
        "t": (("time", "x"), cells.astype("f4") / 3),
        "k": (("time", "x"), cells.astype("i2")),
        "flag": (("time", "x"), cells % 2 == 0),
    },
    coords={"time": pd.date_range("2020-01-01", periods=DAYS, freq="D"), "x": NAMES},
    attrs={"title": "appended to"},
)
for version in (2, 3):
    dataset.to_zarr(
        pathlib.Path(__file__).parent / f"v{version}.zarr",
        mode="w",
        zarr_format=version,
        consolidated=True,
        encoding={
            "t": {"chunks": (2, 3)},
            "k": {"chunks": (2, 3), "_FillValue": np.int16(-5)},
            "flag": {"chunks": (2, 3)},
        },
    )
