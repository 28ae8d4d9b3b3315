package io.holdfast.lab.shared;

import io.holdfast.lab.LabEvent;
import io.holdfast.lab.LabLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The cases of one process of the lab, as it tells of them line by line. One thread. */
final class InsideCases {

  private final List<String> left;
  private final Consumer<LabEvent> listener;

  InsideCases(List<String> ids, Consumer<LabEvent> listener) {
    this.left = new ArrayList<>(ids);
    this.listener = listener;
  }

  /** Passes a line of the process on. */
  void accept(String line) throws IOException {
    LabEvent event = LabLines.read(line);
    if (event.isEnd()) {
      left.remove(event.caseId());
    }
    listener.accept(event);
  }

  /** The process has ended badly: of the other cases nothing will be heard. */
  void breakOthers(IOException why) {
    String words = String.valueOf(why.getMessage());
    left.forEach(id -> listener.accept(new LabEvent.Broken(id, words)));
    left.clear();
  }
}
