/**
 * Carries frames between the ranks of an MPI job. No MPI library comes near the JVM: the program
 * {@code holdfast-mpi} runs it as its command and speaks with it through two pipes ({@code
 * native/mpi/pipe.h}).
 */
@NullMarked
package io.holdfast.exchange.mpi;

import org.jspecify.annotations.NullMarked;
