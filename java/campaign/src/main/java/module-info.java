/**
 * Campaigns: whole runs of coordinators and workers on a directory that they share, for trying,
 * measuring and breaking it.
 */
module io.holdfast.campaign {
  requires transitive io.holdfast.core;
  requires io.holdfast.exchange.mpi;
  requires io.holdfast.testkit;
  requires static transitive org.jspecify;

  exports io.holdfast.campaign;
  exports io.holdfast.campaign.crew;
  exports io.holdfast.campaign.item;
  exports io.holdfast.campaign.ledger;

  uses io.holdfast.posix.PosixProvider;
}
