#!/bin/sh
# expect.sh EXPECTATION COMMAND...: what ctest runs for a check. Succeeds if the verdict is the expected one:
#   verified  the exit status is 0
#   bug       it is 1
#   no-bug    it is 0, or 3: nothing (new) was found, but not everything was covered, which the last line repeats
# An error (2) is never expected.
expected=$1
shift
"$@"
status=$?
case $expected:$status in
verified:0 | bug:1 | no-bug:0) exit 0 ;;
no-bug:3)
  echo "inconclusive, and that is accepted here: this check proves nothing"
  exit 0
  ;;
esac
case $status in
0) verdict=verified ;;
1) verdict=bug ;;
2) verdict=error ;;
3) verdict=inconclusive ;;
*) verdict="status $status" ;;
esac
echo "expected: $expected; the verdict is: $verdict"
exit 1
