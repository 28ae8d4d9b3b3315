package io.holdfast.campaign;

import io.holdfast.campaign.crew.CoordinatorMain;
import io.holdfast.campaign.crew.CrewTask;
import io.holdfast.campaign.crew.Program;
import io.holdfast.campaign.relay.Relay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Each coordinator is a process, here or elsewhere, which has its workers as processes of its own.
 * What coordinators say to each other goes through this process.
 */
final class ProcessLaunch implements Launch {

  /** What no shell on the way takes apart. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private final CampaignRequest request;
  private final List<Mailbox> mail;
  private final Relay relay;

  private ProcessLaunch(CampaignRequest request, List<Mailbox> mail) {
    this.request = request;
    this.mail = mail;
    this.relay = new Relay(mail.size(), (member, line) -> mail.get(member).add(line));
  }

  static ProcessLaunch of(CampaignRequest request) {
    List<Mailbox> mail = new ArrayList<>();
    for (int coordinator = 0; coordinator < request.coordinators(); coordinator++) {
      mail.add(new Mailbox());
    }
    return new ProcessLaunch(request, List.copyOf(mail));
  }

  @Override
  public int processes() {
    return request.coordinators();
  }

  @Override
  public CoordinatorProcess start(int number, Troublemaker trouble) throws IOException {
    CrewTask task = Launch.task(request, number, trouble);
    List<String> program = Program.java(CoordinatorMain.class, task.words());
    if (request.elsewhere().isEmpty()) {
      return CoordinatorProcess.start(
          number, "coordinator " + number, program, mail(number), relay);
    }
    Elsewhere place = request.elsewhere().get(number);
    return CoordinatorProcess.start(
        number, "coordinator " + place.name(), thereby(place, program), mail(number), relay);
  }

  /** A coordinator that is started again has a box of its own: it is in no group. */
  private Mailbox mail(int number) {
    return request.renewMillis().isPresent() ? mail.get(number) : new Mailbox();
  }

  private static List<String> thereby(Elsewhere place, List<String> program) throws IOException {
    for (String word : program) {
      if (!PLAIN.matcher(word).matches()) {
        throw new IOException(
            "'" + word + "' could be taken apart by a shell on its way to " + place.name());
      }
    }
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", "-c", place.commandLine() + " \"$@\"", place.name()));
    command.addAll(program);
    return command;
  }
}
