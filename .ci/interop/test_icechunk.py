"""Icechunk repositories, written by Icechunk itself in both versions of its specification, read as xarray reads them."""

from datetime import datetime, timedelta, timezone
from urllib.parse import quote

import icechunk
import numpy as np
import pytest
import xarray
import zarr
from cells import assert_same_cells
from conftest import EXAMPLES



class Repository:
    """A repository and its path. Small chunks are inline, manifests are split by months, locations are compressed."""

    def __init__(self, path, version):
        config = icechunk.RepositoryConfig.default()
        config.inline_chunk_threshold_bytes = 300
        months = {icechunk.ManifestSplitDimCondition.DimensionName("month"): 2}
        config.manifest = icechunk.ManifestConfig(
            splitting=icechunk.ManifestSplittingConfig.from_dict({icechunk.ManifestSplitCondition.AnyArray(): months}),
            virtual_chunk_location_compression=icechunk.ManifestVirtualChunkLocationCompressionConfig(min_num_chunks=50),
        )
        self.files = path / "files"
        self.files.mkdir()
        prefix = f"file://{quote(str(self.files))}/"
        config.set_virtual_chunk_container(
            icechunk.VirtualChunkContainer(prefix, icechunk.local_filesystem_store(str(self.files)), name="files")
        )
        self.path = str(path / "repository")
        self.repo = icechunk.Repository.create(
            icechunk.local_filesystem_storage(self.path),
            config=config,
            authorize_virtual_chunk_access={prefix: icechunk.credentials.LocalFileSystemAccess},
            spec_version=version,
        )

    def commit(self, change, branch="main"):
        """Commits what a function does to a store."""
        session = self.repo.writable_session(branch)
        change(session.store)
        return session.commit("a change")

    def url(self, name):
        return f"file://{quote(str(self.files / name))}"

    def dataset(self, group=None, **version):
        store = self.repo.readonly_session(**(version or {"branch": "main"})).store
        return xarray.open_zarr(store, group=group, chunks=None, consolidated=False).load()


@pytest.fixture(params=[1, 2], ids=["version 1", "version 2"])
def repository(request, tmp_path):
    return Repository(tmp_path, request.param)


def read(spark, repository, **options):
    return spark.read.format("zarr").options(**options).load(repository.path)


def months(dataset, *numbers):
    return dataset.sel(month=list(numbers))


def test_groups_are_read_with_absent_and_inline_chunks(spark, repository, coads):
    sparse = months(coads, 1, 2, 3).copy(deep=True)
    sparse["SLP"][1] = np.nan

    def write(store):
        coads.to_zarr(store, consolidated=False, encoding={name: {"chunks": (1, 30, 60)} for name in coads.data_vars})
        sparse.to_zarr(store, group="parts/of a year", consolidated=False, mode="a", write_empty_chunks=False)

    repository.commit(write)
    assert_same_cells(read(spark, repository).toArrow(), repository.dataset())
    part = read(spark, repository, group="parts/of a year").toArrow()
    assert_same_cells(part, repository.dataset("parts/of a year"))
    assert_same_cells(part, sparse)


def test_shards_are_read(spark, repository):
    with xarray.open_zarr(EXAMPLES / "navy_winds.zarr", chunks=None) as winds:
        year = winds.isel(time=slice(0, 12)).load()
    for variable in year.variables.values():
        variable.encoding = {}
    encoding = {name: {"shards": (4, 73, 144), "chunks": (1, 73, 48)} for name in year.data_vars}
    repository.commit(lambda store: year.to_zarr(store, consolidated=False, encoding=encoding))
    table = read(spark, repository)
    assert_same_cells(table.toArrow(), repository.dataset())
    few = table.where("lat > 60 and lon < 20").toArrow()
    assert_same_cells(few, year.sel(lat=year.lat[year.lat > 60], lon=year.lon[year.lon < 20]))


