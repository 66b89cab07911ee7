package io.zarrspark.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of the connector and what each may use, as the table in docs/architecture.md has it. */
@AnalyzeClasses(packages = "io.zarrspark.spark", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesUseOnlyWhatTheTableAllows =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("source").definedBy("io.zarrspark.spark")
          .layer("schema").definedBy("io.zarrspark.spark.schema..")
          .layer("plan").definedBy("io.zarrspark.spark.plan..")
          .layer("vector").definedBy("io.zarrspark.spark.vector..")
          .layer("read").definedBy("io.zarrspark.spark.read..")
          .layer("write").definedBy("io.zarrspark.spark.write..")
          .layer("io").definedBy("io.zarrspark.spark.io..")
          .whereLayer("schema").mayNotAccessAnyLayer()
          .whereLayer("plan").mayOnlyAccessLayers("schema")
          .whereLayer("vector").mayNotAccessAnyLayer()
          .whereLayer("read").mayOnlyAccessLayers("schema", "plan", "vector", "io")
          .whereLayer("write").mayOnlyAccessLayers("schema", "io")
          .whereLayer("io").mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule readNeverNamesWrite =
      noClasses()
          .that().resideInAPackage("io.zarrspark.spark.read..")
          .should().dependOnClassesThat().resideInAPackage("io.zarrspark.spark.write..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule writeNeverNamesRead =
      noClasses()
          .that().resideInAPackage("io.zarrspark.spark.write..")
          .should().dependOnClassesThat().resideInAPackage("io.zarrspark.spark.read..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule planningDoesNoInputOrOutput =
      noClasses()
          .that().resideInAPackage("io.zarrspark.spark.plan..")
          .should().dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "java.nio.file..", "io.zarrspark.store..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule planningKnowsNoSession =
      noClasses()
          .that().resideInAPackage("io.zarrspark.spark.plan..")
          .should().dependOnClassesThat()
          .haveNameMatching("org\\.apache\\.spark\\.(SparkContext|sql\\.(SparkSession|Dataset).*)")
          .allowEmptyShould(true);

  /** One jar serves Scala 2.12 and 2.13, so it may name neither. */
  @ArchTest
  static final ArchRule noScala =
      noClasses()
          .should().dependOnClassesThat().resideInAPackage("scala..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule zarrJavaIsReachedThroughCodecCoreOnly =
      noClasses()
          .should().dependOnClassesThat().resideInAnyPackage("dev.zarr..", "ucar..")
          .allowEmptyShould(true);
}
