#!/usr/bin/env python3
"""Runs tests one after another and prints the processor time of each (its own and its children's), which a busy machine does not
change much; ctest prints the time on the clock.

  scripts/test_time.py [BUILD_DIRECTORY [REGULAR_EXPRESSION]]    [build, all but the long ones]

The environment is that of ctest; HEDDLE_SAMPLE (see ./test) chooses a part of the programs here, too. Status 1: a test failed.
"""
import json, os, re, resource, subprocess, sys, time

build = sys.argv[1] if len(sys.argv) > 1 else "build"
wanted = re.compile(sys.argv[2] if len(sys.argv) > 2 else "")
listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
total, failed = 0.0, []
for test in json.loads(listing.stdout)["tests"]:
    properties = {p["name"]: p["value"] for p in test.get("properties", [])}
    if "long" in properties.get("LABELS", []) or not wanted.search(test["name"]) or "command" not in test:
        continue
    environment = dict(os.environ)
    environment.update(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", []))
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    run = subprocess.run(test["command"], env=environment, cwd=properties.get("WORKING_DIRECTORY", build), text=True,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    total += seconds
    state = "ok" if run.returncode == 0 else "skipped" if run.returncode == properties.get("SKIP_RETURN_CODE") else "FAILED"
    print(f"{seconds:8.1f} s  {time.time() - begin:7.1f} on the clock  {state:8}{test['name']}", flush=True)
    if state == "FAILED":
        failed.append(test["name"])
        print(run.stdout[-3000:])
print(f"{total:8.1f} s  in all; failed: {' '.join(failed) or 'none'}")
sys.exit(1 if failed else 0)
