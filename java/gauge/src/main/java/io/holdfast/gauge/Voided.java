package io.holdfast.gauge;

import io.holdfast.posix.Errno;
import java.util.Optional;

/**
 * Why a row has no times.
 *
 * @param reason one line for people
 * @param errno what a call answered; empty where no call failed
 */
public record Voided(String reason, Optional<Errno> errno) {}
