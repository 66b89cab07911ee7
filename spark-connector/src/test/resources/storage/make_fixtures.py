"""Makes the files beside it: python make_fixtures.py

Zip stores by zarr-python, an HDF5 file by h5py, and references to its chunks by kerchunk. Made with zarr 3.4.2,
h5py, kerchunk and fastparquet as README.md lists them.
"""

import json
import shutil
import zipfile
from pathlib import Path

import h5py
import kerchunk.df
import kerchunk.hdf
import numpy as np
import zarr

here = Path(__file__).parent


def air():
    """air[t, y, x] = 100 t + 10 y + x."""
    t, y, x = np.ogrid[0:6, 0:4, 0:5]
    return (100 * t + 10 * y + x).astype("f4")


def write_zip(path, compression):
    path.unlink(missing_ok=True)
    store = zarr.storage.ZipStore(path, mode="w", compression=compression)
    root = zarr.create_group(store)
    group = root.create_group("surface ä")
    array = group.create_array(
        "air", shape=(6, 4, 5), shards=(2, 4, 5), chunks=(1, 2, 5), dtype="f4", dimension_names=["t", "y", "x"]
    )
    array[...] = air()
    times = group.create_array("t", shape=(6,), chunks=(6,), dtype="i4", dimension_names=["t"])
    times[...] = np.arange(6) * 10
    store.close()


def write_hdf5(path):
    with h5py.File(path, "w") as file:
        for name, size in (("t", 6), ("y", 4), ("x", 5)):
            file[name] = np.arange(size) * 10
            file[name].make_scale(name)
        array = file.create_dataset(
            "air", shape=(6, 4, 5), chunks=(1, 2, 5), dtype="f4", fillvalue=-1, compression="gzip", shuffle=True
        )
        for d, name in enumerate("tyx"):
            array.dims[d].attach_scale(file[name])
        # The last time is not written: its chunks do not exist.
        array[:5] = air()[:5]


def write_references(hdf5):
    found = kerchunk.hdf.SingleHdf5ToZarr(str(hdf5), inline_threshold=27).translate()
    for value in found["refs"].values():
        if isinstance(value, list):
            value[0] = hdf5.name
    (here / "air.json").write_text(json.dumps(found, indent=1))
    parquet = here / "air.parq"
    shutil.rmtree(parquet, ignore_errors=True)
    kerchunk.df.refs_to_dataframe(found, str(parquet), record_size=4)


write_zip(here / "stored.zip", zipfile.ZIP_STORED)
write_zip(here / "deflated.zip", zipfile.ZIP_DEFLATED)
write_hdf5(here / "air.h5")
write_references(here / "air.h5")
