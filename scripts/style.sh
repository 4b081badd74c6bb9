#!/usr/bin/env bash
# clang-format and clang-tidy on the lines that have changed since the revision in scripts/style_since. What is older is
# left as it is: formatting all of it at once would make every branch conflict. Move the revision on when that is done.
#
#   scripts/style.sh format         prints the places that clang-format-19 would change; status 1 if there are any
#   scripts/style.sh format --fix   changes them
#   scripts/style.sh tidy [SECONDS] prints what clang-tidy-19 finds there, in the sources under src/; the file that was
#                                   changed last comes first, and no new one is begun after so many seconds
#
# Status 77: there is nothing to compare with (no git, or a clone without that part of the history).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

skip() {
  echo "not checked: $*"
  exit 77
}

git rev-parse --git-dir >/dev/null 2>&1 || skip "this is no git repository"
since=$(<scripts/style_since)
git cat-file -e "$since^{commit}" 2>/dev/null || skip "the history does not reach back to $since"

# Programs under test are written in any style; the rest of what we write in C and C++ is not.
ours=(src tests bench include
      ':!tests/programs' ':!tests/projects' ':!tests/regressions' ':!tests/native/programs' ':!tests/real_library/calls'
      ':!tests/real_library/blocking' ':!bench/programs' ':!bench/real' ':!src/library')

# FILE FIRST LAST for each run of lines that were added or changed, also if that is not committed yet.
changed_lines() {
  git ls-files --others --exclude-standard -- "${ours[@]}" | grep -E '\.(c|cpp|h)$' | sed 's/$/ 1 999999/' || true
  git diff -U0 --no-color --no-ext-diff --diff-filter=AMR "$since" -- "${ours[@]}" | awk '
    /^\+\+\+ / { file = substr($2, 3) }
    /^@@ / && file ~ /\.(c|cpp|h)$/ {
      split(substr($3, 2), part, ",")
      count = part[2] == "" ? 1 : part[2]
      if (count > 0) print file, part[1], part[1] + count - 1
    }'
}

check_format() {
  local file ranges=() current= status=0
  run() {
    [ -n "$current" ] || return 0
    if [ "${1:-}" = --fix ]; then
      clang-format-19 -i "${ranges[@]}" "$current"
    else
      clang-format-19 --dry-run --Werror "${ranges[@]}" "$current" || status=1
    fi
  }
  while read -r file first last; do
    if [ "$file" != "$current" ]; then
      run "$@"
      current=$file
      ranges=()
    fi
    ranges+=("--lines=$first:$last")
  done < <(changed_lines)
  run "$@"
  [ "$status" = 0 ] || echo "scripts/style.sh format --fix puts that right"
  return "$status"
}

# The sources under src/ that have changed, or whose header has: what is not committed first, then by the latest commit.
sources_to_tidy() {
  { git ls-files --others --exclude-standard -- src; git diff --name-only HEAD -- src; git log --format= --name-only "$since..HEAD" -- src; } |
    grep -E '^src/[a-z]+/[^/]*\.(cpp|h)$' | grep -v '^src/library/' | sed 's/\.h$/.cpp/' | awk '!seen[$0]++' |
    while read -r file; do if [ -f "$file" ]; then echo "$file"; fi; done
}

# As clang-tidy wants it: [{"name": file, "lines": [[first, last], ...]}, ...]
line_filter() {
  changed_lines | awk '
    $1 != file { printf "%s{\"name\":\"%s\",\"lines\":[", (file == "" ? "[" : "]},"), $1; file = $1; separator = "" }
    { printf "%s[%d,%d]", separator, $2, $3; separator = "," }
    END { print file == "" ? "[]" : "]}]" }'
}

check_tidy() {
  local seconds=${1:-0} filter files=() done=0 status=0
  filter=$(line_filter)
  mapfile -t files < <(sources_to_tidy)
  SECONDS=0
  for file in "${files[@]}"; do
    if [ "$seconds" != 0 ] && [ "$SECONDS" -ge "$seconds" ]; then break; fi
    clang-tidy-19 --quiet --warnings-as-errors='*' "--line-filter=$filter" "$file" -- -std=c++20 -Isrc -isystem \
      /usr/lib/llvm-19/include -DHEDDLE_VERSION='"0"' -DHEDDLE_LIBRARY_BITCODE='"/dev/null"' 2>"${TMPDIR:-/tmp}/tidy.$$" || {
      status=1
      grep -v 'warnings generated' "${TMPDIR:-/tmp}/tidy.$$" || true
    }
    done=$((done + 1))
  done
  rm -f "${TMPDIR:-/tmp}/tidy.$$"
  echo "clang-tidy: $done of ${#files[@]} changed files in $SECONDS s"
  if [ "$done" -lt "${#files[@]}" ]; then printf '  not looked at, changed longer ago: %s\n' "${files[@]:$done}"; fi
  return "$status"
}

case ${1:-} in
  format) check_format "${@:2}" ;;
  tidy) check_tidy "${@:2}" ;;
  *)
    echo "usage: scripts/style.sh format [--fix] | tidy [SECONDS]" >&2
    exit 2
    ;;
esac
