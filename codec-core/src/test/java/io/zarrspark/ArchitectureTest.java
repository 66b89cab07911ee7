package io.zarrspark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;

/** The packages of codec-core and what each may use: the table in docs/architecture.md. */
@AnalyzeClasses(packages = "io.zarrspark", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private record Row(String name, String... mayUse) {}

  private static final Row[] TABLE = {
    new Row("type"),
    new Row("chunk", "type"),
    new Row("metadata", "type", "chunk"),
    new Row("kernel", "type", "chunk"),
    new Row("codec", "type", "chunk", "metadata", "kernel"),
    new Row("store"),
  };

  @ArchTest static final ArchRule packagesUseOnlyWhatTheTableAllows = tableRule();

  private static ArchRule tableRule() {
    LayeredArchitecture rule =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .withOptionalLayers(true)
            .layer("api")
            .definedBy("io.zarrspark")
            .layer("zarrjava")
            .definedBy("io.zarrspark.zarrjava..")
            .whereLayer("zarrjava")
            .mayNotBeAccessedByAnyLayer();
    for (Row row : TABLE) {
      rule = rule.layer(row.name).definedBy("io.zarrspark." + row.name + "..");
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
  static final ArchRule onlyZarrjavaNamesZarrJava =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.zarrspark.zarrjava..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.zarr..", "ucar..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule noSparkHadoopOrScala =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..", "scala..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule chunksKernelsAndStoresKnowNoJson =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.zarrspark.chunk..", "io.zarrspark.kernel..", "io.zarrspark.store..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.fasterxml.jackson..")
          .allowEmptyShould(true);
}