def test_chunks_of_different_extents_are_read(spark, tmp_path):
    repository = Repository(tmp_path, 2)
    values = np.arange(70, dtype="i4").reshape(10, 7)

    def write(store):
        with zarr.config.set({"array.rectilinear_chunks": True}):
            array = zarr.create_array(
                store, name="v", shape=(10, 7), chunks=[[3, 3, 4], [2, 5]], dtype="i4", dimension_names=["y", "x"]
            )
            array[...] = values

    repository.commit(write)
    table = read(spark, repository).orderBy("y", "x").toArrow()
    assert (table["v"].to_numpy() == values.reshape(-1)).all()


def test_branches_tags_and_snapshots_are_read(spark, repository, coads):
    first = repository.commit(lambda store: months(coads, 1, 2).to_zarr(store, consolidated=False))
    repository.repo.create_tag("a tag", snapshot_id=first)
    repository.repo.create_branch("dev", first)
    repository.commit(
        lambda store: months(coads, 7, 8).to_zarr(store, consolidated=False, mode="w"), branch="dev"
    )
    repository.commit(lambda store: months(coads, 3).to_zarr(store, append_dim="month", consolidated=False))
    repository.commit(lambda store: months(coads, 4, 5).to_zarr(store, append_dim="month", consolidated=False))

    assert_same_cells(read(spark, repository).toArrow(), months(coads, 1, 2, 3, 4, 5))
    assert_same_cells(read(spark, repository, tag="a tag").toArrow(), repository.dataset(tag="a tag"))
    assert_same_cells(read(spark, repository, snapshotId=first).toArrow(), months(coads, 1, 2))
    assert_same_cells(read(spark, repository, branch="dev").toArrow(), repository.dataset(branch="dev"))
    with pytest.raises(Exception, match=r'The option tag is "none" but must be one of .*: \[a tag\]'):
        read(spark, repository, tag="none")


def test_a_commit_during_a_read_changes_nothing_of_it(spark, repository, coads):
    repository.commit(lambda store: coads.to_zarr(store, consolidated=False))
    before = repository.dataset()
    # A task a month or so, which are run one after the other as the rows are wanted.
    table = read(spark, repository, maxPartitionBytes="1m")
    assert table.rdd.getNumPartitions() > 4
    rows = table.select("month", "lat", "lon", "SST").toLocalIterator()
    read_rows = [next(rows)]

    def overwrite(store):
        zarr.open_array(store, path="SST")[...] = 45.0
        zarr.open_array(store, path="month")[...] += 100

    repository.commit(overwrite)
    read_rows += rows
    assert len(read_rows) == before.SST.size
    assert {row.month for row in read_rows} == set(before.month.values)
    values = np.array([np.nan if row.SST is None else row.SST for row in read_rows], "f4")
    assert np.nanmax(values) == np.nanmax(before.SST.values) < 45
    assert np.isnan(values).sum() == np.isnan(before.SST.values).sum()
    assert read(spark, repository).agg({"SST": "min"}).head()[0] == 45


