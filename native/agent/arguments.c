#include <string.h>

#include "agent.h"

bool parse_number(const char *text, uint64_t limit, uint64_t *number)
{
    uint64_t value = 0;

    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        uint64_t digit;

        if (*text < '0' || *text > '9')
            return false;
        digit = (uint64_t)(*text - '0');
        if (digit > limit || value > (limit - digit) / 10)
            return false;
        value = 10 * value + digit;
    }
    *number = value;
    return true;
}

bool argument_number(struct agent *agent, const char *text, uint64_t limit, uint64_t *number)
{
    if (parse_number(text, limit, number))
        return true;
    answer_bad(agent, "not a number from 0 to %llu", (unsigned long long)limit);
    return false;
}

bool argument_mode(struct agent *agent, const char *text, unsigned *mode)
{
    size_t digits = strspn(text, "01234567");
    unsigned value = 0;

    if (digits == 0 || digits > 4 || text[digits] != '\0') {
        answer_bad(agent, "not an octal mode");
        return false;
    }
    for (; *text != '\0'; text++)
        value = 8 * value + (unsigned)(*text - '0');
    *mode = value;
    return true;
}

bool argument_handle(struct agent *agent, const char *text, int *fd)
{
    uint64_t handle;

    if (!parse_number(text, AGENT_HANDLES - 1, &handle) || agent->handles[handle] < 0) {
        answer_bad(agent, "no such handle");
        return false;
    }
    *fd = agent->handles[handle];
    return true;
}

static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

/* "-" is no bytes. */
static bool parse_hex(struct agent *agent, const char *text, unsigned char *bytes, size_t limit,
                      size_t *length)
{
    size_t digits = strlen(text);

    *length = 0;
    if (strcmp(text, "-") == 0)
        return true;
    if (digits % 2 != 0) {
        answer_bad(agent, "hex with an odd number of digits");
        return false;
    }
    if (digits / 2 > limit) {
        answer_bad(agent, "more than %zu bytes of hex", limit);
        return false;
    }
    for (size_t i = 0; i < digits; i += 2) {
        int high = digit_value(text[i]);
        int low = digit_value(text[i + 1]);

        if (high < 0 || low < 0) {
            answer_bad(agent, "not hex");
            return false;
        }
        bytes[i / 2] = (unsigned char)(high << 4 | low);
    }
    *length = digits / 2;
    return true;
}

bool argument_path(struct agent *agent, const char *text, char path[AGENT_PATH_LIMIT + 1])
{
    size_t length;

    if (!parse_hex(agent, text, (unsigned char *)path, AGENT_PATH_LIMIT, &length))
        return false;
    path[length] = '\0';
    if (length == 0 || strlen(path) != length) {
        answer_bad(agent, "a path is not empty and has no NUL");
        return false;
    }
    return true;
}

bool argument_name(struct agent *agent, const char *text, char name[AGENT_NAME_LIMIT + 1])
{
    size_t length;

    if (!parse_hex(agent, text, (unsigned char *)name, AGENT_NAME_LIMIT, &length))
        return false;
    name[length] = '\0';
    if (length == 0 || strlen(name) != length || strchr(name, '/') != NULL ||
        strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
        answer_bad(agent, "a name is one component, not . or .., without / and NUL");
        return false;
    }
    return true;
}

bool argument_data(struct agent *agent, const char *text, size_t *length)
{
    return parse_hex(agent, text, agent->data, sizeof agent->data, length);
}
