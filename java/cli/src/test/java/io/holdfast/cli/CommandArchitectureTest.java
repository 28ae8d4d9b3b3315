package io.holdfast.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.holdfast.posix.Posix;

/** Who ends the process and with what; checked over commands, lab, binding and core together. */
@AnalyzeClasses(packages = "io.holdfast", importOptions = ImportOption.DoNotIncludeTests.class)
class CommandArchitectureTest {

  private static final String[] BINDINGS = {
    "io.holdfast.jni..", "io.holdfast.ffm..", "io.holdfast.jna..", "io.holdfast.jnr.."
  };

  @ArchTest
  static final ArchRule ONLY_MAIN_ENDS_THE_PROCESS =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.holdfast.cli.Main")
          .should()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "exit", int.class);

  /** A process of the lab or of a campaign goes at once when what started it has gone. */
  @ArchTest
  static final ArchRule ONLY_PROCESSES_THAT_WERE_STARTED_BY_ONE_HALT =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.holdfast.lab.LabNamespace")
          .and()
          .doNotHaveFullyQualifiedName("io.holdfast.lab.shared.CutMain")
          .and()
          .doNotHaveFullyQualifiedName("io.holdfast.lab.shared.SteppedHolderMain")
          .and()
          .doNotHaveFullyQualifiedName("io.holdfast.campaign.crew.CoordinatorProgram")
          .and()
          .doNotHaveFullyQualifiedName("io.holdfast.campaign.crew.Lifeline")
          .should()
          .callMethod(Runtime.class, "halt", int.class);

  @ArchTest
  static final ArchRule COMMANDS_ANSWER_AN_EXIT_CODE =
      methods()
          .that()
          .areDeclaredInClassesThat()
          .implement(Subcommand.class)
          .and()
          .haveName("run")
          .should()
          .haveRawReturnType(ExitCode.class);

  @ArchTest
  static final ArchRule ONLY_THE_PARSER_TURNS_AN_EXIT_CODE_INTO_A_NUMBER =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.holdfast.cli.Cli")
          .and()
          .doNotHaveFullyQualifiedName("io.holdfast.cli.Main")
          .and()
          .doNotHaveFullyQualifiedName("io.holdfast.cli.ExitCode")
          .should()
          .callMethod(ExitCode.class, "code")
          .orShould()
          .callMethod(ExitCode.class, "pluginCode")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("picocli.CommandLine$ExitCode");

  /** Rigs put storage up with the JDK's own means, and ask about it with Posix. */
  @ArchTest
  static final ArchRule FILES_OF_THE_JDK_NEVER_BESIDE_POSIX =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.holdfast.lab..")
          .and(
              describe(
                  "use Posix",
                  user ->
                      user.getDirectDependenciesFromSelf().stream()
                          .anyMatch(d -> d.getTargetClass().isEquivalentTo(Posix.class))))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.nio.file..");

  @ArchTest
  static final ArchRule REPORTS_ARE_RENDERED_WITHOUT_A_SYSTEM_CALL =
      noClasses()
          .that()
          .resideInAPackage("io.holdfast.cli.report..")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.holdfast.posix.Posix")
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("java.nio.file..")
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("io.holdfast.natives..");

  /** AWT is slow to load, and not everywhere to be had. */
  @ArchTest
  static final ArchRule ONLY_PLOTS_KNOW_THE_CHART_LIBRARY =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.holdfast.cli.plot..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.awt..", "javax.swing..", "org.knowm..", "de.erichseifert..");

  @ArchTest
  static final ArchRule THE_MPI_CARRIER_KNOWS_PIPES_AND_NO_LITMUS =
      classes()
          .that()
          .resideInAPackage("io.holdfast.exchange.mpi..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "io.holdfast.exchange.mpi..",
                      "io.holdfast.posix..",
                      "io.holdfast.clock..",
                      "java..",
                      "org.jspecify..")
                  .or(nameMatching("io\\.holdfast\\.litmus\\.cluster\\.Exchange.*")));

  @ArchTest
  static final ArchRule BINDINGS_ARE_FOUND_NOT_NAMED =
      classes()
          .that()
          .resideInAnyPackage(BINDINGS)
          .should()
          .onlyBeAccessed()
          .byAnyPackage(BINDINGS);
}
