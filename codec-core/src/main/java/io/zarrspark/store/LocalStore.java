package io.zarrspark.store;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A directory of the local file system.
 *
 * <p>Not through Hadoop, whose checksummed local file system leaves {@code .crc} files inside the
 * store and fails once another tool has rewritten a chunk.
 */
public final class LocalStore implements Store {
  /** A channel reads to a buffer of its own first, which should not leave the second cache. */
  private static final int PIECE = 1 << 18;

  private final Path root;

  public LocalStore(Path root) {
    this.root = root;
  }

  @Override
  public Optional<StoredObject> open(String key) throws IOException {
    Path file = resolve(key);
    FileChannel channel;
    try {
      channel = FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (FileSystemException e) {
      // "Not a directory": the key continues below a file. Then nothing has that key.
      if (isBelowFile(file)) {
        return Optional.empty();
      }
      throw e;
    }
    try {
      // A directory opens on Linux and fails at the first read.
      if (Files.isDirectory(file)) {
        channel.close();
        return Optional.empty();
      }
      return Optional.of(new LocalObject(file, channel, channel.size()));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private boolean isBelowFile(Path file) {
    for (Path parent = file.getParent();
        parent != null && parent.startsWith(root);
        parent = parent.getParent()) {
      if (Files.isRegularFile(parent)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void put(String key, byte[] value) throws IOException {
    Path file = resolve(key);
    Files.createDirectories(file.getParent());
    // In the same directory, since a move is atomic within one file system only.
    Path temporary =
        file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      Files.write(temporary, value, StandardOpenOption.CREATE_NEW);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
    // Left by Hadoop's local file system; stale from now on, and fatal to its next reader.
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
  }

  @Override
  public boolean delete(String key) throws IOException {
    return Files.deleteIfExists(resolve(key));
  }

  @Override
  public List<String> childNames(String prefix) throws IOException {
    try (Stream<Path> children = Files.list(resolve(prefix))) {
      return children
          .filter(child -> Files.isDirectory(child))
          .map(child -> child.getFileName().toString())
          .sorted()
          .toList();
    } catch (NoSuchFileException e) {
      throw (IOException)
          new FileNotFoundException(locate(prefix) + " does not exist").initCause(e);
    }
  }

  @Override
  public String locate(String key) {
    return resolve(key).toString();
  }

  private Path resolve(String key) {
    Path path = root;
    for (String segment : key.split("/")) {
      if (segment.equals("..") || segment.equals(".")) {
        throw new IllegalArgumentException("the key " + key + " leaves the store");
      }
      if (!segment.isEmpty()) {
        path = path.resolve(segment);
      }
    }
    return path;
  }

  private record LocalObject(Path file, FileChannel channel, long size) implements StoredObject {
    @Override
    public void read(long position, byte[] target, int offset, int length) throws IOException {
      int done = 0;
      while (done < length) {
        ByteBuffer piece = ByteBuffer.wrap(target, offset + done, Math.min(PIECE, length - done));
        int read = channel.read(piece, position + done);
        if (read < 0) {
          throw new EOFException(
              file
                  + " ends before byte "
                  + (position + length)
                  + ", having had "
                  + size
                  + " bytes");
        }
        done += read;
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
