"""Makes the two example stores from the NetCDF files of Debian's package ferret-datasets.

    python make_data.py SOURCE OUTPUT

SOURCE holds monthly_navy_winds.cdf and coads_climatology.cdf (in the package: /usr/share/ferret-vis/data).
OUTPUT gets navy_winds.zarr and coads.zarr; stores of these names are replaced. The same source and the same
library versions give the same bytes. Every array is read back and compared with its source before the script
prints the tables of README.md.
"""

import base64
import hashlib
import math
import struct
import sys
import warnings
from pathlib import Path
from typing import NamedTuple

import numpy as np
import xarray
import zarr
from scipy.io import netcdf_file
from zarr.codecs import BytesCodec, CastValue, Crc32cCodec, ScaleOffset, ShardingCodec, ZstdCodec

SHA256 = {
    "monthly_navy_winds.cdf": "225a9e4fed7bb1a7b558afb662abbe2dc5e3d3db4100fa019cb994f10b115faa",
    "coads_climatology.cdf": "b94f55034d13d63f33e2153afddc0c5e00347076c35ab3e34937aec38ce9c4c1",
}
ABSENT = 2**64 - 1


class Variable(NamedTuple):
    long_name: str
    standard_name: str
    units: str


class Grid(NamedTuple):
    dimensions: tuple[str, ...]
    shard: tuple[int, ...]
    inner: tuple[int, ...]


class Stored(NamedTuple):
    shards: int
    absent_shards: int
    inner_chunks: int
    absent_inner_chunks: int
    size: int

    def row(self, name: str, index_location: str) -> str:
        return (
            f"| {name} | {index_location} | {self.shards} | {self.absent_shards}"
            f" | {self.inner_chunks} | {self.absent_inner_chunks} | {self.size:,} |"
        )


NAVY_GRID = Grid(("time", "lat", "lon"), shard=(36, 76, 144), inner=(12, 19, 36))
NAVY_VARIABLES = {
    "UWND": Variable("zonal wind", "eastward_wind", "m s-1"),
    "VWND": Variable("meridional wind", "northward_wind", "m s-1"),
}
# The array's fill value 0 must survive the casts, so -offset * scale is a whole number in float32.
NAVY_PACKING = {"UWND": (-3.5, 100.0), "VWND": (-0.25, 100.0)}

COADS_GRID = Grid(("month", "lat", "lon"), shard=(12, 44, 20), inner=(4, 11, 10))
COADS_VARIABLES = {
    "SST": Variable("sea surface temperature", "sea_surface_temperature", "degree_Celsius"),
    "AIRT": Variable("air temperature", "air_temperature", "degree_Celsius"),
    "SPEH": Variable("specific humidity", "specific_humidity", "g kg-1"),
    "WSPD": Variable("wind speed", "wind_speed", "m s-1"),
    "UWND": Variable("zonal wind", "eastward_wind", "m s-1"),
    "VWND": Variable("meridional wind", "northward_wind", "m s-1"),
    "SLP": Variable("sea level pressure", "air_pressure_at_mean_sea_level", "hPa"),
}
COADS_INDEX_AT_START = {"SPEH", "UWND", "VWND"}
COADS_NAN_CODE = -32768

LATITUDE = {"standard_name": "latitude", "long_name": "latitude", "units": "degrees_north", "axis": "Y"}
LONGITUDE = {"standard_name": "longitude", "long_name": "longitude", "units": "degrees_east", "axis": "X"}


def read_source(folder: Path, name: str) -> dict[str, np.ndarray]:
    path = folder / name
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != SHA256[name]:
        sys.exit(f"{path} is not the file of ferret-datasets 7.6.0-5: its SHA-256 is {found}, not {SHA256[name]}.")
    with netcdf_file(path, mmap=False) as file:
        return {key: np.array(v.data, dtype=v.data.dtype.newbyteorder("=")) for key, v in file.variables.items()}


def fitted_packing(values: np.ndarray) -> tuple[float, float]:
    """Offset: the whole number nearest the middle of the range. Scale: the largest 1, 2 or 5 times a power of ten
    that keeps every value within [-32767, 32767], so that -32768 stays free for NaN."""
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    offset = float(round((low + high) / 2))
    reach = max(high - offset, offset - low)
    scales = [digit * 10.0**power for power in range(-3, 6) for digit in (1, 2, 5)]
    return offset, max(scale for scale in scales if reach * scale <= 32767)


