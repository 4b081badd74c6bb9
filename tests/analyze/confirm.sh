#!/usr/bin/env bash
# confirm.sh TOOL SOURCE_DIRECTORY N [FOLDER...]: `heddle analyze --confirm` on every N-th program of tests/programs that check has
# an expectation for (first lines; examples: confirm_examples.py):
#   race on x, deadlock   no candidate of that kind (for x) is refuted, no proof
#   verified              no candidate is confirmed
set -uo pipefail
heddle=$1
folders=(tests/programs)
[ $# -gt 3 ] && folders=("${@:4}")
cd "$2" || exit 1
failed=0 looked=0 confirmed=0 refuted=0 number=0
fail() { failed=$((failed + 1)); echo "FAILED: $*"; }
while read -r file; do
  expected=$(sed -n 's,^// expect: ,,p' "$file" | head -1)
  case $expected in race* | deadlock* | verified*) ;; *) continue ;; esac
  number=$((number + 1))
  [ $((number % $3)) = 0 ] || continue
  flags=()
  [[ $file == *.cpp ]] && flags=(-std=c++20)
  json=$(timeout 180 "$heddle" analyze --confirm --timeout 15 --json -q "${flags[@]}" "$file" </dev/null 2>/dev/null)
  status=$?
  [ $status = 0 ] || [ $status = 1 ] || [ $status = 3 ] || continue  # needs other flags, or more time
  looked=$((looked + 1))
  # One candidate a line, without what lies inside of its lists: kind, status, variable.
  races=${json#*\"races\":} races=${races%%,\"deadlocks\":*}
  deadlocks=${json#*\"deadlocks\":} deadlocks=${deadlocks%%,\"warnings\":*}
  list() { grep -o '"status":"[a-z]*","message":"\([^"\\]\|\\.\)*"' <<<"$1"; }
  count() { list "$1" | grep -c "$2"; }
  confirmed=$((confirmed + $(count "$races$deadlocks" '"confirmed"')))
  refuted=$((refuted + $(count "$races$deadlocks" '"refuted"')))
  case $expected in
    verified*)
      [ "$(count "$races$deadlocks" '"confirmed"')" = 0 ] || fail "$file: right, but a candidate was confirmed" ;;
    race*)
      variable=$(sed -n 's,^race on \([A-Za-z_0-9]*\).*,\1,p' <<<"$expected")
      [ $status != 0 ] || fail "$file: a race was proven absent or refuted"
      if [ -n "$variable" ] && list "$races" | grep '"refuted"' | grep -q "on '$variable\b"; then
        fail "$file: a candidate for $variable was refuted"
      fi ;;
    deadlock*)
      [ $status != 0 ] || fail "$file: a deadlock was proven absent or refuted" ;;
  esac
done < <(find "${folders[@]}" -name '*.c' -o -name '*.cpp' | LC_ALL=C sort)
echo "$looked programs, $confirmed candidates confirmed, $refuted refuted, $failed failed"
[ "$failed" = 0 ] && [ "$looked" -gt 5 ] && [ "$confirmed" -gt 0 ]
