package io.holdfast;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The floors of the house: which room may know which. An empty room keeps its rule. */
@AnalyzeClasses(packages = "io.holdfast", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String JDK = "java..";
  private static final String JSPECIFY = "org.jspecify..";

  @ArchTest static final ArchRule POSIX_KNOWS_NOTHING_ABOVE_IT = room("posix", JDK, JSPECIFY);

  @ArchTest static final ArchRule CLOCK_KNOWS_NOTHING = room("clock", JDK, JSPECIFY);

  @ArchTest static final ArchRule DIGEST_KNOWS_NOTHING = room("digest", JDK, JSPECIFY);

  @ArchTest
  static final ArchRule NATIVES_KNOWS_ONLY_THE_PLATFORM =
      room("natives", JDK, JSPECIFY, "io.holdfast.posix..");

  @ArchTest
  static final ArchRule CARRIER_KNOWS_POSIX_AND_NATIVE_FILES =
      room("carrier", JDK, JSPECIFY, "io.holdfast.natives..", "io.holdfast.posix..");

  @ArchTest
  static final ArchRule ONLY_BINDINGS_KNOW_THE_CARRIER =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.holdfast.carrier..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.holdfast.carrier..");

  @ArchTest
  static final ArchRule MOUNT_KNOWS_ONLY_POSIX =
      room("mount", JDK, JSPECIFY, "io.holdfast.posix..");

  @ArchTest
  static final ArchRule DURABLE_KNOWS_POSIX_AND_NO_TIME =
      room("durable", JDK, JSPECIFY, "jdk.jfr..", "io.holdfast.digest..", "io.holdfast.posix..");

  @ArchTest
  static final ArchRule LEASE_KNOWS_NO_TARGETS_AND_NO_LITMUS =
      forbidden("lease", "target", "result", "dispatch", "litmus", "qualification", "natives");

  @ArchTest
  static final ArchRule TARGET_KNOWS_NO_SCHEDULER_AND_NO_LITMUS =
      forbidden("target", "result", "dispatch", "litmus", "qualification", "natives");

  @ArchTest
  static final ArchRule RESULT_KNOWS_LEASES_AND_WHAT_THEY_STAND_ON =
      room(
          "result",
          JDK,
          JSPECIFY,
          "io.holdfast.digest..",
          "io.holdfast.posix..",
          "io.holdfast.json..",
          "io.holdfast.durable..",
          "io.holdfast.lease..");

  @ArchTest
  static final ArchRule DISPATCH_KNOWS_NO_FILES =
      forbidden("dispatch", "posix", "durable", "litmus", "qualification", "natives");

  @ArchTest
  static final ArchRule LITMUS_KNOWS_NO_LEASES =
      forbidden("litmus", "lease", "target", "dispatch", "qualification");

  @ArchTest
  static final ArchRule QUALIFICATION_KNOWS_NO_LEASE_INTERNALS =
      forbidden("qualification", "lease", "target", "dispatch", "natives");

  @ArchTest
  static final ArchRule NOBODY_HERE_KNOWS_WHAT_CARRIES_FRAMES_BETWEEN_PROCESSES =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.holdfast.exchange..", "org.jgroups..");

  @ArchTest
  static final ArchRule ROOT_TRUST_IS_ANSWERED_BY_QUALIFICATION_ALONE =
      classes()
          .that()
          .implement("io.holdfast.durable.RootTrust")
          .should()
          .resideInAPackage("io.holdfast.qualification..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule ONE_HOST_IDENTITY_BESIDE_THE_MADE_UP_ONES =
      classes()
          .that()
          .implement("io.holdfast.litmus.HostIdentity")
          .should()
          .haveFullyQualifiedName("io.holdfast.litmus.KernelHostIdentity")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule FILES_OF_THE_JDK_ONLY_WHERE_NATIVE_FILES_ARE_LOOKED_FOR =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.holdfast.natives..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.nio.file..");

  @ArchTest
  static final ArchRule NATIVE_FILES_ARE_LOOKED_FOR_WITHOUT_POSIX =
      noClasses()
          .that()
          .resideInAPackage("io.holdfast.natives..")
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.holdfast.posix.Posix");

  @ArchTest
  static final ArchRule NOBODY_HERE_ENDS_THE_PROCESS =
      noClasses()
          .should()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "halt", int.class);

  /** A room that depends on nothing but itself and the named packages. */
  private static ArchRule room(String name, String... known) {
    String[] allowed = new String[known.length + 1];
    allowed[0] = "io.holdfast." + name + "..";
    System.arraycopy(known, 0, allowed, 1, known.length);
    return classes()
        .that()
        .resideInAPackage(allowed[0])
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed)
        .allowEmptyShould(true);
  }

  /** A room that must not know others of this house. */
  private static ArchRule forbidden(String name, String... rooms) {
    String[] packages = new String[rooms.length];
    for (int i = 0; i < rooms.length; i++) {
      packages[i] = "io.holdfast." + rooms[i] + "..";
    }
    return noClasses()
        .that()
        .resideInAPackage("io.holdfast." + name + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages)
        .allowEmptyShould(true);
  }
}
