package io.zarrspark.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;

/** The packages of the connector and what each may use: the table in docs/architecture.md. */
@AnalyzeClasses(
    packages = "io.zarrspark.spark",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private record Row(String name, String... mayUse) {}

  /** {@code read} and {@code write} never name each other. */
  private static final Row[] TABLE = {
    new Row("schema"),
    new Row("plan", "schema"),
    new Row("vector"),
    new Row("aggregate", "schema"),
    new Row("read", "schema", "plan", "aggregate", "vector", "io"),
    new Row("write", "schema", "io"),
    new Row("inspect", "io"),
    new Row("parquet"),
    new Row("convert", "io", "parquet"),
    new Row("io"),
  };

  @ArchTest static final ArchRule packagesUseOnlyWhatTheTableAllows = tableRule();

  private static ArchRule tableRule() {
    LayeredArchitecture rule =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .withOptionalLayers(true)
            .layer("source")
            .definedBy("io.zarrspark.spark");
    for (Row row : TABLE) {
      rule = rule.layer(row.name).definedBy("io.zarrspark.spark." + row.name + "..");
    }
    for (Row row : TABLE) {
      rule =
          row.mayUse.length == 0
              ? rule.whereLayer(row.name).mayNotAccessAnyLayer()
              : rule.whereLayer(row.name).mayOnlyAccessLayers(row.mayUse);
    }
    return rule;
  }

  @ArchTest
  static final ArchRule planningDoesNoInputOrOutput =
      noClasses()
          .that()
          .resideInAPackage("io.zarrspark.spark.plan..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "java.nio.file..", "io.zarrspark.store..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule planningKnowsNoSession =
      noClasses()
          .that()
          .resideInAPackage("io.zarrspark.spark.plan..")
          .should()
          .dependOnClassesThat()
          .haveNameMatching("org\\.apache\\.spark\\.(SparkContext|sql\\.(SparkSession|Dataset).*)")
          .allowEmptyShould(true);

  /** One jar serves Scala 2.12 and 2.13, so it may name neither. */
  @ArchTest
  static final ArchRule noScala =
      noClasses().should().dependOnClassesThat().resideInAPackage("scala..").allowEmptyShould(true);

  @ArchTest
  static final ArchRule zarrJavaIsReachedThroughCodecCoreOnly =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.zarr..", "ucar..")
          .allowEmptyShould(true);
}
