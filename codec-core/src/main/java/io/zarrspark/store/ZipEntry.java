package io.zarrspark.store;

/**
 * A file in a zip file, as its directory describes it.
 *
 * @param nameBytes length of the name as it is stored
 * @param method how it is compressed: 0 not at all, 8 deflate
 * @param crc CRC-32 of the uncompressed bytes
 * @param headerPosition where its local header begins
 * @param limit where the directory begins, which headers and data lie before
 */
record ZipEntry(
    String name,
    int nameBytes,
    int method,
    int crc,
    long compressedSize,
    long size,
    long headerPosition,
    long limit) {}
