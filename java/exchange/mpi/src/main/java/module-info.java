/** Carries the frames of an exchange between the ranks of an MPI job, through holdfast-mpi. */
module io.holdfast.exchange.mpi {
  requires transitive io.holdfast.core;
  requires static org.jspecify;

  exports io.holdfast.exchange.mpi;
}
