package io.holdfast.lab;

import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The tables of docs/filesystems.md, one row for each case: written from a run, and read back to be
 * compared with one. Its last column holds words, paths and times, and is not compared.
 */
final class FileSystemsTable {

  static final Path DOCUMENT = Path.of("..", "..", "docs", "filesystems.md");

  /** System property that, set to true, writes the document's tables anew. */
  static final String WRITE_PROPERTY = "holdfast.docs.write";

  private static final String BAD_DIRECTORIES = "bad-directory";

  /** Case, storage, profile, verdict, three lock kinds. */
  private static final int DEFINED_COLUMNS = 7;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.FILE_FSYNC,
          Question.DIRECTORY_FSYNC,
          Question.EXCLUSIVE_LINK,
          Question.EXCLUSIVE_MOVE,
          Question.EXCLUSIVE_CREATE,
          Question.EXCLUSIVE_MKDIR,
          Question.TMPFILE_LINK,
          Question.RENAME_NOREPLACE);

  private static final String VERDICT_HEAD =
      head(
          "case",
          "storage",
          "profile",
          "verdict",
          "flock",
          "OFD",
          "POSIX",
          "file fsync",
          "directory fsync",
          "one winner: link",
          "rename",
          "O_EXCL",
          "mkdir",
          "O_TMPFILE",
          "NOREPLACE",
          "why");
  private static final String BAD_HEAD = head("case", "directory", "answer", "in words");

  /** By case id: the cells of its row, in order. */
  private final Map<String, List<String>> rows;

  private FileSystemsTable(Map<String, List<String>> rows) {
    this.rows = rows;
  }

  /** The rows of the cases that could be run. */
  static FileSystemsTable of(List<LabCase> cases, Map<String, LabEvent> ends) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (LabCase labCase : cases) {
      if (ends.get(labCase.id()) instanceof LabEvent.Finished finished) {
        rows.put(labCase.id(), row(labCase, finished.result().observed()));
      }
    }
    return new FileSystemsTable(rows);
  }

  /** The rows of the document's tables. */
  static FileSystemsTable readFrom(Path document) throws IOException {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (String line : withoutClients(Files.readString(document)).lines().toList()) {
      if (line.startsWith("| `")) {
        List<String> cells = cells(line);
        rows.put(cells.get(0).replace("`", ""), cells);
      }
    }
    return new FileSystemsTable(rows);
  }

  /** {@link ClientsTable} looks after that one. */
  private static String withoutClients(String text) {
    return text.substring(0, text.indexOf(ClientsTable.BEGIN))
        + text.substring(text.indexOf(ClientsTable.END));
  }

  /** Replaces the tables of the document, between their markers. */
  void writeTo(Path document) throws IOException {
    if (!rows.keySet().containsAll(LabCases.ALL.stream().map(LabCase::id).toList())) {
      throw new IOException("not every case could be run on this machine");
    }
    String text = Files.readString(document);
    text = between(text, "verdicts", VERDICT_HEAD, false);
    text = between(text, "directories", BAD_HEAD, true);
    Files.writeString(document, text);
  }

  /** Where this documented table says otherwise than one that was seen. */
  List<String> differencesFrom(FileSystemsTable seen) {
    List<String> differences = new ArrayList<>();
    for (LabCase labCase : LabCases.ALL) {
      List<String> documented = rows.get(labCase.id());
      List<String> observed = seen.rows.get(labCase.id());
      if (documented == null) {
        differences.add(labCase.id() + " is not documented");
      } else if (observed != null) {
        compare(labCase, documented, observed, differences);
      }
    }
    rows.keySet().stream()
        .filter(id -> LabCases.ALL.stream().noneMatch(labCase -> labCase.id().equals(id)))
        .forEach(id -> differences.add(id + " is documented and no case"));
    return differences;
  }

  private static void compare(
      LabCase labCase, List<String> documented, List<String> observed, List<String> differences) {
    int columns = labCase.expected().undefined() ? DEFINED_COLUMNS : observed.size() - 1;
    List<String> expected = documented.subList(0, Math.min(columns, documented.size()));
    List<String> got = observed.subList(0, columns);
    if (!expected.equals(got)) {
      differences.add("documented " + expected + ", observed " + got);
    }
  }

  // ---- rows

  private static List<String> row(LabCase labCase, Observation seen) {
    List<String> cells = new ArrayList<>();
    cells.add("`" + labCase.id() + "`");
    cells.add(labCase.rig().title());
    if (isBad(labCase.id())) {
      cells.add(seen.outcome().word());
    } else {
      cells.add(labCase.profile().shortId());
      cells.add("**" + seen.outcome().word() + "**");
      for (LockKind kind : LockKind.values()) {
        cells.add(behaviour(seen.locks().getOrDefault(kind.id(), "")));
      }
      for (Question question : QUESTIONS) {
        cells.add(answer(seen.answers().getOrDefault(question.id(), "")));
      }
    }
    cells.add(escaped(shortened(seen.explanation())));
    return cells;
  }

  /** {@code coherent}, {@code local only}, … */
  static String behaviour(String word) {
    return word.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** {@code yes}, {@code no EINVAL}, {@code not shown}. */
  static String answer(String answer) {
    return answer
        .replaceFirst("^qualified.*", "yes")
        .replaceFirst("^refuted", "no")
        .replaceFirst("^inconclusive.*", "not shown");
  }

  private static String shortened(String explanation) {
    return explanation.replace("/mnt/rig/", "").replaceAll("d{60,}(/d{60,})*", "ddd…");
  }

  static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;");
  }

  private static boolean isBad(String id) {
    return id.startsWith(BAD_DIRECTORIES);
  }

  // ---- text

  private String between(String text, String name, String head, boolean bad) {
    String begin = "<!-- begin " + name + ": written from a run of the lab -->\n";
    String end = "<!-- end " + name + " -->";
    int from = text.indexOf(begin) + begin.length();
    String table =
        rows.entrySet().stream()
            .filter(row -> isBad(row.getKey()) == bad)
            .map(row -> line(row.getValue()))
            .collect(Collectors.joining());
    return text.substring(0, from) + head + table + text.substring(text.indexOf(end));
  }

  private static String head(String... names) {
    return head(Arrays.asList(names));
  }

  static String head(List<String> names) {
    return line(names) + line(names.stream().map(name -> "---").toList());
  }

  static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  static List<String> cells(String line) {
    String inner = line.substring(1, line.lastIndexOf('|'));
    return Arrays.stream(inner.split("(?<!\\\\)\\|", -1)).map(String::strip).toList();
  }
}