def virtual_array(repository, name, shape, chunks, **checksum):
    """An array of int32, whose chunks are one after the other in a file of little-endian numbers."""
    values = np.arange(np.prod(shape), dtype="<i4").reshape(shape)
    grid = [range(0, size, chunk) for size, chunk in zip(shape, chunks)]
    starts = np.stack(np.meshgrid(*grid, indexing="ij"), -1).reshape(-1, len(shape))
    pieces = [values[tuple(slice(s, s + c) for s, c in zip(start, chunks))] for start in starts]
    (repository.files / name).write_bytes(b"head" + b"".join(piece.tobytes() for piece in pieces))

    def write(store):
        array = zarr.create_array(
            store, name="v", shape=shape, chunks=chunks, dtype="i4", dimension_names=["y", "x"], compressors=None
        )
        offset = 4
        for start, piece in zip(starts, pieces):
            key = "/".join(str(s // c) for s, c in zip(start, array.chunks))
            store.set_virtual_ref(f"v/c/{key}", repository.url(name), offset=offset, length=piece.nbytes, **checksum)
            offset += piece.nbytes

    repository.commit(write)
    return values


def test_virtual_chunks_are_read(spark, repository):
    values = virtual_array(repository, "dätä #1 +%.bin", (20, 30), (2, 5))
    assert (repository.dataset().v.values == values).all()
    table = read(spark, repository).orderBy("y", "x").toArrow()
    assert (table["v"].to_numpy() == values.reshape(-1)).all()


def test_a_virtual_chunk_of_a_file_that_is_gone_is_an_error(spark, repository):
    virtual_array(repository, "gone.bin", (4, 5), (2, 5))
    (repository.files / "gone.bin").unlink()
    with pytest.raises(Exception, match=r"Cannot read what .*v/c/0/0 refers to: .*gone.bin does not exist"):
        read(spark, repository).toArrow()


def test_a_virtual_chunk_of_a_file_that_has_not_changed_since_is_read(spark, repository):
    later = datetime.now(timezone.utc) + timedelta(hours=1)
    values = virtual_array(repository, "kept.bin", (4, 5), (2, 5), checksum=later)
    assert (read(spark, repository).orderBy("y", "x").toArrow()["v"].to_numpy() == values.reshape(-1)).all()


def test_a_virtual_chunk_of_a_file_that_has_changed_since_is_an_error(spark, repository):
    earlier = datetime.now(timezone.utc) - timedelta(hours=1)
    virtual_array(repository, "changed.bin", (4, 5), (2, 5), checksum=earlier)
    with pytest.raises(Exception, match="has changed since"):
        read(spark, repository).toArrow()
    with pytest.raises(icechunk.IcechunkError):
        repository.dataset()


def test_a_virtual_chunk_relative_to_a_container_is_an_error(spark, tmp_path):
    repository = Repository(tmp_path, 2)
    (repository.files / "v.bin").write_bytes(bytes(8))

    def write(store):
        zarr.create_array(store, name="v", shape=(2,), chunks=(2,), dtype="i4", dimension_names=["x"], compressors=None)
        store.set_virtual_ref("v/c/0", "vcc://files/v.bin", offset=0, length=8)

    repository.commit(write)
    assert (repository.dataset().v.values == 0).all()
    with pytest.raises(Exception, match=r"v/c/0: it lies in vcc://files/v.bin, and where the containers .* is not read"):
        read(spark, repository).toArrow()


def test_moved_nodes_are_read_where_they_are(spark, tmp_path, coads):
    repository = Repository(tmp_path, 2)
    repository.commit(lambda store: months(coads, 1, 2).to_zarr(store, group="old/place", consolidated=False))
    session = repository.repo.rearrange_session("main")
    session.move("/old/place", "/new")
    session.commit("moved")
    assert_same_cells(read(spark, repository, group="new").toArrow(), months(coads, 1, 2))


def test_an_upgraded_repository_is_read(spark, tmp_path, coads):
    repository = Repository(tmp_path, 1)
    first = repository.commit(lambda store: months(coads, 1, 2).to_zarr(store, consolidated=False))
    repository.repo.create_tag("old", snapshot_id=first)
    repository.repo = icechunk.upgrade_icechunk_repository(repository.repo, dry_run=False)
    repository.commit(lambda store: months(coads, 3).to_zarr(store, append_dim="month", consolidated=False))
    assert_same_cells(read(spark, repository).toArrow(), months(coads, 1, 2, 3))
    assert_same_cells(read(spark, repository, tag="old").toArrow(), months(coads, 1, 2))


def test_a_repository_is_converted(spark, repository, coads, tmp_path):
    repository.commit(lambda store: months(coads, 1, 2).to_zarr(store, consolidated=False))
    convert = spark._jvm.io.zarrspark.spark.ZarrConvert
    source = f"icechunk://::{repository.path}"
    for verb, target in (["recode"], tmp_path / "recoded.zarr"), (["copy"], tmp_path / "copied.zarr"):
        convert.run(spark._jsparkSession, [*verb, source, str(target)])
        with xarray.open_zarr(target, chunks=None, consolidated=False) as converted:
            assert_same_cells(read(spark, repository).toArrow(), converted.load())
