#!/usr/bin/env python3
"""attacks.py TOOL N [--check]: every N-th of the small programs in attacks/*.txt, each an idiom in which a proof could go
wrong. A line `//// NAME WANT` begins one; what it must be follows from the language, not from the tool:
  race, deadlock   there is one: analyze must not say that it is proven absent
  race-unseen, deadlock-unseen   the same, but check cannot show it: a function that it does not model, input that is
                   empty, a second lock by the owner, which is misuse there
  ok               there is none, and analyze proves it
  ok-race          there is no race; whether deadlocks are proven absent is left open (conditions, once-initialisation)
  ok-unproven      there is none, but analyze does not see why: if it does one day, the word has to go
With --check the expectation itself is tested: `heddle check` has to find the bug, or none."""
import json
import os
import subprocess
import sys
import tempfile

HEADS = {
    ".c": "#define _GNU_SOURCE\n#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n",
    ".cpp": "#include <thread>\n#include <mutex>\n#include <shared_mutex>\n#include <vector>\n#include <memory>\n"
            "#include <functional>\n#include <atomic>\n",
}


def programs():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "attacks")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name)) as file:
            for part in file.read().split("//// ")[1:]:
                first, text = part.split("\n", 1)
                program, want = first.split()
                yield program, want, HEADS[os.path.splitext(program)[1]] + text


def run(tool, command, path, *options):
    flags = ["-std=c++20"] if path.endswith(".cpp") else []
    done = subprocess.run([tool, command, "--json", "-q", *options, "-Wno-everything", *flags, path],
                          capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL)
    return json.loads(done.stdout)


def wrong_with(tool, path, want, check):
    found = run(tool, "analyze", path)
    if found["verdict"] == "error":
        return found["message"]
    if want.removesuffix("-unseen") in found["proven"]:
        return "proven free of a %s that it has" % want.removesuffix("-unseen")
    if want == "ok" and found["verdict"] != "verified":
        return "not proven: %s" % [one["message"] for one in found["races"] + found["deadlocks"]][:3] + str(found["limits"])
    if want == "ok-unproven" and found["verdict"] == "verified":
        return "is proven now: say ok"
    if check:
        kinds = {bug["kind"] for bug in run(tool, "check", path, "--keep-going", "--timeout", "30")["bugs"]}
        if want in ("race", "deadlock") and want not in kinds:
            return "check does not find the %s (%s)" % (want, kinds)
        if want.startswith("ok") and kinds & {"race", "deadlock"}:
            return "check finds %s" % kinds
    return ""


def main():
    tool, step, check = sys.argv[1], int(sys.argv[2]), "--check" in sys.argv
    failed = looked = 0
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, want, text) in enumerate(programs()):
            if number % step:
                continue
            path = os.path.join(folder, name)
            with open(path, "w") as file:
                file.write(text)
            looked += 1
            counts[want] = counts.get(want, 0) + 1
            wrong = wrong_with(tool, path, want, check)
            if wrong:
                failed += 1
                print("FAILED: %s: %s" % (name, wrong), flush=True)
    print("%d programs %s, %d failed" % (looked, counts, failed))
    return failed > 0 or looked < 5


sys.exit(main())
