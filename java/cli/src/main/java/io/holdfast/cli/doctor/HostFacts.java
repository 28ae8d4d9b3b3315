package io.holdfast.cli.doctor;

/**
 * The process and its host. Texts are as the kernel and the JVM tell them, {@code unknown} where
 * they do not.
 *
 * @param umask octal
 * @param openFiles most open files of this process, and of what it may raise itself to
 */
public record HostFacts(
    String kernel,
    String java,
    String javaHome,
    String uid,
    String umask,
    String openFiles,
    String openFilesHard) {}
