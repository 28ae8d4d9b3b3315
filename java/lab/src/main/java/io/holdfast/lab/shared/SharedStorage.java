package io.holdfast.lab.shared;

import io.holdfast.litmus.LitmusMember;
import java.io.IOException;
import java.util.List;

/**
 * Storage of one kind and two clients of it, up and running inside of the lab's namespaces. Used by
 * one thread.
 */
interface SharedStorage {

  /** Gives both clients the storage as a case says. */
  void mount(StorageCase how) throws IOException;

  /** Undoes {@link #mount}, also where only one client has it. */
  void unmount() throws IOException;

  /** Both clients, as they ask each other. */
  List<LitmusMember> members();

  /** What goes before a command in the lab's namespaces so that it runs at a client or server. */
  List<String> waysIn();
}
