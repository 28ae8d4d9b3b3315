/* Prints the table of constants.def as NAME=VALUE lines: the resource that core carries. */
#include <inttypes.h>
#include <stdio.h>

#include "holdfast.h"

int main(void)
{
    const struct hf_constant *table;
    int count = hf_constants(&table);

    puts("# Made by holdfast-print-constants from native/src/constants.def; do not edit.");
    for (int i = 0; i < count; i++)
        printf("%s=%" PRId64 "\n", table[i].name, table[i].value);
    return 0;
}
