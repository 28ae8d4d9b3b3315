package io.holdfast.cli;

import io.holdfast.cli.report.OneLine;
import io.holdfast.cli.report.Paint;
import io.holdfast.litmus.LitmusException;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.PosixException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Parses the arguments, runs the command that they name, and turns what happens into a status. */
final class Cli {

  /** Environment variable that, set to 1, shows the stack behind a one-line error. */
  static final String DEBUG_VARIABLE = "HOLDFAST_DEBUG";

  private final CommandContext context;
  private final RawArguments.CommandLineSource commandLine;
  private final Charset jvmCharset;
  private final boolean debug;

  /** Known before parsing, so that wrong usage of a check is UNKNOWN too, never CRITICAL. */
  private boolean plugin;

  Cli(
      CommandContext context,
      RawArguments.CommandLineSource commandLine,
      Charset jvmCharset,
      Map<String, String> environment) {
    this.context = context;
    this.commandLine = commandLine;
    this.jvmCharset = jvmCharset;
    this.debug = "1".equals(environment.get(DEBUG_VARIABLE));
  }

  /** The commands, ready to parse. */
  static CommandLine parser(HoldfastCommand root) {
    return new CommandLine(root)
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setInterpolateVariables(false);
  }

  /**
   * Runs one command.
   *
   * @return the exit status
   */
  int run(String... arguments) {
    plugin = List.of(arguments).contains(QualifyCommand.NAGIOS);
    ExitCode exitCode = runCommand(arguments);
    context.err().flush();
    context.out().flush();
    if (context.out().checkError()) {
      context.complain("standard output cannot be written");
      exitCode = exitCode == ExitCode.OK ? ExitCode.ENVIRONMENT : exitCode;
    }
    return plugin ? exitCode.pluginCode() : exitCode.code();
  }

  private ExitCode runCommand(String... arguments) {
    HoldfastCommand root = new HoldfastCommand();
    CommandLine parser = parser(root);
    try {
      ParseResult parsed =
          parser.parseArgs(RawArguments.bytewise(arguments, jvmCharset, commandLine));
      context.color(root.color());
      parser.setColorScheme(CommandLine.Help.defaultColorScheme(ansi()));
      parser.setUsageHelpWidth(Math.max(55, context.columns()));
      List<CommandLine> chain = parsed.asCommandLineList();
      return runInnermost(chain.get(chain.size() - 1));
    } catch (ParameterException e) {
      return fail(ExitCode.USAGE, RawArguments.readable(problem(e)), hint(e, arguments), e);
    } catch (CommandFailure e) {
      return fail(e.exitCode(), message(e), e.hint(), e);
    } catch (LitmusException | BindingUnavailableException | PosixException e) {
      return fail(ExitCode.ENVIRONMENT, message(e), null, e);
    } catch (Exception | LinkageError | VirtualMachineError e) {
      return fail(ExitCode.ENVIRONMENT, e.toString(), debugHint(), e);
    }
  }

  private ExitCode runInnermost(CommandLine command) throws Exception {
    if (command.isUsageHelpRequested()) {
      context.out().print(command.getUsageMessage());
      return ExitCode.OK;
    }
    if (command.isVersionHelpRequested()) {
      command.printVersionHelp(context.out());
      return ExitCode.OK;
    }
    return ((Subcommand) command.getCommand()).run(context);
  }

  private Ansi ansi() {
    return context.paint() == Paint.COLOURED ? Ansi.ON : Ansi.OFF;
  }

  /** Says what is wrong in one line: a monitoring system reads standard output only. */
  private ExitCode fail(
      ExitCode exitCode, String message, @Nullable String hint, @Nullable Throwable cause) {
    String line = hint == null ? message : message + "; " + hint;
    if (plugin) {
      context.out().print(OneLine.renderFailure(line));
    } else if (!(cause instanceof CommandFailure failure && failure.isTold())) {
      context.complain(line);
    }
    if (debug && cause != null) {
      cause.printStackTrace(context.err());
    }
    return exitCode;
  }

  private @Nullable String debugHint() {
    return debug ? null : DEBUG_VARIABLE + "=1 shows where";
  }

  private static String message(Exception e) {
    String message = e.getMessage();
    return message == null ? e.toString() : message;
  }

  private static String problem(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().get(0);
      if (unmatched.getCommandLine().getParent() == null && !word.startsWith("-")) {
        return "there is no command '" + word + "'";
      }
      if (isCommand(e, word)) {
        return "'" + word + "' stands behind --, where no command is looked for";
      }
    }
    return unknownOption(e).map(option -> "there is no option '" + option + "'").orElse(message(e));
  }

  /** An option that does not exist is the reason, not the parameter that is missing besides. */
  private static Optional<String> unknownOption(ParameterException e) {
    return e instanceof MissingParameterException
        ? e.getCommandLine().getUnmatchedArguments().stream()
            .filter(word -> word.startsWith("-"))
            .findFirst()
        : Optional.empty();
  }

  private static boolean isCommand(ParameterException e, String word) {
    return e.getCommandLine().getSubcommands().containsKey(word);
  }

  /** A spelling that exists, or where to look. */
  private static String hint(ParameterException e, String... arguments) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    if (e instanceof UnmatchedArgumentException unmatched) {
      if (isCommand(e, unmatched.getUnmatched().get(0))) {
        return "a name that begins with - is written ./-NAME";
      }
      if (!unmatched.getSuggestions().isEmpty()) {
        return "did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?";
      }
    }
    if (e instanceof MissingParameterException && unknownOption(e).isEmpty()) {
      Optional<String> word = List.of(arguments).stream().filter(w -> isCommand(e, w)).findFirst();
      if (word.isPresent()) {
        return "it stands before the command: '" + command + " DIR " + word.get() + "'";
      }
    }
    return "try '" + command + " --help'";
  }
}
