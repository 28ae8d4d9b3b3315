/* holdfast-agent: the loop over requests. What it is stands in agent.h. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent.h"

#define EXIT_USAGE 2

enum outcome { GO_ON, LEAVE };

static const struct command *find_command(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

/* Cuts a line into words at its spaces; answers how many there are, at most limit + 1. */
static int split(char *line, char **words, int limit)
{
    int count = 0;
    char *rest = NULL;

    for (char *word = strtok_r(line, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        if (count == limit)
            return limit + 1;
        words[count++] = word;
    }
    return count;
}

static bool is_printable(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    return true;
}

static enum outcome run_command(struct agent *agent, char **words, int count)
{
    const struct command *command;

    if (strcmp(words[0], "exit") == 0 && count == 1) {
        answer_ok(agent);
        return LEAVE;
    }
    if (strcmp(words[0], "die") == 0 && count == 1)
        raise(SIGKILL);
    command = find_command(words[0]);
    if (command == NULL)
        answer_bad(agent, "no such command");
    else if (count - 1 < command->least || count - 1 > command->most)
        answer_bad(agent, "usage: %s %s", command->name, command->usage);
    else
        command->run(agent, words + 1);
    return GO_ON;
}

static enum outcome handle_words(struct agent *agent, char **words, int count)
{
    uint64_t realtime_ns;

    if (count > 0 && words[0][0] == '@') {
        if (!parse_number(words[0] + 1, INT64_MAX, &realtime_ns)) {
            answer_bad(agent, "not a time after @");
            return GO_ON;
        }
        if (!wait_until(agent, (int64_t)realtime_ns))
            return GO_ON;
        words++;
        count--;
    }
    if (count == 0) {
        answer_bad(agent, "no command");
        return GO_ON;
    }
    return run_command(agent, words, count);
}

/* A time, a command, its arguments and one that is too many, for the command to say so. */
#define MOST_WORDS (2 + AGENT_ARGUMENTS + 1)

/* The decimal number that a line begins with, and what is behind it. */
static bool take_number(char *line, char **rest, uint64_t *number)
{
    size_t digits = strspn(line, "0123456789");
    char end = line[digits];
    bool taken;

    line[digits] = '\0';
    taken = (end == ' ' || end == '\0') && parse_number(line, UINT64_MAX, number);
    line[digits] = end;
    *rest = line + digits;
    return taken;
}

static enum outcome handle_line(struct agent *agent, enum line_kind kind, char *line,
                                size_t length)
{
    char *words[MOST_WORDS + 1] = {NULL};
    char *rest;
    uint64_t seq = 0;
    bool numbered = take_number(line, &rest, &seq);
    int count;

    answer_begin(agent, seq);
    if (!numbered) {
        answer_bad(agent, "no sequence number");
    } else if (kind == LINE_TOO_LONG) {
        answer_bad(agent, "line longer than %d bytes", AGENT_LINE_LIMIT);
    } else if (!is_printable(line, length)) {
        answer_bad(agent, "not printable ASCII");
    } else {
        count = split(rest, words, MOST_WORDS);
        if (count <= MOST_WORDS)
            return handle_words(agent, words, count);
        answer_bad(agent, "too many words");
    }
    return GO_ON;
}

static int serve(struct agent *agent)
{
    char *line;
    size_t length;
    enum line_kind kind;
    enum outcome outcome = GO_ON;

    while (outcome == GO_ON && (kind = lines_next(&agent->in, &line, &length)) != LINE_NONE) {
        outcome = handle_line(agent, kind, line, length);
        if (!answer_send(agent))
            return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

static int print_help(void)
{
    puts("Usage: holdfast-agent [--help | --version]\n"
         "\n"
         "Takes commands on standard input, one a line, and answers each with one line:\n"
         "\n"
         "  <seq> [@<realtime ns>] <command> <argument>...\n"
         "  =<seq> ok [<value>...] | =<seq> err <errno> <symbol> <call> | =<seq> bad <reason>\n"
         "\n"
         "Names, paths and bytes are hex, - for none. root comes first and is handle 0; every\n"
         "other object is reached from a directory's handle by one component.\n");
    for (int i = 0; i < command_count; i++)
        printf("  %s %s\n", commands[i].name, commands[i].usage);
    puts("  exit\n"
         "  die");
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    static struct agent agent;

    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return print_help();
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("holdfast-agent %s (protocol %d)\n", hf_version(), AGENT_PROTOCOL);
        return EXIT_SUCCESS;
    }
    if (argc > 1) {
        fputs("holdfast-agent: takes no arguments but --help and --version\n", stderr);
        return EXIT_USAGE;
    }
    /* Modes are as asked; a reader that went away is seen by write(2). */
    umask(0);
    signal(SIGPIPE, SIG_IGN);
    /* @<time> is for races: as close to it as the kernel's timers go. */
    prctl(PR_SET_TIMERSLACK, 1UL);
    handles_begin(&agent);
    lines_begin(&agent.in, STDIN_FILENO);
    return serve(&agent);
}
