/*
 * Makes the library say something else of itself than it is: with MISFIT_ABI that number is its ABI
 * version; with MISFIT_CONSTANT the constant of that name is one more. Linked before the static
 * library, it takes the place of version.c and constants.c.
 */
#define hf_abi_version real_abi_version
#define hf_constants real_constants
#include "constants.c"
#include "version.c"
#undef hf_abi_version
#undef hf_constants

#include <string.h>

int hf_abi_version(void)
{
#ifdef MISFIT_ABI
    return MISFIT_ABI;
#else
    return real_abi_version();
#endif
}

int hf_constants(const struct hf_constant **table)
{
#ifdef MISFIT_CONSTANT
    static struct hf_constant changed[sizeof constants / sizeof constants[0]];
    int count = real_constants(table);

    memcpy(changed, constants, sizeof constants);
    for (int i = 0; i < count; i++)
        changed[i].value += strcmp(changed[i].name, MISFIT_CONSTANT) == 0;
    *table = changed;
    return count;
#else
    return real_constants(table);
#endif
}
