package io.holdfast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The table of docs/filesystems.md about two clients of one storage: written from a run, compared
 * with one. Its last column holds words and is not compared.
 */
public final class ClientsTable {

  static final String BEGIN = "<!-- begin clients: written from a run of the lab -->\n";
  static final String END = "<!-- end clients -->";

  private static final String CHANGES = "changes from run to run";

  private static final List<Question> QUESTIONS =
      List.of(
          Question.EXCLUSIVE_LINK,
          Question.EXCLUSIVE_MOVE,
          Question.EXCLUSIVE_CREATE,
          Question.EXCLUSIVE_MKDIR);

  private static final List<String> HEAD =
      List.of(
          "case",
          "clients",
          "verdict",
          "flock",
          "OFD",
          "POSIX",
          "one winner: link",
          "rename",
          "O_EXCL",
          "mkdir",
          "why");

  private final List<List<String>> rows = new ArrayList<>();
  private final List<String> unseen = new ArrayList<>();

  /** A case that this machine cannot run: its row is compared with nothing. */
  public void addUnseen(CaseDescription how) {
    unseen.add(quoted(how.id()));
  }

  public void add(CaseDescription how, Observation seen) {
    List<String> cells = new ArrayList<>();
    cells.add(quoted(how.id()));
    cells.add(how.storage());
    cells.add("**" + seen.outcome().word() + "**");
    for (LockKind kind : LockKind.values()) {
      boolean decided = how.expected().locks().containsKey(kind.id());
      String behaviour = seen.locks().getOrDefault(kind.id(), "");
      cells.add(decided ? FileSystemsTable.behaviour(behaviour) : CHANGES);
    }
    for (Question question : QUESTIONS) {
      boolean decided = how.expected().answers().containsKey(question.id());
      String answer = seen.answers().getOrDefault(question.id(), "");
      cells.add(decided ? FileSystemsTable.answer(answer) : CHANGES);
    }
    cells.add(FileSystemsTable.escaped(seen.explanation()));
    rows.add(cells);
  }

  /** Compares with the document, or writes it where {@link FileSystemsTable#WRITE_PROPERTY} is. */
  public void assertDocumented() throws IOException {
    String text = Files.readString(FileSystemsTable.DOCUMENT);
    int from = text.indexOf(BEGIN) + BEGIN.length();
    int to = text.indexOf(END);
    if (Boolean.getBoolean(FileSystemsTable.WRITE_PROPERTY)) {
      assertThat(unseen).as("cases that cannot be run on this machine").isEmpty();
      String table =
          FileSystemsTable.head(HEAD)
              + rows.stream().map(FileSystemsTable::line).collect(Collectors.joining());
      Files.writeString(
          FileSystemsTable.DOCUMENT, text.substring(0, from) + table + text.substring(to));
      return;
    }
    List<List<String>> documented =
        text.substring(from, to)
            .lines()
            .filter(line -> line.startsWith("| `"))
            .map(FileSystemsTable::cells)
            .filter(cells -> !unseen.contains(cells.get(0)))
            .map(ClientsTable::compared)
            .toList();
    assertThat(documented)
        .as(
            "%s; to write it anew: -D%s=true",
            FileSystemsTable.DOCUMENT, FileSystemsTable.WRITE_PROPERTY)
        .isEqualTo(rows.stream().map(ClientsTable::compared).toList());
  }

  private static String quoted(String id) {
    return "`" + id + "`";
  }

  private static List<String> compared(List<String> cells) {
    return List.copyOf(cells.subList(0, HEAD.size() - 1));
  }
}
