# Sourced by the scripts here: $1 is the tool, $2 a folder to work in.
set -uo pipefail
heddle=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
rm -rf "$2" && mkdir -p "$2" && cd "$2" || exit 1
failed=0
passed=0
check() {  # check DESCRIPTION COMMAND...
  if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $1"; fi
}
# its_turn N OF: ./test alone runs one of so many parts, by the tree (HEDDLE_SAMPLE, see ./test); otherwise all of them.
its_turn() {
  [ -z "${HEDDLE_SAMPLE:-}" ] || [ -n "${HEDDLE_LONG:-}" ] || [ $((HEDDLE_SAMPLE % $2)) = "$1" ]
}
finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" = 0 ]
}
