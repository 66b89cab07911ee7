"""Writes the stores of this folder with zarr-python: `python generate.py OUTPUT_FOLDER`.

zarr 3.4.2, numcodecs 0.17.1, numpy 2.5.5. `values.json` of each holds what zarr-python reads back: strings as
they are, bytes in hex.
"""

import json
import pathlib
import sys
import warnings

import numpy
import zarr
from zarr.codecs import BytesCodec, Crc32cCodec, GzipCodec, ShardingCodec, VLenBytesCodec, VLenUTF8Codec, ZstdCodec
from zarr.dtype import VariableLengthBytes

warnings.simplefilter("ignore")
OUT = pathlib.Path(sys.argv[1])


def write(case, array, values, show):
    array[...] = values
    read = zarr.open_array(OUT / case / "data.zarr")[...]
    (OUT / case / "values.json").write_text(json.dumps([show(v) for v in read.ravel()], ensure_ascii=False) + "\n")


texts = numpy.array(
    [["", "a", "Zürich"], ["日本語", "emoji 🌊", "tab\tquote\""], ["x" * 300, " ", "last"]], dtype=object
)
for case, codecs in {
    "strings_zstd": dict(serializer=VLenUTF8Codec(), compressors=[ZstdCodec(level=3)]),
    "strings_plain": dict(serializer=VLenUTF8Codec(), compressors=None),
}.items():
    array = zarr.create_array(
        OUT / case / "data.zarr", shape=(3, 3), chunks=(2, 2), dtype=str, fill_value="n/a", overwrite=True, **codecs
    )
    write(case, array, texts, str)

array = zarr.create_array(
    OUT / "strings_sharded" / "data.zarr", shape=(4, 4), chunks=(2, 2), shards=(4, 4), dtype=str, fill_value="none",
    overwrite=True,
)
sharded = numpy.full((4, 4), "none", dtype=object)
sharded[:2, 2:] = [["inner", "chunk"], ["of a", "shard"]]
write("strings_sharded", array, sharded, str)

blobs = numpy.empty((5,), dtype=object)
blobs[:] = [b"", b"\x00\xff", b"abc", b"\x80" * 40, b"end"]
array = zarr.create_array(
    OUT / "bytes_gzip" / "data.zarr", shape=(5,), chunks=(2,), dtype=VariableLengthBytes(), fill_value=b"\x01\x02",
    serializer=VLenBytesCodec(), compressors=[GzipCodec(level=5)], overwrite=True,
)
write("bytes_gzip", array, blobs, lambda value: bytes(value).hex())
