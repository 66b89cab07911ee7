"""Makes the repositories beside it: python make_fixtures.py

The same commits in version 1 and 2 of Icechunk's specification. Made with icechunk and zarr as README.md lists them.
"""

import hashlib
import shutil
from pathlib import Path

import icechunk
import numpy as np
import zarr

here = Path(__file__).parent


def config():
    """Chunks of more than 40 bytes are files of their own; a manifest has the chunks of two times of air."""
    made = icechunk.RepositoryConfig.default()
    made.inline_chunk_threshold_bytes = 40
    times = {icechunk.ManifestSplitDimCondition.DimensionName("t"): 2}
    air = {icechunk.ManifestSplitCondition.name_matches("^air$"): times}
    made.manifest = icechunk.ManifestConfig(splitting=icechunk.ManifestSplittingConfig.from_dict(air))
    return made


def air(times):
    """air[t, y, x] = 100 t + 10 y + x."""
    t, y, x = np.ogrid[0:times, 0:4, 0:6]
    return (100 * t + 10 * y + x).astype("f4")


def array(group, name, values, chunks, dims, **more):
    made = group.create_array(
        name, shape=values.shape, chunks=chunks, dtype=values.dtype, dimension_names=dims, compressors=None, **more
    )
    made[...] = values
    return made


def make(name, version):
    shutil.rmtree(here / name, ignore_errors=True)
    storage = icechunk.local_filesystem_storage(str(here / name))
    repo = icechunk.Repository.create(storage, config=config(), spec_version=version)

    session = repo.writable_session("main")
    root = zarr.create_group(session.store)
    array(root, "t", np.arange(4) * 10, (4,), ["t"])
    # The chunks of the last time, and those of y = 0 and 1 of the one before, are not written.
    written = array(root, "air", air(4)[:2], (1, 2, 6), ["t", "y", "x"], fill_value=-1)
    written.resize((4, 4, 6))
    written[2, 2:] = air(4)[2, 2:]
    deep = root.create_group("surface ä/daily")
    array(deep, "rain", np.arange(24, dtype="i2").reshape(4, 6), (2, 3), ["y", "x"], shards=(4, 6))
    array(root, "height", np.asarray(1.5), (), [])
    first = session.commit("first")
    repo.create_tag("v1", snapshot_id=first)
    repo.create_tag("wrong", snapshot_id=first)
    repo.delete_tag("wrong")

    session = repo.writable_session("main")
    root = zarr.open_group(session.store)
    for grown, values in [("t", np.arange(6) * 10), ("air", air(6))]:
        root[grown].resize(values.shape)
        root[grown][4:] = values[4:]
    session.commit("two more times")

    repo.create_branch("dev", first)
    session = repo.writable_session("dev")
    zarr.open_group(session.store)["air"][0] = 7
    array(zarr.open_group(session.store), "far", np.arange(2, dtype="i4"), (1,), ["far_x"], fill_value=-1)
    for chunk in range(2):
        url = "file:///no/such/fol%20der/far.bin"
        session.store.set_virtual_ref(f"far/c/{chunk}", url, offset=4 * chunk, length=4, validate_container=False)
    # In an object of the bytes 0 to 7, as its ETag says, which is the MD5 of them, and in one that had other bytes.
    array(zarr.open_group(session.store), "tagged", np.arange(2, dtype="i4"), (1,), ["tagged_x"], fill_value=-1)
    for chunk, content in enumerate([bytes(range(8)), b"other"]):
        url, etag = "s3://zarr-virtual/a%20b/tagged.bin", f'"{hashlib.md5(content).hexdigest()}"'
        session.store.set_virtual_ref(
            f"tagged/c/{chunk}", url, offset=4 * chunk, length=4, checksum=etag, validate_container=False
        )
    session.commit("sevens, and chunks that are elsewhere")

    # Who reads does not need them.
    for folder in ["transactions", "overwritten"]:
        shutil.rmtree(here / name / folder, ignore_errors=True)


make("version1", 1)
make("version2", 2)
