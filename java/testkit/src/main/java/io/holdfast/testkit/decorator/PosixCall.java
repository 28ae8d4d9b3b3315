package io.holdfast.testkit.decorator;

import static io.holdfast.testkit.decorator.PosixCall.Argument.BITS;
import static io.holdfast.testkit.decorator.PosixCall.Argument.DESCRIPTOR;
import static io.holdfast.testkit.decorator.PosixCall.Argument.LOCK_COMMAND;
import static io.holdfast.testkit.decorator.PosixCall.Argument.LOCK_OPERATION;
import static io.holdfast.testkit.decorator.PosixCall.Argument.LOCK_TYPE;
import static io.holdfast.testkit.decorator.PosixCall.Argument.MODE;
import static io.holdfast.testkit.decorator.PosixCall.Argument.NAME;
import static io.holdfast.testkit.decorator.PosixCall.Argument.NUMBER;
import static io.holdfast.testkit.decorator.PosixCall.Argument.OPEN_FLAGS;
import static io.holdfast.testkit.decorator.PosixCall.Argument.PAYLOAD;
import static io.holdfast.testkit.decorator.PosixCall.Argument.ROOM;

import java.util.Arrays;
import java.util.List;

/**
 * One constant per system call of {@link io.holdfast.posix.Posix}, with what its arguments are: how
 * faults and traces name a call. A test holds this list against the interface.
 */
public enum PosixCall {
  OPENAT("openat", DESCRIPTOR, NAME, OPEN_FLAGS, MODE),
  OPENAT2("openat2", DESCRIPTOR, NAME, OPEN_FLAGS, MODE, BITS),
  CLOSE("close", DESCRIPTOR),
  READ("read", DESCRIPTOR, ROOM),
  WRITE("write", DESCRIPTOR, PAYLOAD),
  PREAD("pread", DESCRIPTOR, ROOM, NUMBER),
  PWRITE("pwrite", DESCRIPTOR, PAYLOAD, NUMBER),
  LSEEK("lseek", DESCRIPTOR, NUMBER, NUMBER),
  FTRUNCATE("ftruncate", DESCRIPTOR, NUMBER),
  FALLOCATE("fallocate", DESCRIPTOR, BITS, NUMBER, NUMBER),
  FSYNC("fsync", DESCRIPTOR),
  FDATASYNC("fdatasync", DESCRIPTOR),
  SYNCFS("syncfs", DESCRIPTOR),
  SYNC_FILE_RANGE("syncFileRange", DESCRIPTOR, NUMBER, NUMBER, BITS),
  FSTAT("fstat", DESCRIPTOR),
  FSTATAT("fstatat", DESCRIPTOR, NAME, BITS),
  STATX("statx", DESCRIPTOR, NAME, BITS, BITS),
  FSTATFS("fstatfs", DESCRIPTOR),
  GETDENTS64("getdents64", DESCRIPTOR, ROOM),
  OPENDIR("opendir", DESCRIPTOR, NAME),
  DIRFD("dirfd", NUMBER),
  CLOSEDIR("closedir", NUMBER),
  MKDIRAT("mkdirat", DESCRIPTOR, NAME, MODE),
  UNLINKAT("unlinkat", DESCRIPTOR, NAME, BITS),
  LINKAT("linkat", DESCRIPTOR, NAME, DESCRIPTOR, NAME, BITS),
  RENAMEAT2("renameat2", DESCRIPTOR, NAME, DESCRIPTOR, NAME, BITS),
  SYMLINKAT("symlinkat", NAME, DESCRIPTOR, NAME),
  READLINKAT("readlinkat", DESCRIPTOR, NAME, ROOM),
  FCHMOD("fchmod", DESCRIPTOR, MODE),
  FCHMODAT("fchmodat", DESCRIPTOR, NAME, MODE),
  FCHOWN("fchown", DESCRIPTOR, NUMBER, NUMBER),
  FCHOWNAT("fchownat", DESCRIPTOR, NAME, NUMBER, NUMBER, BITS),
  UTIMENSAT("utimensat", DESCRIPTOR, NAME, NUMBER, NUMBER, NUMBER, NUMBER, BITS),
  FSETXATTR("fsetxattr", DESCRIPTOR, NAME, PAYLOAD, BITS),
  FGETXATTR("fgetxattr", DESCRIPTOR, NAME, ROOM),
  FREMOVEXATTR("fremovexattr", DESCRIPTOR, NAME),
  FLOCK("flock", DESCRIPTOR, LOCK_OPERATION),
  FCNTL_SET_LOCK("fcntlSetLock", DESCRIPTOR, LOCK_COMMAND, LOCK_TYPE, NUMBER, NUMBER),
  FCNTL_GET_LOCK("fcntlGetLock", DESCRIPTOR, LOCK_COMMAND, LOCK_TYPE, NUMBER, NUMBER),
  FCNTL_GET_FLAGS("fcntlGetFlags", DESCRIPTOR),
  GETPID("getpid"),
  GETUID("getuid"),
  GETHOSTNAME("gethostname", ROOM),
  CLOCK_GETTIME("clockGettime", NUMBER),
  BOOT_ID("bootId", ROOM);

  /** What an argument is, and so how a trace prints it. */
  enum Argument {
    DESCRIPTOR,
    NAME,
    OPEN_FLAGS,
    BITS,
    MODE,
    NUMBER,
    /** Bytes that go in. */
    PAYLOAD,
    /** How many bytes may come out. */
    ROOM,
    LOCK_OPERATION,
    LOCK_COMMAND,
    LOCK_TYPE
  }

  private final String method;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<Argument> arguments;

  PosixCall(String method, Argument... arguments) {
    this.method = method;
    this.arguments = List.of(arguments);
  }

  /**
   * The call behind a method name of {@link io.holdfast.posix.Posix}.
   *
   * @throws IllegalArgumentException for any other text
   */
  public static PosixCall named(String method) {
    return Arrays.stream(values())
        .filter(call -> call.method.equals(method))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no call of Posix: " + method));
  }

  /** The method's name in {@link io.holdfast.posix.Posix}. */
  public String method() {
    return method;
  }

  /** In the order of the method's parameters; slots to be filled are left out. */
  List<Argument> arguments() {
    return arguments;
  }

  /** Whether the descriptor or stream given is gone whatever the call answers. */
  boolean endsDescriptor() {
    return this == CLOSE || this == CLOSEDIR;
  }

  /** Whether the answer is a new descriptor. */
  boolean opensDescriptor() {
    return this == OPENAT || this == OPENAT2;
  }

  @Override
  public String toString() {
    return method;
  }
}
