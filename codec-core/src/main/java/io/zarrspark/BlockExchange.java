package io.zarrspark;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.chunk.FillValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chunks of one array that several threads of a process need at about the same time, each for
 * another part of it: one of them decodes a chunk, all take it. Nobody waits for a slower one: of
 * the chunks that others have not taken yet, no more are kept than there are members, and who comes
 * too late decodes it again.
 *
 * <p>The cells of a chunk are read by several threads and written by none, until all members that
 * need them have {@linkplain #finish finished}; then their memory serves another chunk.
 */
final class BlockExchange {
  private static final Map<String, BlockExchange> OPEN = new HashMap<>();

  private final String name;
  private final List<Member> members = new ArrayList<>();
  private final Map<Long, Slot> slots = new LinkedHashMap<>();
  private final Deque<ChunkData> spare = new ArrayDeque<>();

  private BlockExchange(String name) {
    this.name = name;
  }

  /** A chunk that is being decoded, or is decoded. */
  static final class Slot {
    private final long chunk;
    private Content content;
    private int users = 1;

    private Slot(long chunk) {
      this.chunk = chunk;
    }

    /** Number of the chunk. */
    long chunk() {
      return chunk;
    }

    /** What it holds; null if the member that took it is to decode it. */
    Content content() {
      return content;
    }
  }

  /**
   * What a chunk holds.
   *
   * @param cells all its cells; null if it is absent
   * @param absentValue the value of all its cells if it is absent
   */
  record Content(ChunkData cells, FillValue absentValue) {}

  /** One thread's part in an exchange, from {@link #join} to {@link #close}. */
  static final class Member implements AutoCloseable {
    private final BlockExchange exchange;
    private final Set<Long> pending;

    private Member(BlockExchange exchange, Set<Long> pending) {
      this.exchange = exchange;
      this.pending = pending;
    }

    /**
     * The next chunk: one that is decoded, or one to decode. Waits only if all that are left are
     * being decoded by others.
     *
     * @return null if none is left
     */
    Slot take() throws InterruptedException {
      return exchange.take(this);
    }

    /** Elements that nobody uses, to decode a chunk to; null if there are none. */
    ChunkData spare() {
      return exchange.spare();
    }

    /** Hands a chunk that this member has decoded to the others. */
    void publish(Slot slot, Content content) {
      exchange.publish(slot, content);
    }

    /** Says that this member needs a chunk that it has taken no more, decoded or not. */
    void finish(Slot slot) {
      exchange.finish(this, slot);
    }

    @Override
    public void close() {
      exchange.leave(this);
    }
  }

  /**
   * Joins an exchange.
   *
   * @param name the same for all members, which read the same array
   * @param chunks numbers of the chunks that the member needs, in the order in which it would
   *     decode them
   */
  static Member join(String name, Collection<Long> chunks) {
    synchronized (OPEN) {
      BlockExchange exchange = OPEN.computeIfAbsent(name, BlockExchange::new);
      Member member = new Member(exchange, new LinkedHashSet<>(chunks));
      exchange.add(member);
      return member;
    }
  }

  private synchronized void add(Member member) {
    members.add(member);
  }

  private synchronized Slot take(Member member) throws InterruptedException {
    while (!member.pending.isEmpty()) {
      for (Slot slot : slots.values()) {
        if (slot.content != null && member.pending.contains(slot.chunk)) {
          slot.users++;
          return slot;
        }
      }
      for (long chunk : member.pending) {
        if (!slots.containsKey(chunk)) {
          makeRoom();
          Slot slot = new Slot(chunk);
          slots.put(chunk, slot);
          return slot;
        }
      }
      wait();
    }
    return null;
  }

  /** Drops the oldest of the chunks that wait for slower members. */
  private void makeRoom() {
    List<Slot> waiting =
        slots.values().stream().filter(slot -> slot.content != null && slot.users == 0).toList();
    for (int i = 0; i <= waiting.size() - members.size(); i++) {
      drop(waiting.get(i));
    }
  }

  private void drop(Slot slot) {
    slots.remove(slot.chunk);
    boolean hasCells = slot.content != null && slot.content.cells != null;
    // One that is being decoded and one that waits, for each member.
    if (hasCells && spare.size() + slots.size() < 2 * members.size()) {
      spare.add(slot.content.cells);
    }
  }

  private synchronized ChunkData spare() {
    return spare.poll();
  }

  private synchronized void publish(Slot slot, Content content) {
    slot.content = content;
    notifyAll();
  }

  private synchronized void finish(Member member, Slot slot) {
    member.pending.remove(slot.chunk);
    slot.users--;
    dropUnneeded(slot);
    notifyAll();
  }

  private void dropUnneeded(Slot slot) {
    boolean isNeeded =
        slot.content != null
            && members.stream().anyMatch(other -> other.pending.contains(slot.chunk));
    if (slot.users == 0 && !isNeeded) {
      drop(slot);
    }
  }

  private void leave(Member member) {
    synchronized (OPEN) {
      synchronized (this) {
        members.remove(member);
        List.copyOf(slots.values()).forEach(this::dropUnneeded);
        notifyAll();
        if (members.isEmpty()) {
          OPEN.remove(name);
        }
      }
    }
  }
}
