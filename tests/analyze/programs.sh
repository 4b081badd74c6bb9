#!/usr/bin/env bash
# programs.sh TOOL FOLDER: runs `heddle analyze` on every program and compares with its first lines:
#   // analyze: verified                     status 0
#   // analyze: race on x | deadlock         status 1, a candidate of that kind (of that variable) with a schedule
#   // analyze: unknown                      status 3
#   // analyze: reachable                    status 1, of --reach with a schedule
#   // options: --property race ...          for the command line
set -uo pipefail
heddle=$1
cd "$2" || exit 1
failed=0 passed=0
fail() { failed=$((failed + 1)); echo "FAILED: $*"; }
for file in *.c *.cpp; do
  wanted=$(sed -n 's,^// analyze: ,,p' "$file" | head -1)
  read -r -a options < <(sed -n 's,^// options: ,,p' "$file" | head -1) || true
  flags=()
  [[ $file == *.cpp ]] && flags=(-std=c++20)
  json=$(timeout 120 "$heddle" analyze --json -q "${flags[@]}" ${options[@]+"${options[@]}"} "$file" 2>&1)
  status=$?
  case $wanted in
    verified) [ $status = 0 ] || { fail "$file: status $status instead of 0: ${json:0:600}"; continue; } ;;
    unknown) [ $status = 3 ] || { fail "$file: status $status instead of 3: ${json:0:600}"; continue; } ;;
    "race on "*)
      [ $status = 1 ] && [[ $json == *'"status":"certified"'*"\"variable\":\"${wanted#race on }\""* ]] ||
        { fail "$file: status $status, no certified race on ${wanted#race on }: ${json:0:600}"; continue; } ;;
    reachable)
      [ $status = 1 ] && [[ $json == *'"answer":"reachable"'* ]] ||
        { fail "$file: status $status, not reachable: ${json:0:600}"; continue; } ;;
    deadlock)
      [ $status = 1 ] && [[ $json == *'"deadlocks":[{"status":"certified"'* ]] ||
        { fail "$file: status $status, no certified deadlock: ${json:0:600}"; continue; } ;;
    *) fail "$file: what is expected?"; continue ;;
  esac
  passed=$((passed + 1))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 20 ]
