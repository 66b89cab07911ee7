package io.zarrspark.store;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * A directory of the local file system.
 *
 * <p>Not through Hadoop, whose checksummed local file system leaves {@code .crc} files inside the
 * store and fails once another tool has rewritten a chunk.
 */
public final class LocalStore implements Store {
  /** A channel copies to or from a buffer of its own, which should not leave the second cache. */
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
    for (Path parent = file.equals(root) ? null : file.getParent();
        parent != null && parent.startsWith(root);
        parent = parent.getParent()) {
      if (Files.isRegularFile(parent)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void put(String key, ByteBuffer value) throws IOException {
    Path file = resolve(key);
    publish(file, value, temporary -> Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE));
    deleteChecksum(file);
  }

  @Override
  public boolean canPutIfAbsent() {
    return true;
  }

  @Override
  public boolean putIfAbsent(String key, byte[] value) throws IOException {
    Path file = resolve(key);
    try {
      // Unlike a move, a link never replaces.
      publish(file, ByteBuffer.wrap(value), temporary -> Files.createLink(file, temporary));
    } catch (FileAlreadyExistsException e) {
      if (e.getFile() != null && e.getFile().equals(file.toString())) {
        return false;
      }
      throw e;
    }
    deleteChecksum(file);
    return true;
  }

  /** What makes a written file the file it shall be. */
  private interface Publication {
    void publish(Path temporary) throws IOException;
  }

  private static void publish(Path file, ByteBuffer value, Publication publication)
      throws IOException {
    Files.createDirectories(file.getParent());
    // In the same directory, since a move is atomic within one file system only.
    Path temporary = file.resolveSibling(FileNames.temporary(file.getFileName().toString()));
    try {
      write(temporary, value);
      publication.publish(temporary);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void write(Path file, ByteBuffer value) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      int end = value.limit();
      while (value.position() < end) {
        value.limit(Math.min(end, value.position() + PIECE));
        channel.write(value);
      }
    }
  }

  /** Left by Hadoop's local file system; stale from now on, and fatal to its next reader. */
  private static void deleteChecksum(Path file) throws IOException {
    Files.deleteIfExists(file.resolveSibling(FileNames.checksum(file.getFileName().toString())));
  }

  /** Directories stay: somebody may be about to write into them, and an empty one is no node. */
  @Override
  public boolean delete(String key) throws IOException {
    Path file = resolve(key);
    if (Files.isDirectory(file) || isBelowFile(file)) {
      return false;
    }
    boolean existed = Files.deleteIfExists(file);
    if (existed) {
      deleteChecksum(file);
    }
    return existed;
  }

  @Override
  public void deleteAll(String key) throws IOException {
    Path start = resolve(key);
    if (!Files.isDirectory(start)) {
      delete(key);
      return;
    }
    // Links are not followed: what they lead to is not in the store alone. The root may be one.
    Path directory = start.equals(root) ? start.toRealPath() : start;
    Files.walkFileTree(
        directory,
        new Visitor() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            super.postVisitDirectory(visited, failure);
            if (!start.equals(root) || !visited.equals(directory)) {
              Files.deleteIfExists(visited);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public List<String> list(String key) throws IOException {
    Path start = resolve(key);
    if (isBelowFile(start)) {
      return List.of();
    }
    List<String> keys = new ArrayList<>();
    Files.walkFileTree(
        start,
        Set.of(FileVisitOption.FOLLOW_LINKS),
        Integer.MAX_VALUE,
        new Visitor() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!FileNames.isNoObject(file.getFileName().toString())) {
              StringJoiner joined = new StringJoiner("/");
              root.relativize(file).forEach(segment -> joined.add(segment.toString()));
              keys.add(joined.toString());
            }
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(keys);
    return keys;
  }

  /** Goes on where a file has just been deleted by somebody else. */
  private abstract static class Visitor extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }
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
