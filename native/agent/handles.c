#include "agent.h"

void handles_begin(struct agent *agent)
{
    for (int i = 0; i < AGENT_HANDLES; i++)
        agent->handles[i] = -1;
}

int handles_reserve(struct agent *agent)
{
    for (int i = AGENT_ROOT + 1; i < AGENT_HANDLES; i++)
        if (agent->handles[i] < 0)
            return i;
    answer_bad(agent, "no free handle; at most %d are open at once", AGENT_HANDLES);
    return -1;
}