def create_coordinate(group: zarr.Group, name: str, values: np.ndarray, attributes: dict) -> None:
    group.create_array(
        name, data=values, chunks=values.shape, compressors=None, fill_value=0, dimension_names=(name,), attributes=attributes
    )


def create_packed(
    group: zarr.Group,
    name: str,
    values: np.ndarray,
    grid: Grid,
    packing: tuple[float, float],
    fill_value: float,
    scalar_map: dict | None,
    index_location: str,
    attributes: dict,
) -> None:
    offset, scale = packing
    array = group.create_array(
        name,
        shape=values.shape,
        dtype="float32",
        chunks=grid.shard,
        filters=[ScaleOffset(offset=offset, scale=scale), CastValue(data_type="int16", scalar_map=scalar_map)],
        serializer=ShardingCodec(
            chunk_shape=grid.inner,
            codecs=[BytesCodec(endian="little"), ZstdCodec(level=19, checksum=False)],
            index_codecs=[BytesCodec(endian="little"), Crc32cCodec()],
            index_location=index_location,
        ),
        compressors=None,
        fill_value=fill_value,
        dimension_names=grid.dimensions,
        attributes=attributes,
        config={"write_empty_chunks": False},
    )
    array[:] = values


def make_navy_winds(source: dict[str, np.ndarray], path: Path) -> dict[str, np.ndarray]:
    group = zarr.open_group(path, mode="w", zarr_format=3)
    group.attrs.update({
        "title": "Monthly mean surface winds, 1982 to 1992",
        "source": "FNOC (US Navy) winds, monthly_navy_winds.cdf of the Ferret data sets",
        "institution": "NOAA Pacific Marine Environmental Laboratory (PMEL)",
        "Conventions": "CF-1.11",
        "history": f"FERRET V4.45 (GUI) 22-May-97; packed to int16 by make_data.py with zarr {zarr.__version__}",
    })
    time = {
        "standard_name": "time", "long_name": "time", "units": "hours since 1980-01-14 14:00:00", "calendar": "standard", "axis": "T"
    }
    create_coordinate(group, "time", source["TIME"], time)
    create_coordinate(group, "lat", source["FNOCY"], LATITUDE)
    create_coordinate(group, "lon", source["FNOCX"], LONGITUDE)
    arrays = {name: source[name] for name in NAVY_VARIABLES}
    for name, values in arrays.items():
        create_packed(group, name, values, NAVY_GRID, NAVY_PACKING[name], 0.0, None, "end", NAVY_VARIABLES[name]._asdict())
    return arrays


def make_coads(source: dict[str, np.ndarray], path: Path) -> dict[str, np.ndarray]:
    group = zarr.open_group(path, mode="w", zarr_format=3)
    group.attrs.update({
        "title": "Climatology of the sea surface and the air above it, by month",
        "source": "COADS (Comprehensive Ocean-Atmosphere Data Set), coads_climatology.cdf of the Ferret data sets",
        "institution": "NOAA Pacific Marine Environmental Laboratory (PMEL)",
        "Conventions": "CF-1.11",
        "history": f"FERRET V4.45 (GUI) 22-May-97; packed to int16 by make_data.py with zarr {zarr.__version__}",
    })
    create_coordinate(group, "month", np.arange(1, 13, dtype="int32"), {"long_name": "month of the year", "units": "1"})
    create_coordinate(group, "lat", source["COADSY"], LATITUDE)
    create_coordinate(group, "lon", source["COADSX"], LONGITUDE)
    arrays = {name: np.where(source[name] < -1e33, np.float32("nan"), source[name]) for name in COADS_VARIABLES}
    # As xarray writes it to Zarr v3: the base64 form of a little-endian double, whatever the array's own float type.
    missing = {"_FillValue": base64.standard_b64encode(struct.pack("<d", float("nan"))).decode()}
    scalar_map = {"encode": [("NaN", COADS_NAN_CODE)], "decode": [(COADS_NAN_CODE, "NaN")]}
    for name, values in arrays.items():
        location = "start" if name in COADS_INDEX_AT_START else "end"
        attributes = COADS_VARIABLES[name]._asdict() | missing
        create_packed(
            group, name, values, COADS_GRID, fitted_packing(values), float("nan"), scalar_map, location, attributes
        )
    return arrays


