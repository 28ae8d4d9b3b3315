#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "agent.h"

__attribute__((format(printf, 2, 0))) static void append(struct answer *answer, const char *format,
                                                         va_list values)
{
    size_t room = sizeof answer->text - answer->length;
    int wanted = vsnprintf(answer->text + answer->length, room, format, values);

    if (wanted < 0 || (size_t)wanted >= room)
        answer->overflow = true;
    else
        answer->length += (size_t)wanted;
}

__attribute__((format(printf, 2, 3))) static void restart(struct answer *answer,
                                                          const char *format, ...)
{
    va_list values;

    answer->length = answer->prefix;
    answer->overflow = false;
    va_start(values, format);
    append(answer, format, values);
    va_end(values);
}

void answer_begin(struct agent *agent, uint64_t seq)
{
    agent->answer.prefix = 0;
    restart(&agent->answer, "=%" PRIu64 " ", seq);
    agent->answer.prefix = agent->answer.length;
}

void answer_ok(struct agent *agent)
{
    restart(&agent->answer, "ok");
}

void answer_add(struct agent *agent, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    append(&agent->answer, format, values);
    va_end(values);
}

size_t to_hex(char *to, const void *bytes, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *from = bytes;

    for (size_t i = 0; i < length; i++) {
        to[2 * i] = digits[from[i] >> 4];
        to[2 * i + 1] = digits[from[i] & 15];
    }
    return 2 * length;
}

void answer_hex(struct agent *agent, const void *bytes, size_t length)
{
    struct answer *answer = &agent->answer;

    if (length == 0)
        answer_add(agent, "-");
    else if (2 * length >= sizeof answer->text - answer->length)
        answer->overflow = true;
    else
        answer->length += to_hex(answer->text + answer->length, bytes, length);
}

void answer_error(struct agent *agent, int64_t result, const char *call)
{
    int number = (int)-result;
    const char *symbol = hf_errno_name(number);

    if (symbol != NULL)
        restart(&agent->answer, "err %d %s %s", number, symbol, call);
    else
        restart(&agent->answer, "err %d %d %s", number, number, call);
}

void answer_result(struct agent *agent, int64_t result, const char *call)
{
    if (result < 0)
        answer_error(agent, result, call);
    else
        answer_ok(agent);
}

void answer_bad(struct agent *agent, const char *format, ...)
{
    va_list values;

    restart(&agent->answer, "bad ");
    va_start(values, format);
    append(&agent->answer, format, values);
    va_end(values);
}

bool answer_send(struct agent *agent)
{
    struct answer *answer = &agent->answer;
    size_t sent = 0;

    if (answer->overflow)
        answer_error(agent, -EOVERFLOW, "answer");
    answer->text[answer->length++] = '\n';
    while (sent < answer->length) {
        int64_t written =
            hf_write(STDOUT_FILENO, answer->text + sent, answer->length - sent);

        if (written >= 0)
            sent += (size_t)written;
        else if (written != -EINTR)
            return false;
    }
    return true;
}
