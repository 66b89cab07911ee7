package io.zarrspark.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zarrspark.chunk.ChunkGrid;
import io.zarrspark.type.Json;
import io.zarrspark.type.NumberType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RectilinearGridTest {
  private static ObjectNode document(long size, String chunks) throws IOException {
    ObjectNode document = ArrayTemplate.of(NumberType.INT16, size).toMetadata().toJson();
    document.set(
        "chunk_grid",
        Json.parse(
            "{\"name\":\"rectilinear\",\"configuration\":{\"kind\":\"inline\",\"chunk_shapes\":["
                + chunks
                + "]}}"));
    return document;
  }

  private static ChunkGrid grid(long size, String chunks) throws IOException {
    return ArrayMetadata.parse(document(size, chunks)).grid();
  }

  /** Extents of the chunks, and in brackets how much of each lies inside. */
  private static List<String> chunks(long size, String chunks) throws IOException {
    ChunkGrid grid = grid(size, chunks);
    List<String> found = new ArrayList<>();
    long start = 0;
    for (long chunk = 0; chunk < grid.chunks(0); chunk++) {
      assertThat(grid.start(0, chunk)).isEqualTo(start);
      int extent = grid.axis(0).extent(chunk);
      int inside = grid.extent(0, chunk);
      found.add(inside == extent ? "" + extent : extent + "(" + inside + ")");
      start += extent;
    }
    return found;
  }

  @Test
  void listsAndRuns() throws IOException {
    assertThat(chunks(10, "[3,3,4]")).containsExactly("3", "3", "4");
    assertThat(chunks(10, "[[3,2],4]")).containsExactly("3", "3", "4");
    assertThat(chunks(10, "[1,[2,3],[3,1]]")).containsExactly("1", "2", "2", "2", "3");
    assertThat(chunks(10, "[[5,1],[5,1]]")).containsExactly("5", "5");
    assertThat(grid(10, "[[5,1],[5,1]]").isRegular()).isTrue();
    assertThat(chunks(10, "4")).containsExactly("4", "4", "4(2)");
  }

  @Test
  void chunksBeyondTheArray() throws IOException {
    assertThat(chunks(10, "[3,3,8]"))
        .as("the last reaches beyond")
        .containsExactly("3", "3", "8(4)");
    assertThat(chunks(10, "[3,3,4,5]")).as("one lies outside").containsExactly("3", "3", "4");
    assertThat(chunks(5, "[[3,2],[4,2]]")).as("made shorter").containsExactly("3", "3(2)");
    assertThat(grid(5, "[[3,2],[4,2]]").isRegular()).isTrue();
  }

  @Test
  void dimensionsWithoutElements() throws IOException {
    for (String chunks :
        new String[] {"[]", "[3]", "[[3,2],4]", "[[2147483647,9223372036854775807]]"}) {
      assertThat(chunks(0, chunks)).as(chunks).isEmpty();
      assertThat(grid(0, chunks).isRegular()).isTrue();
    }
  }

  @Test
  void chunksThatDoNotCoverTheArray() {
    for (String chunks : new String[] {"[]", "[9]", "[[3,3]]", "[[1,2],[2,3]]"}) {
      assertThatThrownBy(() -> grid(10, chunks))
          .isInstanceOf(InvalidMetadataException.class)
          .hasMessageContaining("(" + chunks + " of chunk_shapes) cover ")
          .hasMessageEndingWith(" of 10 elements");
    }
  }

  /** Counts are numbers in a document; nothing may be made for each of them. */
  @Test
  void manyChunks() throws IOException {
    ChunkGrid grid = grid(Long.MAX_VALUE, "[2,[1,9223372036854775807],[3,9223372036854775807]]");
    assertThat(grid.chunks(0)).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(grid.axis(0).runs()).isEqualTo(2);
    assertThat(grid.start(0, Long.MAX_VALUE - 2)).isEqualTo(Long.MAX_VALUE - 1);
    grid = grid(1L << 40, "[[2147483647,2147483647],1]");
    assertThat(grid.chunks(0)).isEqualTo(513);
    assertThat(grid.isRegular()).isTrue();
    grid = grid(1L << 40, "[1,[2147483647,2147483647],1]");
    assertThat(grid.chunks(0)).isEqualTo(514);
    assertThat(grid.extent(0, 513)).isEqualTo(511);
  }

  @Test
  void numbersThatAreNoExtents() {
    for (String chunks :
        new String[] {
          "[0]",
          "[-1]",
          "[2147483648]",
          "[1.5]",
          "[\"3\"]",
          "[[3,0]]",
          "[[3]]",
          "[[3,1,1]]",
          "[[[3,1],1]]",
          "[null]",
          "0",
          "\"auto\"",
          "{}",
          "[[3,9223372036854775808]]"
        }) {
      assertThatThrownBy(() -> grid(10, chunks))
          .as(chunks)
          .isInstanceOf(InvalidMetadataException.class)
          .hasMessage(
              "chunk_shapes[0] is "
                  + chunks
                  + " but must be an integer above 0, or a list of such and of pairs [extent,"
                  + " count]");
    }
  }

  @Test
  void whatWasParsedIsWrittenAgain() throws IOException {
    assertWritten(10, "[3,3,4]", "[[3,2],4]");
    assertWritten(10, "[1,[2,3],3]", "[1,[2,3],3]");
    assertWritten(10, "[3,3,8]", "[[3,2],8]");
    assertWritten(14, "[3,3,4,4]", "[[3,2],[4,2]]");
  }

  private static void assertWritten(long size, String chunks, String written) throws IOException {
    ArrayMetadata metadata = ArrayMetadata.parse(document(size, chunks));
    assertThat(Json.write(metadata.toJson().get("chunk_grid")))
        .isEqualTo(Json.write(document(size, written).get("chunk_grid")));
    assertThat(ArrayMetadata.parse(metadata.toJson()).grid()).isEqualTo(metadata.grid());
  }
}
