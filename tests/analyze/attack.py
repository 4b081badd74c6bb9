#!/usr/bin/env python3
"""attack.py TOOL FIRST COUNT [FOLDER]: random C and C++ programs with locks in structures, arrays, heap blocks and behind
pointers, callbacks, tables of functions, try-locks, early returns, exceptions and guards. Where `heddle analyze` proves that
there is no race or no deadlock, `heddle check` must not find one. Most programs have few operations, so that check covers
them; programs that fail are left in FOLDER."""
import json
import os
import random
import subprocess
import sys
import tempfile

HEAD = """#include <pthread.h>
#include <stdlib.h>
struct box { pthread_mutex_t m; int v; struct box *next; void (*act)(struct box *); };
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t row[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
pthread_mutex_t *chosen;
struct box left = {PTHREAD_MUTEX_INITIALIZER}, right = {PTHREAD_MUTEX_INITIALIZER};
struct box *heap, *one;
int x, y, list[2], zero, *where = &x;
static void touch(struct box *p) { p->v++; }
static void touch_locked(struct box *p) { pthread_mutex_lock(&p->m); p->v++; pthread_mutex_unlock(&p->m); }
static void touch_next(struct box *p) { if (p->next) p->next->act(p->next); }
static void with(pthread_mutex_t *m, void (*what)(struct box *), struct box *p) {
  pthread_mutex_lock(m); what(p); pthread_mutex_unlock(m);
}
static void (*table[3])(struct box *) = {touch, touch_locked, touch_next};
"""
HEAD_CPP = """#include <mutex>
#include <thread>
#include <vector>
struct Guard { pthread_mutex_t *m; Guard(pthread_mutex_t *p) : m(p) { pthread_mutex_lock(m); } ~Guard() { pthread_mutex_unlock(m); } };
static void fails(int n) { if (n) throw n; }
static std::vector<int> numbers(2);
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.cpp = self.random.random() < 0.4
        self.budget = 0

    def pick(self, *words):
        return self.random.choice(words)

    def box(self):
        return self.pick("&left", "&right", "heap", "one", "left.next")

    def lock(self):
        return self.pick("&a", "&b", "&a", "&row[0]", "&row[1]", "&row[zero]", "chosen", "&left.m", "&heap->m", "&one->m",
                         "(zero ? &a : &b)")

    def access(self):
        word = self.pick("x++;", "y++;", "(*where)++;", "list[0]++;", "list[zero]++;", "left.v++;", "heap->v++;",
                         "one->v++;", "touch(%s);", "touch_locked(%s);", "table[zero](%s);", "one->act(%s);",
                         "if (left.next) touch_next(%s);", "y = x;")
        return word % self.box() if "%s" in word else word

    def block(self, depth):
        return " ".join(self.statement(depth) for _ in range(self.random.randint(1, 2)))

    def statement(self, depth):
        self.budget -= 1
        if depth > 2 or self.budget < 0 or self.random.random() < 0.35:
            return self.access()
        lock, inner = self.lock(), self.block(depth + 1)
        forms = ["{ pthread_mutex_lock(%s); %s pthread_mutex_unlock(%s); }"] * 4
        forms += ["if (pthread_mutex_trylock(%s) == 0) { %s pthread_mutex_unlock(%s); }",
                  "{ pthread_mutex_t *m = %s; pthread_mutex_lock(m); %s pthread_mutex_unlock(m); } (void)%s;",
                  "{ pthread_mutex_lock(%s); if (zero) return; %s pthread_mutex_unlock(%s); }",
                  "{ pthread_mutex_lock(%s); if (x > 7) { pthread_mutex_unlock(%s); return; } %s pthread_mutex_unlock(%s); }",
                  "with(%s, touch, &left); %s (void)%s;"]
        if self.cpp:
            forms += ["{ Guard g(%s); %s } (void)%s;",
                      "try { Guard g(%s); %s fails(zero); } catch (int) { } (void)%s;",
                      "try { pthread_mutex_lock(%s); fails(%s); pthread_mutex_unlock(%s); } catch (int) { }",
                      "try { pthread_mutex_lock(%s); %s numbers.at(zero); pthread_mutex_unlock(%s); } catch (...) { }",
                      "{ std::unique_lock<std::mutex> u(*reinterpret_cast<std::mutex *>(%s)); %s u.unlock(); } (void)%s;"]
        form = self.pick(*forms)
        if form.count("%s") == 4:
            return form % (lock, lock, inner, lock)
        if "fails(%s)" in form:
            return form % (lock, self.pick("0", "1", "zero"), lock)
        return form % (lock, inner, lock)

    def text(self):
        threads = self.random.randint(1, 2)
        lines = [HEAD] + ([HEAD_CPP] if self.cpp else [])
        for t in range(threads):
            self.budget = 4
            lines.append("static void body%d(struct box *self) { (void)self; %s }" % (t, self.block(0)))
            lines.append("static void *run%d(void *p) { body%d((struct box *)p); return 0; }" % (t, t))
        self.budget = 3
        lines.append("static void own(void) { %s }" % self.block(1))
        lines.append("static void late(void) { %s }" % self.access())
        new = "(struct box *)calloc(1, sizeof(struct box))"
        lines.append("int main() { pthread_t t[2]; heap = %s; if (!heap) return 0;" % new)
        lines.append("pthread_mutex_init(&heap->m, 0); one = %s; left.next = %s; chosen = %s; where = %s;" % (
            self.pick("&left", "&right", "heap"), self.pick("&right", "0", "heap"),
            self.pick("&a", "&b", "&row[1]", "&right.m"), self.pick("&x", "&y", "&list[0]", "&right.v")))
        lines.append("left.act = right.act = heap->act = %s;" % self.pick("touch", "touch_locked"))
        for t in range(threads):
            lines.append("pthread_create(&t[%d], 0, run%d, %s);" % (t, t, self.pick("&left", "heap", "one")))
            if t == 0 and self.random.random() < 0.2:
                lines.append("pthread_join(t[0], 0); pthread_create(&t[0], 0, run0, one);")
        lines.append("own();")
        lines += ["pthread_join(t[%d], 0);" % t for t in range(threads)]
        lines.append("late(); return 0; }")
        return "\n".join(lines) + "\n"


def run(tool, command, path, *options):
    flags = ["-std=c++20", "-Wno-everything"] if path.endswith(".cpp") else ["-Wno-everything"]
    try:
        done = subprocess.run([tool, command, "--json", "-q", *options, *flags, path], capture_output=True, text=True,
                              timeout=120, stdin=subprocess.DEVNULL)
        return json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None


def main():
    tool, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    folder = sys.argv[4] if len(sys.argv) > 4 else tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    programs = proofs = wrong = compared = 0
    for seed in range(first, first + count):
        program = Program(seed)
        path = os.path.join(folder, "attack%d.%s" % (seed, "cpp" if program.cpp else "c"))
        with open(path, "w") as file:
            file.write(program.text())
        analysis = run(tool, "analyze", path)
        if analysis is None or analysis["verdict"] == "error":
            print("FAILED: %s: %s" % (path, analysis and analysis.get("message")))
            return 1
        programs += 1
        bad = False
        if analysis["proven"]:
            proofs += len(analysis["proven"])
            result = run(tool, "check", path, "--search", "dfs", "--keep-going", "--timeout", "20")
            if result is not None and "bugs" in result:
                compared += 1
                for bug in result["bugs"]:
                    if bug["kind"] in analysis["proven"]:
                        bad = True
                        print("FAILED: %s: proven free of a %s that check finds: %s" % (path, bug["kind"], bug["message"]))
        wrong += bad
        if not bad:
            os.remove(path)
    print("%d programs, %d proofs, %d compared, %d wrong" % (programs, proofs, compared, wrong))
    return wrong > 0 or proofs == 0


sys.exit(main())
