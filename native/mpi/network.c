#include <stdlib.h>

#include "bridge.h"

#define TAG 1

void network_begin(struct network *network)
{
    MPI_Comm_dup(MPI_COMM_WORLD, &network->bridges);
    MPI_Comm_rank(network->bridges, &network->rank);
    MPI_Comm_size(network->bridges, &network->size);
    network->sending_weight = 0;
    network->receiving_weight = 0;
    network->sending = NULL;
    network->receiving = NULL;
}

/*
 * Synchronous: it is done when the other bridge has begun to receive. So what an MPI library keeps
 * for a slow receiver is bounded by what the senders keep, and nothing is on its way when all
 * senders are done.
 */
void network_send(struct network *network, int to, struct parcel *parcel)
{
    struct sending *sending = malloc(sizeof *sending);

    if (sending == NULL)
        die("malloc");
    sending->parcel = parcel;
    sending->next = network->sending;
    network->sending = sending;
    network->sending_weight += weight_of(parcel->size);
    MPI_Issend(parcel->bytes, (int)parcel->size, MPI_BYTE, to, TAG, network->bridges,
               &sending->request);
}

bool network_sent(struct network *network)
{
    struct sending **link = &network->sending;
    bool moved = false;

    while (*link != NULL) {
        struct sending *sending = *link;
        int done;

        MPI_Test(&sending->request, &done, MPI_STATUS_IGNORE);
        if (!done) {
            link = &sending->next;
            continue;
        }
        *link = sending->next;
        network->sending_weight -= weight_of(sending->parcel->size);
        free(sending->parcel);
        free(sending);
        moved = true;
    }
    return moved;
}

bool network_listen(struct network *network, size_t waiting)
{
    struct receiving **end = &network->receiving;
    bool moved = false;

    while (*end != NULL)
        end = &(*end)->next;
    while (!is_full(waiting + network->receiving_weight)) {
        struct receiving *receiving;
        MPI_Message message;
        MPI_Status status;
        int there, size;

        MPI_Improbe(MPI_ANY_SOURCE, TAG, network->bridges, &there, &message, &status);
        if (!there)
            break;
        MPI_Get_count(&status, MPI_BYTE, &size);
        receiving = malloc(sizeof *receiving);
        if (receiving == NULL)
            die("malloc");
        receiving->next = NULL;
        receiving->from = status.MPI_SOURCE;
        receiving->done = false;
        receiving->parcel = parcel_new((size_t)size);
        MPI_Imrecv(receiving->parcel->bytes, size, MPI_BYTE, &message, &receiving->request);
        network->receiving_weight += weight_of((size_t)size);
        *end = receiving;
        end = &receiving->next;
        moved = true;
    }
    return moved;
}

/* Whether an earlier message of the same sender is still being received. */
static bool is_behind(const struct network *network, const struct receiving *one)
{
    for (const struct receiving *other = network->receiving; other != one; other = other->next) {
        if (other->from == one->from)
            return true;
    }
    return false;
}

struct parcel *network_next(struct network *network)
{
    for (struct receiving **link = &network->receiving; *link != NULL; link = &(*link)->next) {
        struct receiving *receiving = *link;
        struct parcel *parcel = receiving->parcel;

        if (!receiving->done) {
            int done;

            MPI_Test(&receiving->request, &done, MPI_STATUS_IGNORE);
            receiving->done = done != 0;
        }
        if (receiving->done && !is_behind(network, receiving)) {
            *link = receiving->next;
            network->receiving_weight -= weight_of(parcel->size);
            free(receiving);
            return parcel;
        }
    }
    return NULL;
}
