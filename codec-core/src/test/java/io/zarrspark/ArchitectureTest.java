package io.zarrspark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of codec-core and what each may use, as the table in docs/architecture.md has it. */
@AnalyzeClasses(packages = "io.zarrspark", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesUseOnlyWhatTheTableAllows =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("api").definedBy("io.zarrspark")
          .layer("type").definedBy("io.zarrspark.type..")
          .layer("chunk").definedBy("io.zarrspark.chunk..")
          .layer("metadata").definedBy("io.zarrspark.metadata..")
          .layer("kernel").definedBy("io.zarrspark.kernel..")
          .layer("codec").definedBy("io.zarrspark.codec..")
          .layer("store").definedBy("io.zarrspark.store..")
          .layer("zarrjava").definedBy("io.zarrspark.zarrjava..")
          .whereLayer("type").mayNotAccessAnyLayer()
          .whereLayer("chunk").mayOnlyAccessLayers("type")
          .whereLayer("metadata").mayOnlyAccessLayers("type", "chunk")
          .whereLayer("kernel").mayOnlyAccessLayers("type", "chunk")
          .whereLayer("codec").mayOnlyAccessLayers("type", "chunk", "metadata", "kernel")
          .whereLayer("store").mayNotAccessAnyLayer()
          .whereLayer("zarrjava").mayNotBeAccessedByAnyLayer();

  @ArchTest
  static final ArchRule onlyZarrjavaNamesZarrJava =
      noClasses()
          .that().resideOutsideOfPackage("io.zarrspark.zarrjava..")
          .should().dependOnClassesThat().resideInAnyPackage("dev.zarr..", "ucar..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule noSparkHadoopOrScala =
      noClasses()
          .should().dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..", "scala..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule chunksKernelsAndStoresKnowNoJson =
      noClasses()
          .that().resideInAnyPackage(
              "io.zarrspark.chunk..", "io.zarrspark.kernel..", "io.zarrspark.store..")
          .should().dependOnClassesThat().resideInAnyPackage("com.fasterxml.jackson..")
          .allowEmptyShould(true);
}
