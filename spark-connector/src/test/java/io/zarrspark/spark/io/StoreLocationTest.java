package io.zarrspark.spark.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreLocationTest {
  @ParameterizedTest
  @CsvSource({
    "s3a://b/a.zarr,s3a://b/a.zarr",
    "s3a://b/a.ZIP,zip://::s3a://b/a.ZIP",
    "https://h/a.zip,zip://::https://h/a.zip",
    "s3a://b/a.json,reference://::s3a://b/a.json",
    "s3a://b/a.parq/,reference://::s3a://b/a.parq/",
    "s3a://b/a.parquet,reference://::s3a://b/a.parquet",
    "s3a://b/a/zarr.json,s3a://b/a/zarr.json",
    "zip://x/y::s3a://b/a.bin,zip://x/y::s3a://b/a.bin",
    "icechunk://::s3a://b/a,icechunk://::s3a://b/a",
    "icechunk@1CECHNKREP0F1RSTCMT0://g/v::file:/a,icechunk@1CECHNKREP0F1RSTCMT0://g/v::file:/a",
    "missingOnAccessDenied::s3a://b/a.zip,missingOnAccessDenied::zip://::s3a://b/a.zip",
  })
  void aPathTellsWhatItIs(String path, String location) {
    assertThat(StoreLocation.ofUser(path)).hasToString(location);
    assertThat(StoreLocation.parse(location)).hasToString(location);
  }

  @ParameterizedTest
  @CsvSource({
    "s3a://b/a/v,s3a://b/a,v",
    "s3a://b,,b",
    "file:/a/v,file:/a,v",
    "file:/a,,a",
    "https://h/v,https://h,v",
    "zip://g/v::s3a://b/a.zip,zip://g::s3a://b/a.zip,v",
    "zip://v::s3a://b/a.zip,zip://::s3a://b/a.zip,v",
    "zip://::s3a://b/a.zip,,''",
    "icechunk@ID://g/v::s3a://b/a,icechunk@ID://g::s3a://b/a,v",
    "missingOnAccessDenied::s3a://b/a/v,missingOnAccessDenied::s3a://b/a,v",
  })
  void aNodeHasANameInItsGroup(String location, String parent, String name) {
    StoreLocation node = StoreLocation.parse(location);
    assertThat(node.parent().map(StoreLocation::toString)).isEqualTo(Optional.ofNullable(parent));
    assertThat(node.name()).isEqualTo(name);
  }

  @Test
  void groupsLieBelow() {
    assertThat(StoreLocation.parse("s3a://b/a").child("g/v")).hasToString("s3a://b/a/g/v");
    assertThat(StoreLocation.parse("zip://::s3a://b/a.zip").child("g").child("v"))
        .hasToString("zip://g/v::s3a://b/a.zip");
  }
}
