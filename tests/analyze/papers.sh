#!/usr/bin/env bash
# papers.sh TOOL SOURCE_DIRECTORY: `heddle analyze` finds both races of section 8 of Kahlon, Ivancic and Gupta 2005 in Daisy
# (examples/papers/kahlon/daisy.c), each certified by a schedule, and prints its time beside the paper's.
set -uo pipefail
heddle=$1
cd "$2" || exit 1
failed=0
json=$("$heddle" analyze --property race --json -q examples/papers/kahlon/daisy.c)
[ $? = 1 ] || { echo "FAILED: status"; exit 1; }
races=${json#*\"races\":} races=${races%%,\"deadlocks\":*}
for variable in allocation disk.head; do
  grep -o '"status":"[a-z]*","message":"[^"]*"' <<<"$races" | grep -q "\"certified\",\"message\":\"[^\"]*'$variable" ||
    { failed=1; echo "FAILED: no certified race on $variable"; }
done
[[ $races == *'"schedule":[{'* ]] || { failed=1; echo "FAILED: no schedule"; }
lines=$(wc -l <examples/papers/kahlon/daisy.c)
[ "$lines" -ge 900 ] || { failed=1; echo "FAILED: $lines lines"; }
time=$(grep -o '"wall_ms":[0-9.]*' <<<"$json" | cut -d: -f2)
echo "Daisy, $lines lines: both races $time ms; in the paper (Pentium 4, 3.2 GHz) 77 s of preparation, then 5.3 + 21.7 s and 15 + 35 s"
exit $failed
