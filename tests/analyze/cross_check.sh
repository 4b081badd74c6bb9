#!/usr/bin/env bash
# cross_check.sh TOOL SOURCE_DIRECTORY N: of the programs in which check finds a race or a deadlock (tests/programs and examples
# say so in their first lines), every N-th: analyze must not say that it has proven the contrary.
set -uo pipefail
heddle=$1
cd "$2" || exit 1
wrong=0 looked=0 number=0 proofs=0
while read -r file; do
  expected=$(sed -n 's,^// expect: ,,p' "$file" | head -1)
  property=
  [[ $expected == race* ]] && property=race
  [[ $expected == deadlock* ]] && property=deadlock
  [ -n "$property" ] || continue
  number=$((number + 1))
  [ $((number % $3)) = 0 ] || continue
  flags=()
  [[ $file == *.cpp ]] && flags=(-std=c++20)
  json=$(timeout 120 "$heddle" analyze --property "$property" --json -q "${flags[@]}" "$file" 2>/dev/null)
  status=$?
  [ $status = 2 ] && continue  # needs other flags
  looked=$((looked + 1))
  [[ $json == *"\"proven\":[\"$property\"]"* ]] && proofs=$((proofs + 1))
  if [ $status = 0 ]; then
    wrong=$((wrong + 1))
    echo "FAILED: $file: proven free of a $property that check finds"
  fi
done < <(find tests/programs examples -name '*.c' -o -name '*.cpp' | LC_ALL=C sort)
echo "$looked programs, $wrong wrong proofs"
[ "$wrong" = 0 ] && [ "$proofs" = 0 ] && [ "$looked" -ge 20 ]
