package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static io.holdfast.testkit.contract.Answers.refused;
import static io.holdfast.testkit.contract.Arena.bytes;
import static io.holdfast.testkit.contract.Arena.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import org.junit.jupiter.api.Test;

/** fsetxattr, fgetxattr, fremovexattr. */
interface XattrContract extends ContractGround {

  private int set(int fd, String name, String value, int flags) {
    return posix().fsetxattr(fd, bytes(name), bytes(value), flags);
  }

  private void assumeAttributes() {
    assumeThat(supports(Feature.USER_XATTRS)).as("no user attributes here").isTrue();
  }

  @Test
  default void whereThereAreNoAttributesEveryCallSaysSo() {
    int fd = arena().create("f");
    if (supports(Feature.USER_XATTRS)) {
      assertThat(set(fd, "user.a", "1", 0)).isZero();
      return;
    }

    refused(set(fd, "user.a", "1", 0), Errno.EOPNOTSUPP);
    refused(posix().fgetxattr(fd, bytes("user.a"), new byte[8]), Errno.EOPNOTSUPP);
    refused(posix().fremovexattr(fd, bytes("user.a")), Errno.EOPNOTSUPP);
  }

  @Test
  default void anAttributeIsSetReadAndRemoved() {
    assumeAttributes();
    int fd = arena().create("f");
    byte[] buffer = new byte[16];

    done(set(fd, "user.a", "value", 0));
    assertThat(posix().fgetxattr(fd, bytes("user.a"), buffer)).isEqualTo(5);
    assertThat(text(buffer, 5)).isEqualTo("value");
    done(set(fd, "user.a", "", 0));
    assertThat(posix().fgetxattr(fd, bytes("user.a"), buffer)).isZero();
    done(posix().fremovexattr(fd, bytes("user.a")));
    refused(posix().fgetxattr(fd, bytes("user.a"), buffer), Errno.ENODATA);
    refused(posix().fremovexattr(fd, bytes("user.a")), Errno.ENODATA);
  }

  @Test
  default void directoriesHaveAttributesToo() {
    assumeAttributes();

    done(set(arena().fd(), "user.a", "1", 0));

    assertThat(posix().fgetxattr(arena().fd(), bytes("user.a"), new byte[4])).isEqualTo(1);
  }

  @Test
  default void attributesCanBeSetThroughAReadOnlyDescriptor() {
    assumeAttributes();
    arena().create("f");
    int readOnly = arena().open("f", Flags.O_RDONLY);

    done(set(readOnly, "user.a", "1", 0));
  }

  @Test
  default void creationAndReplacementAreAskedForByFlag() {
    assumeAttributes();
    int fd = arena().create("f");

    refused(set(fd, "user.a", "1", Flags.XATTR_REPLACE), Errno.ENODATA);
    done(set(fd, "user.a", "1", Flags.XATTR_CREATE));
    refused(set(fd, "user.a", "2", Flags.XATTR_CREATE), Errno.EEXIST);
    done(set(fd, "user.a", "3", Flags.XATTR_REPLACE));
    refused(set(fd, "user.a", "4", 1 << 10), Errno.EINVAL);
  }

  @Test
  default void aSmallBufferIsToldAndAnEmptyOneTellsTheLength() {
    assumeAttributes();
    int fd = arena().create("f");
    done(set(fd, "user.a", "value", 0));

    refused(posix().fgetxattr(fd, bytes("user.a"), new byte[4]), Errno.ERANGE);
    assertThat(posix().fgetxattr(fd, bytes("user.a"), new byte[0])).isEqualTo(5);
    assertThat(posix().fgetxattr(fd, bytes("user.a"), new byte[5])).isEqualTo(5);
  }

  @Test
  default void valuesAreBytes() {
    assumeAttributes();
    int fd = arena().create("f");
    byte[] value = {0, 1, -1, 0};
    byte[] buffer = new byte[4];

    done(posix().fsetxattr(fd, bytes("user.\u00ff"), value, 0));

    assertThat(posix().fgetxattr(fd, bytes("user.\u00ff"), buffer)).isEqualTo(4);
    assertThat(buffer).isEqualTo(value);
  }

  @Test
  default void badAttributeNamesAreRefused() {
    assumeAttributes();
    int fd = arena().create("f");

    refused(set(fd, "user.a\0b", "1", 0), Errno.EINVAL);
    refused(set(fd, "noSuchSpace.a", "1", 0), Errno.EOPNOTSUPP);
    refused(set(fd, "", "1", 0), Errno.ERANGE);
    refused(set(fd, "user." + "n".repeat(251), "1", 0), Errno.ERANGE);
    refused(set(fd, "n".repeat(5000), "1", 0), Errno.ENAMETOOLONG);
    refused(posix().fgetxattr(fd, bytes("user.a\0b"), new byte[1]), Errno.EINVAL);
    refused(posix().fremovexattr(fd, bytes("user.a\0b")), Errno.EINVAL);
  }

  @Test
  default void aValueAboveTheLimitIsTooBig() {
    assumeAttributes();
    int fd = arena().create("f");

    refused(
        posix().fsetxattr(fd, bytes("user.a"), new byte[Posix.TRANSFER_LIMIT + 1], 0), Errno.E2BIG);
  }
}
