package io.holdfast.exchange.jgroups;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** A carrier knows whom it carries for, and nothing of what they decide. */
@AnalyzeClasses(
    packages = "io.holdfast.exchange.jgroups",
    importOptions = ImportOption.DoNotIncludeTests.class)
class RoomTest {

  @ArchTest
  static final ArchRule IT_KNOWS_EXCHANGES_FILES_AND_SOCKETS =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.holdfast.exchange.jgroups",
              "io.holdfast.clock",
              "io.holdfast.json",
              "io.holdfast.litmus.cluster",
              "io.holdfast.posix",
              "java.io",
              "java.lang..",
              "java.net",
              "java.nio",
              "java.nio.charset",
              "java.security",
              "java.util..",
              "javax.crypto..",
              "javax.net..",
              "org.jgroups..",
              "org.jspecify..");
}
