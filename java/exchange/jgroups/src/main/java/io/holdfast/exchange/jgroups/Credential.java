package io.holdfast.exchange.jgroups;

/** By what a member shows that it belongs to its group. There is no carrier without one. */
public sealed interface Credential permits Secret, Tls {}
