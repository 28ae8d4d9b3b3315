#!/bin/sh
# tidy.sh DIRECTORY...: C files have lines of at most 100 columns, functions of at most 70 lines, no
# tabs, no trailing blanks and no notes to self.
set -eu

find "$@" -name target -prune -o \( -name '*.[ch]' -o -name '*.cc' -o -name '*.def' \
    -o -name '*.sh' -o -name CMakeLists.txt -o -name '*.cmake' \) -print | sort | xargs awk '
    function complain(what) { print FILENAME ":" FNR ": " what; bad = 1 }
    FNR == 1 { start = 0 }
    length($0) > 100 { complain("longer than 100 columns") }
    /\t/ { complain("a tab") }
    /[ \t]$/ { complain("blanks at the end") }
    /TO[D]O|FIX[M]E|(^|[^X])XX[X]([^X]|$)/ { complain("a note to self") }
    /^\{$/ && FILENAME ~ /\.([ch]|cc)$/ { start = FNR }
    /^\}$/ && start {
        if (FNR - start > 70)
            complain("the function that ends here has more than 70 lines")
        start = 0
    }
    END { exit bad }'
