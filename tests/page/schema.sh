#!/usr/bin/env bash
# Every --json output is an instance of docs/schema/report.schema.json, without keys that it does not describe; every SARIF
# file one of the standard's schema (from the npm package below, where that can be had).
. "$(dirname "$0")/../contract/common.sh"
python=python3
for candidate in python3 /usr/bin/python3; do
  if $candidate -c 'import jsonschema' 2>/dev/null; then python=$candidate; fi
done
if ! $python -c 'import jsonschema' 2>/dev/null; then
  echo "skipped: python3-jsonschema is not installed"
  exit 77
fi

number=0
run() {  # run STATUS ARGS...
  number=$((number + 1))
  timeout 120 "$heddle" "${@:2}" "--json=$number.json" --sarif "$number.sarif" >out.txt 2>err.txt
  local status=$?
  check "${*:2}: status $status instead of $1: $(tail -n 2 err.txt)" [ $status = "$1" ]
}
bugs=$root/tests/programs/bugs
run 1 check "$root/examples/counter_race.c"
run 1 check --detector goldilocks --explain "$root/examples/counter_race.c"
run 1 check --detector locking-discipline "$root/examples/counter_race.c"
run 1 check "$bugs/deadlock_two.c"
run 1 check "$bugs/deadlock_on_join.c"
run 1 check "$bugs/livelock_two.c"
run 1 check "$bugs/assert_in_thread.c"
run 1 check "$bugs/null_dereference.c"
run 1 check "$bugs/double_free.c"
run 1 check "$root/examples/wrong_unlock.c"
run 1 replay deadlock_two.c.heddle
run 0 check "$root/examples/counter_locked.c"
run 0 check --search stateful "$root/examples/counter_locked.c"
run 0 check --search pruning "$root/examples/counter_locked.c"
run 3 check --search random --max-executions 2 "$root/examples/counter_locked.c"
run 3 check --max-transitions 5 "$root/examples/philosophers.c"
run 2 check no_such_file.c
run 1 analyze "$root/examples/counter_race.c"
run 1 analyze "$bugs/deadlock_two.c"
run 2 analyze no_such_file.c
printf 'T0|fork(T1)|a.c:1\nT0|w(x)|a.c:2\nT1|r(x)|a.c:9\n' >run.std
run 1 trace run.std
run 1 trace --detector all run.std
printf 'T0|w(x)|1\nT0|r(x)|2\n' >clean.std
run 0 trace clean.std
"$heddle" check --json --no-such-option >usage.json 2>/dev/null
"$heddle" replay --json run.std >replay.json 2>/dev/null
check "the outputs and the published schema" "$python" "$root/tests/page/validate.py" --strict "$root/docs/schema/report.schema.json" ./*.json

# The check itself can fail: a missing key, an unknown one, a wrong type.
for edit in 'del d["bugs"][0]["id"]' 'd["surprise"] = 1' 'd["bugs"][0]["line"] = "12"' 'd["verdict"] = "verified"'; do
  $python -c "import json; d = json.load(open('1.json')); $edit; json.dump(d, open('wrong.txt', 'w'))"
  check "accepted after: $edit" bash -c '! "$@" >/dev/null' - "$python" "$root/tests/page/validate.py" --strict \
    "$root/docs/schema/report.schema.json" wrong.txt
done

# The schema of the standard.
sarif=${HEDDLE_SARIF_SCHEMA:-}
if [ -z "$sarif" ] && command -v npm >/dev/null && timeout 30 npm pack --silent @microsoft/jest-sarif@1.0.0-beta.0 >/dev/null 2>&1 &&
  tar xzf ./*.tgz; then
  sarif=$(find package -name 'sarif-2.1.0*.json' | head -n 1)
fi
if [ -n "$sarif" ]; then
  check "the SARIF files and the standard's schema" "$python" "$root/tests/page/validate.py" "$sarif" ./*.sarif
else
  echo "not compared with the schema of SARIF: neither HEDDLE_SARIF_SCHEMA nor npm gives it"
fi
finish
