package io.zarrspark.codec;

import static io.zarrspark.codec.Chains.assertRefused;
import static io.zarrspark.codec.Chains.chain;
import static io.zarrspark.codec.Chains.decode;
import static io.zarrspark.codec.Chains.encode;
import static org.assertj.core.api.Assertions.assertThat;

import io.zarrspark.chunk.ChunkData;
import io.zarrspark.type.NumberType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReshapeCodecTest {
  private static final int[] SHAPE = {4, 5, 6, 3};

  private static String codec(String shape) {
    return "{'name': 'reshape', 'configuration': {'shape': " + shape + "}}";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[[0, 1], [2], 3]; 20 6 3",
        "[[0, 1], 2, 3, [3]]; 20 2 3 3",
        "[-1]; 360",
        "[-1, 6, 3]; 20 6 3",
        "[4, -1, [3]]; 4 30 3",
        "[[0, 1, 2, 3]]; 360",
        "[1, [0], [], -1]; 1 4 1 90",
        "[360]; 360"
      })
  void extentsFollowFromTheChunk(String shape, String extents) {
    CodecPipeline chain = chain(NumberType.INT32, SHAPE, codec(shape), "'bytes'");
    ArrayToArrayCodec reshape = (ArrayToArrayCodec) chain.codecs().get(0);
    assertThat(reshape.encoded().shape())
        .containsExactly(
            java.util.Arrays.stream(extents.split(" ")).mapToInt(Integer::parseInt).toArray());
    assertThat(reshape.encoded().fillValue()).isEqualTo(reshape.decoded().fillValue());
  }

  @Test
  void aScalarCanBecomeOneElement() {
    CodecPipeline chain = chain(NumberType.INT32, new int[0], codec("[1, -1]"), "'bytes'");
    assertThat(((ArrayToArrayCodec) chain.codecs().get(0)).encoded().shape()).containsExactly(1, 1);
  }

  @Test
  void transposingAfterwardsSeesTheNewShape() {
    CodecPipeline chain =
        chain(
            NumberType.UINT8,
            new int[] {2, 2, 3},
            codec("[[0, 1], [2]]"),
            "{'name': 'transpose', 'configuration': {'order': [1, 0]}}",
            "'bytes'");
    ChunkData elements = new ChunkData.Bytes(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    byte[] encoded = encode(chain, elements);
    assertThat(encoded).containsExactly(0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11);
    assertThat(decode(chain, encoded).array()).isEqualTo(elements.array());
  }

  @Test
  void aShardBehindItIsReadAsAWhole() {
    CodecPipeline chain =
        chain(
            NumberType.UINT8,
            new int[] {2, 6},
            codec("[-1, 4]"),
            "{'name': 'sharding_indexed', 'configuration': {'chunk_shape': [3, 2], 'codecs':"
                + " ['bytes'], 'index_codecs': ['bytes']}}");
    assertThat(chain.shardLayout()).isEmpty();
    ChunkData elements = new ChunkData.Bytes(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    byte[] encoded = encode(chain, elements);
    assertThat(encoded).startsWith(0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11);
    assertThat(decode(chain, encoded).array()).isEqualTo(elements.array());
  }

  private static void refused(String shape, String message) {
    assertRefused(NumberType.INT32, SHAPE, codec(shape), "'bytes'")
        .hasMessage("codecs[0]: reshape: " + message);
  }

  @Test
  void invalidShapesAreRefused() {
    refused("[-1, -1]", "the shape [-1,-1] has -1 more than once");
    refused(
        "[0, -1]",
        "the shape has the extent 0, which is no positive size, list of dimensions or -1");
    refused(
        "['x']",
        "the shape has the extent \"x\", which is no positive size, list of dimensions or -1");
    refused("[[4]]", "4 is none of the 4 dimensions of the chunk");
    refused("[[0.5]]", "0.5 is none of the 4 dimensions of the chunk");
    String ascend = " lists dimensions that do not ascend; to reorder them use \"transpose\"";
    refused("[[1], [0], -1]", "the shape [[1],[0],-1]" + ascend);
    refused("[[1, 0], -1]", "the shape [[1,0],-1]" + ascend);
    refused("[[0], [0], -1]", "the shape [[0],[0],-1]" + ascend);
    refused(
        "[7, 9]",
        "the shape [7,9] does not hold the 360 elements of a chunk of shape [4, 5, 6, 3]");
    refused(
        "[7, -1]",
        "the shape [7,-1] does not hold the 360 elements of a chunk of shape [4, 5, 6, 3]");
    refused(
        "[[1], -1]",
        "in the shape [[1],-1], dimension 0 does not run along the dimensions [1] of a chunk of"
            + " shape [4, 5, 6, 3]");
    refused(
        "[[0, 2], -1]",
        "in the shape [[0,2],-1], dimension 0 does not run along the dimensions [0,2] of a chunk"
            + " of shape [4, 5, 6, 3]");
    refused(
        "[2000000000, 2000000000, 2000000000, -1]",
        "the shape [2000000000,2000000000,2000000000,-1] has more elements than can be counted");
    assertRefused(NumberType.INT32, SHAPE, codec("7"), "'bytes'")
        .hasMessage(
            "codecs[0]: the configuration of reshape: \"shape\" is 7 but must be a list of sizes,"
                + " lists of dimensions and -1");
  }
}
