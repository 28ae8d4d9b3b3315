#include "holdfast.h"

int hf_abi_version(void)
{
    return HF_ABI_VERSION;
}

const char *hf_version(void)
{
    return HF_VERSION;
}