def packing_error(actual: np.ndarray, expected: np.ndarray, scale: float, name: str) -> float:
    """The largest difference; at most half a packing step and one float32 unit in the last place."""
    if actual.dtype != np.float32 or not np.array_equal(np.isnan(actual), np.isnan(expected)):
        sys.exit(f"{name}: the data type or the missing cells differ from the source.")
    error = float(np.nanmax(np.abs(actual.astype("float64") - expected)))
    if error > 0.5 / scale + float(np.spacing(np.nanmax(np.abs(expected)))):
        sys.exit(f"{name}: the largest error {error} exceeds half of a packing step, {0.5 / scale}.")
    return error


def stored(array_path: Path, grid: Grid, shape: tuple[int, ...], index_location: str) -> Stored:
    """Counts by the shard indexes alone: pairs of uint64 (offset, length), then a CRC-32C of four bytes."""
    per_shard = tuple(s // i for s, i in zip(grid.shard, grid.inner))
    index_size = 16 * math.prod(per_shard) + 4
    shards = tuple(-(-n // s) for n, s in zip(shape, grid.shard))
    inner = tuple(-(-n // i) for n, i in zip(shape, grid.inner))
    absent_shards = absent_inner = size = 0
    for shard in np.ndindex(*shards):
        file = array_path.joinpath("c", *map(str, shard))
        offsets = np.full(per_shard, ABSENT, dtype="<u8")
        if file.exists():
            data = file.read_bytes()
            index = data[:index_size] if index_location == "start" else data[-index_size:]
            offsets = np.frombuffer(index[:-4], dtype="<u8").reshape(*per_shard, 2)[..., 0]
            size += len(data)
        else:
            absent_shards += 1
        for position in np.ndindex(*per_shard):
            inside = all(s * p + i < n for s, p, i, n in zip(shard, per_shard, position, inner))
            absent = offsets[position] == ABSENT
            if not inside and not absent:
                sys.exit(f"{file}: inner chunk {position} lies outside the array but is stored.")
            absent_inner += int(inside and absent)
    return Stored(math.prod(shards), absent_shards, math.prod(inner), absent_inner, size)


def check(path: Path, arrays: dict[str, np.ndarray], grid: Grid) -> None:
    group = zarr.open_group(path, mode="r")
    figures = ["| array | cells | missing | offset | scale | largest error | true mean | stored mean |"]
    storage = ["| array | shard index | shards | absent | inner chunks | absent | bytes |"]
    with xarray.open_zarr(path, consolidated=True) as dataset:
        for name, expected in arrays.items():
            array = group[name]
            packing = array.filters[0].to_dict()["configuration"]
            by_zarr = array[:]
            error = packing_error(by_zarr, expected, packing["scale"], name)
            if not np.array_equal(dataset[name].values.view("int32"), by_zarr.view("int32")):
                sys.exit(f"{name}: xarray and zarr read different values.")
            true_mean, mean = np.nanmean(expected, dtype="float64"), np.nanmean(by_zarr, dtype="float64")
            figures.append(
                f"| {name} | {expected.size:,} | {np.isnan(expected).sum():,} | {packing.get('offset', 'none')}"
                f" | {packing['scale']} | {error:.6f} | {true_mean:.7f} | {mean:.7f} |"
            )
            location = str(array.serializer.to_dict()["configuration"]["index_location"])
            storage.append(stored(path / name, grid, expected.shape, location).row(name, location))
    files = [file for file in path.rglob("*") if file.is_file()]
    print(f"{path.name}: {sum(file.stat().st_size for file in files):,} bytes in {len(files)} files")
    print("\n".join([*figures, "", *storage, ""]))


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    warnings.filterwarnings("ignore", message="Consolidated metadata is currently not part")
    warnings.filterwarnings("ignore", message="Combining a `sharding_indexed` codec disables partial reads")
    source, output = Path(sys.argv[1]), Path(sys.argv[2])
    navy_path, coads_path = output / "navy_winds.zarr", output / "coads.zarr"
    navy = make_navy_winds(read_source(source, "monthly_navy_winds.cdf"), navy_path)
    zarr.consolidate_metadata(navy_path)
    check(navy_path, navy, NAVY_GRID)
    coads = make_coads(read_source(source, "coads_climatology.cdf"), coads_path)
    zarr.consolidate_metadata(coads_path)
    check(coads_path, coads, COADS_GRID)


if __name__ == "__main__":
    main()
