#!/usr/bin/env bash
# What the guide shows is true: the programs of docs/guide/bugs have the bug, and the mended ones not; the commands of the tutorial
# print what stands below them.
. "$(dirname "$0")/common.sh"
for page in "$root"/docs/guide/bugs/*.md; do
  kind=$(basename "$page" .md)
  [ "$kind" = README ] && continue
  "$heddle" help "$kind" >help.txt
  check "heddle help $kind" cmp -s help.txt "$page"
  # The first program is broken, the second one mended; what stands between is in the report.
  python3 - "$page" <<'END'
import re, sys
text = open(sys.argv[1]).read()
blocks = re.findall(r'^```(c?)\n(.*?)^```$', text, re.M | re.S)
programs = [body for language, body in blocks if language == 'c']
shown = [body for language, body in blocks if language == '']
assert len(programs) == 2 and len(shown) == 1, sys.argv[1]
open('broken.c', 'w').write(programs[0])
open('mended.c', 'w').write(programs[1])
open('shown.txt', 'w').write(shown[0])
END
  options=$(sed -n '1s|^// heddle check||p' broken.c)
  # shellcheck disable=SC2086
  timeout 60 "$heddle" check $options broken.c >out.txt 2>&1
  status=$?
  check "$kind: the program has status $status" [ $status = 1 ]
  check "$kind: the kind" grep -q "error: .*\[$kind\]\$" out.txt
  while read -r line; do
    check "$kind: no '$line' in $(head -n 1 out.txt)" grep -qF -- "$line" out.txt
  done <shown.txt
  timeout 60 "$heddle" check mended.c >out.txt 2>&1
  check "$kind: the mended program: $(head -n 1 out.txt)" grep -q '^verified' out.txt
done

# The tutorial: "$ heddle ..." and below it a line of what is printed.
mkdir -p docs/guide && cp -r "$root/docs/guide/tutorial" docs/guide
sed -n '/^```console$/,/^```$/p' "$root/docs/guide/tutorial.md" | grep -v '^```' >console.txt
commands=0
while IFS= read -r line; do
  case $line in
  '$ heddle '*)
    commands=$((commands + 1))
    # shellcheck disable=SC2086
    timeout 120 "$heddle" ${line#'$ heddle '} >out.txt 2>&1
    ;;
  '' | '...') ;;
  *) check "tutorial: no '$line' in $(head -n 1 out.txt)" grep -qF -- "$line" out.txt ;;
  esac
done <console.txt
check "tutorial: $commands commands" [ "$commands" -ge 4 ]
finish
