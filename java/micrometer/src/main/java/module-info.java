/** Shows the counters of tables, barriers and qualifications to Micrometer. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.holdfast.micrometer {
  requires transitive io.holdfast.core;
  requires transitive micrometer.core;
  requires static org.jspecify;

  exports io.holdfast.micrometer;
}
