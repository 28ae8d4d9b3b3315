#include <stdlib.h>
#include <string.h>

#include "bridge.h"

/* FNV-1a: tells lists of ranks apart that were meant to be one; no defence against anybody. */
#define DIGEST_START 0xcbf29ce484222325u
#define DIGEST_PRIME 0x100000001b3u

#define RANK_BYTES 4
#define NOT_A_MEMBER UINT32_MAX

struct group *groups_numbered(struct groups *groups, uint16_t number)
{
    for (int i = 0; i < groups->count; i++) {
        if (groups->all[i]->number == number)
            return groups->all[i];
    }
    return NULL;
}

struct group *groups_named(struct groups *groups, const unsigned char *name, size_t length)
{
    for (int i = 0; i < groups->count; i++) {
        struct group *group = groups->all[i];

        if (group->name_length == length && memcmp(group->name, name, length) == 0)
            return group;
    }
    return NULL;
}

/* Fills ranks, digest and own rank. */
static const char *read_ranks(struct group *group, const unsigned char *list, int rank, int job)
{
    bool *seen = calloc((size_t)job, sizeof *seen);
    const char *wrong = NULL;

    if (seen == NULL)
        die("calloc");
    group->own = NOT_A_MEMBER;
    group->digest = DIGEST_START;
    for (uint32_t i = 0; i < group->size && wrong == NULL; i++) {
        uint32_t member = get32(list + RANK_BYTES * i);

        if (member >= (uint32_t)job) {
            wrong = "a group has a rank that the job has not";
        } else if (seen[member]) {
            wrong = "a group has a rank twice";
        } else {
            seen[member] = true;
            group->ranks[i] = (int)member;
            if (group->ranks[i] == rank)
                group->own = i;
        }
        for (int byte = 0; byte < RANK_BYTES; byte++)
            group->digest = (group->digest ^ list[RANK_BYTES * i + byte]) * DIGEST_PRIME;
    }
    free(seen);
    if (wrong == NULL && group->own == NOT_A_MEMBER)
        wrong = "a group that is joined has the own rank in it";
    return wrong;
}

const char *groups_join(struct groups *groups, const unsigned char *body, size_t size,
                        struct group **joined)
{
    const size_t head = 3;
    size_t name = size > head ? body[2] : 0;
    size_t list = size - head - name;
    struct group *group;
    const char *wrong;

    if (name == 0 || name > NAME_LIMIT || size < head + name || list % RANK_BYTES != 0)
        return "what was said to join a group is cut short";
    if (groups->count == GROUPS_LIMIT)
        return "too many groups were joined";
    if (groups_named(groups, body + head, name) != NULL)
        return "a group was joined twice";
    if (groups_numbered(groups, get16(body)) != NULL)
        return "a number was given to two groups";
    group = calloc(1, sizeof *group);
    if (group == NULL)
        die("calloc");
    group->ranks = malloc(list + sizeof *group->ranks);
    if (group->ranks == NULL)
        die("malloc");
    group->number = get16(body);
    group->name_length = (unsigned char)name;
    memcpy(group->name, body + head, name);
    group->size = (uint32_t)(list / RANK_BYTES);
    wrong = read_ranks(group, body + head + name, groups->rank, groups->job);
    if (wrong != NULL) {
        free(group->ranks);
        free(group);
        return wrong;
    }
    groups->all[groups->count++] = group;
    *joined = group;
    return NULL;
}
