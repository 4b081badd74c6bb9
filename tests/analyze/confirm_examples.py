#!/usr/bin/env python3
"""confirm_examples.py TOOL SOURCE_DIRECTORY N [SECONDS [WORD]]: `heddle analyze --confirm` on every N-th example (those whose
path contains WORD), against examples.txt, which says what was put into each. N = 0: five small ones, and every example must
be in the list. Races that a random search of `check` finds must not be refuted either, whatever the list says."""
import json
import os
import re
import subprocess
import sys

SMALL = ["bank_deadlock.cpp", "counter_race.c", "initialiser_broken.c", "counter_locked.c", "m_ex.c"]


def read_list(folder):
    wanted = {}
    with open(os.path.join(folder, "examples.txt")) as file:
        for line in file:
            if line.startswith("examples/"):
                line, _, flags = line.strip().partition(" flags ")
                words = line.split()
                wanted[words[0]] = (words[1], words[2:], flags.split())
    return wanted


def missing(wanted):
    """Examples of one program that the list does not know; several processes are not what analyze looks at."""
    found = []
    for folder, _, names in os.walk("examples"):
        for name in names:
            path = os.path.join(folder, name)
            if not name.endswith((".c", ".cpp")) or folder.startswith(("examples/processes", "examples/integration")):
                continue
            if path not in wanted:
                found.append(path)
    return found


def run(tool, path, flags, *options, limit=900):
    standard = ["-std=c++20"] if path.endswith(".cpp") else []
    try:
        done = subprocess.run([tool, *options, "--json", "-q", *standard, *flags, path], capture_output=True, text=True,
                              timeout=limit, stdin=subprocess.DEVNULL)
        return json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None


def names(candidate, variable):
    return re.search(r"(^|[^A-Za-z0-9_])%s($|[^A-Za-z0-9_])" % re.escape(variable), candidate["variable"]) is not None


def places(bug):
    return sorted((one["file"], one["line"], one.get("column")) for one in bug["accesses"])


def wrong_with(result, kind, variables):
    races, deadlocks = result["races"], result["deadlocks"]
    by_status = lambda word: [one for one in races + deadlocks if one["status"] == word]
    if kind == "right":
        return ["right, but confirmed: " + one["message"] for one in by_status("confirmed")]
    if kind == "other":
        return [one["status"] + ": " + one["message"] for one in by_status("confirmed") + by_status("refuted")]
    if kind == "deadlock":
        return [] if any(one["status"] == "confirmed" for one in deadlocks) else ["the deadlock is not confirmed"]
    confirmed = [one for one in races if one["status"] == "confirmed"]
    if kind == "race-any":
        return [] if confirmed else ["no race is confirmed"]
    wrong = ["no race on %s is confirmed" % name for name in variables if not any(names(one, name) for one in confirmed)]
    return wrong


def refuted_but_found(tool, path, flags, result, seconds):
    refuted = [one for one in result["races"] if one["status"] == "refuted"]
    if not refuted:
        return []
    found = run(tool, path, flags, "check", "--keep-going", "--search", "random", "--max-executions", "300", "--timeout",
                str(seconds))
    if found is None:
        return []
    seen = [(places(bug), bug["variable"]) for bug in found.get("bugs", []) if bug["kind"] == "race"]
    return ["refuted, but check finds it: " + one["message"] for one in refuted if (places(one), one["variable"]) in seen]


def main():
    tool, root, step = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    seconds = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    word = sys.argv[5] if len(sys.argv) > 5 else ""
    wanted = read_list(os.path.dirname(os.path.abspath(__file__)))
    os.chdir(root)
    failed = ["%s is not in examples.txt" % path for path in missing(wanted)]
    counts = {"confirmed": 0, "refuted": 0, "certified": 0, "unknown": 0}
    looked = 0
    for number, (path, (kind, variables, flags)) in enumerate(sorted(wanted.items())):
        chosen = os.path.basename(path) in SMALL if step == 0 else number % step == 0 and word in path
        if not chosen:
            continue
        result = run(tool, path, flags, "analyze", "--confirm", "--timeout", str(seconds))
        if result is None or result["verdict"] == "error":
            failed.append("%s: %s" % (path, result and result.get("message")))
            continue
        looked += 1
        for one in result["races"] + result["deadlocks"]:
            counts[one["status"]] += 1
        wrong = wrong_with(result, kind, variables)
        if step != 0:
            wrong += refuted_but_found(tool, path, flags, result, seconds)
        failed += ["%s: %s" % (path, text) for text in wrong]
        print("%s (%s): %s%s" % (path, kind, result["verdict"], "".join("; FAILED: " + text for text in wrong)), flush=True)
    for text in failed:
        print("FAILED: " + text)
    print("%d programs, candidates: %s, %d failed" % (looked, counts, len(failed)))
    return len(failed) > 0 or looked == 0


sys.exit(main())
