package io.holdfast.cli;

/** {@code --color}. */
enum ColorChoice {
  AUTO,
  ALWAYS,
  NEVER
}
