#!/usr/bin/env bash
# assumptions.sh TOOL FOLDER: programs that break what a proof takes for granted. `heddle analyze` proves that they have no race
# and says what it assumes; `heddle check --property race` finds one. That is why check takes no verdict from a proof (decision 48).
set -uo pipefail
heddle=$1
cd "$2" || exit 1
failed=0 looked=0
for file in *.c; do
  looked=$((looked + 1))
  json=$("$heddle" analyze --property race --json -q "$file") || { failed=1; echo "FAILED: $file is not proven any more"; }
  [[ $json == *'"assumptions":["pointers and indices stay inside'* ]] || { failed=1; echo "FAILED: $file: no assumption is said"; }
  "$heddle" check --property race -q "$file" >/dev/null 2>&1
  [ $? = 1 ] || { failed=1; echo "FAILED: $file: check finds no race"; }
done
echo "$looked programs"
[ "$failed" = 0 ] && [ "$looked" -gt 1 ]
