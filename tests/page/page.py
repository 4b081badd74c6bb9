"""page.py HEDDLE FOLDER SOURCES: the report page in a real browser.

Programs of every kind of bug are checked with --html, --json, --sarif and --junit. Each page is opened from disk at
1280 x 800: no error, no request beyond the file, the bug in sight without scrolling, every step of the text report in
it, and the keys do what they should. Status 77: there is no browser.
"""
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree

from browser import Browser, find_browser

heddle, folder, root = os.path.abspath(sys.argv[1]), sys.argv[2], os.path.abspath(sys.argv[3])
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
failures = []
passed = 0


def check(condition, *what):
    global passed
    if condition:
        passed += 1
    else:
        failures.append(" ".join(map(str, what)))
        print("FAILED:", *what)


def write(name, text):
    with open(name, "w") as file:
        file.write(text)
    return name


def run(name, *words, status=None, command="check"):
    files = {kind: name + "." + kind for kind in ("html", "sarif", "junit", "json")}
    options = ["--html", files["html"]]
    if command != "trace":
        options += ["--sarif", files["sarif"]]
    if command in ("check", "replay"):
        options += ["--junit", files["junit"]]
    environment = dict(os.environ, COLUMNS="1000")
    done = subprocess.run([heddle, command, *options, "--json=" + files["json"], *words], capture_output=True, text=True,
                          errors="replace", timeout=120, env=environment)
    if status is not None:
        check(done.returncode == status, name, "status", done.returncode, done.stderr[-300:])
    return done.stdout


def shown_steps(page):
    """The text of every step, by walking through them as a reader would."""
    return page.value("""(() => { const found = [];
        const box = document.querySelector('.timeline');
        for (let y = 0; ; y += box.clientHeight) {
          box.scrollTop = y; view.timeline.paint();
          for (const row of document.querySelectorAll('.step, .switch')) found.push(row.innerText.replace(/\\s+/g, ' '));
          if (y >= box.scrollHeight) break;
        }
        return found; })()""")


def squeezed(text):
    return re.sub(r"\s+", "", text)


def pieces_of_table(text):
    """What the table of threads in a text report says, in pieces without line breaks (the report was made very wide)."""
    pieces, inside = [], False
    for line in text.splitlines():
        if re.fullmatch(r"[ -]*-{8}[ -]*", line):
            inside = True
        elif not line.strip():
            inside = False
        elif inside:
            pieces += [piece.lstrip("~> ") for piece in re.split(r"\s{2,}", line.strip())]
    return [piece for piece in pieces if piece]


def open_clean(browser, name, fragment=""):
    page = browser.open(name + ".html", fragment)
    check(not page.errors, name, "errors on the console:", page.errors)
    check(all(url.startswith(("file:", "data:")) for url in page.requests) and len(page.requests) <= 2, name, "requests", page.requests)
    return page


def look_at_bug(browser, name, kind, text):
    data = json.load(open(name + ".json"))
    page = open_clean(browser, name)
    check(page.value("document.title").startswith("bug: "), name, "title", page.value("document.title"))
    bug = data["bugs"][0]
    check(bug["kind"] == kind, name, "is a", bug["kind"])
    check(page.text(".about h2") == kind + bug["message"] or page.text(".about h2").replace("\n", "") == kind + bug["message"],
          name, "headline", page.text(".about h2"))
    check(page.in_sight(".about h2"), name, "the message is not in sight")
    check(page.in_sight(".step.important") or page.in_sight(".step.current"), name, "the bug's step is not in sight")
    check(page.in_sight(".source .row.current"), name, "the source line is not in sight")
    check(page.value("document.querySelector('.source .row.current .no').innerText") ==
          str(page.value("view.finding.steps[view.timeline.current].line")), name, "the current line")
    check(page.value("document.documentElement.scrollHeight <= innerHeight"), name, "the page scrolls as a whole")
    look_at_steps(page, name, text)
    return page


def look_at_steps(page, name, text):
    """Every step of the text report appears, and the keys go through all of them."""
    texts = [squeezed(shown) for shown in shown_steps(page)]
    pieces = pieces_of_table(text)
    check(len(pieces) > 1, name, "the text report has no table")
    for piece in pieces:
        plain = squeezed(re.sub(r"^(\S+:)?\d+: ", "", piece))
        check(any(plain in shown for shown in texts), name, "no step says", piece)
    rows = [text for text in texts if text]
    page.key("End")
    page.key("Home")
    first = page.value("view.timeline.current")
    seen = [first]
    for _ in range(min(len(rows), 12)):
        page.key("ArrowDown")
        now = page.value("view.timeline.current")
        if now == seen[-1]:
            break
        seen.append(now)
        check(page.in_sight(".step.current"), name, "step", now, "is not in sight")
    check(seen == sorted(set(seen)) and (len(seen) > 1 or len(rows) == 1), name, "the arrow keys went through", seen)
    page.key("ArrowUp", len(seen) - 1)
    check(page.value("view.timeline.current") == first, name, "back to the first step")
    check(page.value("document.getElementById('live').innerText") != "" or len(rows) == 1, name, "nothing is spoken")
    check(not page.errors, name, page.errors)


EXIT = """#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *other(void *p) { x = 1; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  int seen = x;
  pthread_join(t, 0);
  return seen ? 3 : 0;
}
"""

programs = {
    "race": root + "/examples/counter_race.c",
    "deadlock": root + "/tests/programs/bugs/deadlock_two.c",
    "livelock": root + "/tests/programs/bugs/livelock_two.c",
    "assertion": root + "/tests/programs/bugs/assert_in_thread.c",
    "crash": root + "/tests/programs/bugs/null_dereference.c",
    "memory": root + "/tests/programs/bugs/use_after_free.c",
    "misuse": root + "/examples/wrong_unlock.c",
    "exit": write("exit.c", EXIT),
}

# By cause: threads of C++, futures, locks in heap objects.
causes = {"lost_wake_up": "deadlock", "relaxed_publication": "race", "pool_deadlock": "deadlock", "accounts": "deadlock"}

TWO = """#include <pthread.h>
int x, y;
static void *other(void *p) { x = 1; y = 1; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  x = 2;
  y = 2;
  pthread_join(t, 0);
}
"""

EVIL = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"

INJECTION = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;  // %(evil)s \u2028 gr\u00fc\u00df \u6f22\u5b57 & &lt; %(long)s
static void *other(void *p) { x = 1; return p; }  /* ' " ` ${x} */
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  printf("%%s\\n", "%(quoted)s");
  assert(x == 0 && "%(quoted)s");
  pthread_join(t, 0);
}
""" % {"evil": EVIL, "quoted": EVIL.replace('"', '\\"'), "long": "long " * 4000}


def try_injection(browser):
    source = write("a'\"><img src=x onerror=alert(1)>&.c", INJECTION)
    text = run("evil", source, status=1)
    check("onerror" in text, "the text report shows the evil string")
    for fragment in ("", "#run", "#text"):
        page = open_clean(browser, "evil", fragment)
        check("owned" != page.value("document.title"), "a script of the program ran", fragment)
        check(page.value("document.images.length") == 0, "markup of the program became an element", fragment)
    page = open_clean(browser, "evil")
    check(EVIL in page.text(".source"), "the source is shown as it is")
    check("grüß 漢字 & &lt;" in page.text(".source"), "UTF-8 and entities are shown as they are")
    check("onerror" in page.text(".about h2"), "the message is shown as it is", page.text(".about h2"))
    sarif = json.load(open("evil.sarif"))
    result = sarif["runs"][0]["results"][0]
    check("onerror" in result["message"]["text"], "SARIF has the message")
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    check(not set(uri) & set("<>\"' "), "SARIF escapes the file name", uri)
    failure = xml.etree.ElementTree.parse("evil.junit").getroot().find(".//failure")
    check(failure is not None and EVIL in failure.text and source in failure.get("message"), "JUnit has the text")
    check(EVIL in json.load(open("evil.json"))["bugs"][0]["output"], "JSON has the output")


# Names that a compiler lets through: of a template, in other scripts, very long; of a file by #line.
LONG_NAME = "n" * 600
NAMES = """#include <thread>
template <class T> struct Box { T gr\u00f6\u00dfe_\u6f22\u5b57 = 0; };
static Box<int> %(long)s;
template <class T> void \u00e4ndere(T& box) { box.gr\u00f6\u00dfe_\u6f22\u5b57 = 1; /* %(evil)s */ }
int main() {
  std::thread t([] { \u00e4ndere(%(long)s); });
# 1 "<img src=y onerror=alert(2)>'&amp;.cpp"
  %(long)s.gr\u00f6\u00dfe_\u6f22\u5b57 = 2;
  t.join();
}
""" % {"long": LONG_NAME, "evil": EVIL}


def try_names(browser):
    text = run("names", write("names.cpp", NAMES), status=1)
    variable = LONG_NAME + ".größe_漢字"
    check(variable in text, "the text has the long name")
    bug = json.load(open("names.json"))["bugs"][0]
    check(bug["variable"] == variable, "JSON has the variable", bug["variable"])
    functions = {access["function"] for access in bug["accesses"]}
    files = {access["file"] for access in bug["accesses"]}
    check("ändere<Box<int> >" in functions or "ändere<Box<int>>" in functions, "JSON has the template", functions)
    check("<img src=y onerror=alert(2)>'&amp;.cpp" in files, "JSON has the name of the file", files)
    page = open_clean(browser, "names")
    check(page.value("document.images.length") == 0 and page.value("document.querySelectorAll('box').length") == 0, "names became elements")
    check(variable in page.text(".about h2"), "the page has the variable")
    check("ändere<Box<int>" in page.text(".about") and "<img src=y onerror=alert(2)>'&amp;.cpp" in page.text(".about"),
          "the page has the names as text", page.text(".about")[:300])
    check(page.value("document.documentElement.scrollWidth <= innerWidth"), "a long name makes the page wider than the window")
    check(page.in_sight(".step.important"), "the bug is not in sight beside a long name")
    page.screenshot("names.png")
    result = json.load(open("names.sarif"))["runs"][0]["results"][0]
    check(variable in result["message"]["text"], "SARIF has the variable")
    uris = re.findall(r'"uri": ?"([^"]*)"', open("names.sarif").read())
    check(uris and not any(set(uri) & set("<>\"' ") for uri in uris), "SARIF escapes the names of files", uris)
    failure = xml.etree.ElementTree.parse("names.junit").getroot().find(".//failure")
    check(failure is not None and variable in failure.get("message") and "ändere<Box<int>" in failure.text, "JUnit has the names")


LARGE = """#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *worker(void *p) {
  for (int i = 0; i < ROUNDS; ++i) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < THREADS; ++i) pthread_join(t[i], 0);
  assert(n != ROUNDS * THREADS);
}
"""


def try_size(browser, name, threads, rounds, steps):
    source = write("large.c", LARGE)
    run(name, "--search", "random", "-DTHREADS=%d" % threads, "-DROUNDS=%d" % rounds, source, status=1)
    size = os.path.getsize(name + ".html")
    check(size < 5e6, name, "the page has", size, "bytes")
    times = []
    for _ in range(3):  # the machine may be busy
        page = open_clean(browser, name)
        times.append(page.seconds)
        if times[-1] < 2:
            break
    check(min(times) < 2, name, "took", times, "seconds to open")
    there = page.value("view.finding.steps.length")
    check(there >= steps, name, "has only", there, "steps")
    check(page.in_sight(".step.important"), name, "the bug is not in sight")
    if not page.value("view.all.hidden"):
        page.key("a")
    check(page.value("view.timeline.rows.length") >= there, name, "not all steps are unfolded")
    check(page.value("document.querySelectorAll('.step').length") < 150, name, "what is out of sight is in the document")
    page.key("Home")
    far = min(30, there - 1)
    page.key("ArrowDown", far)
    check(page.value("view.timeline.current") == far and page.in_sight(".step.current"), name, "the keys, in a long schedule")
    page.screenshot(name + ".png")
    print(name, size, "bytes", there, "steps", "%.2f s" % min(times))


PEER = """#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <unistd.h>
static sem_t *turn, *other;
static int *shared;
static void *helper(void *p) { sem_wait(turn); *shared = 1; sem_post(other); return p; }
int main(void) {
  turn = sem_open("/turn", O_CREAT, 0600, 1);
  other = sem_open("/other", O_CREAT, 0600, 0);
  int memory = shm_open("/memory", O_CREAT | O_RDWR, 0600);
  if (memory < 0 || ftruncate(memory, 4096) != 0) return 0;
  shared = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  pthread_t t;
  pthread_create(&t, 0, helper, 0);
  pthread_join(t, 0);
}
"""


def try_processes(browser):
    """Two programs, of which each waits for a turn that comes once: threads stand in the group of their process."""
    write("peer.c", PEER)
    write("guest.c", PEER)
    page = look_at_bug(browser, "processes", "deadlock", run("processes", "--process", "peer.c", "--process", "guest.c", status=1))
    names = page.value("view.finding.threads")
    processes = [name.split(":")[0] for name in names if ":" in name]
    check(set(processes) == {"peer", "guest"} and "kernel" in names, "threads are named by process", names)
    heads = page.value("""[...document.querySelectorAll('.lanes .process')].map(head => {
        const box = head.getBoundingClientRect();
        return [head.innerText, box.left, box.right]; })""")
    lanes = page.value("""[...document.querySelectorAll('.lanes .thread')].map(lane => {
        const box = lane.getBoundingClientRect();
        return [lane.title, (box.left + box.right) / 2]; })""")
    check(sorted(head[0] for head in heads) == ["guest", "peer"], "a head for each process, and none for the kernel", heads)
    for title, middle in lanes:
        over = [head[0] for head in heads if head[1] <= middle <= head[2]]
        check(over == ([title.split(":")[0]] if ":" in title else []), "the lane of", title, "stands below", over)
    order = [title.split(":")[0] for title, _ in lanes]
    check(order == sorted(order, key=order.index), "the threads of a process stand together", order)
    check(any(title.endswith(":main/1") for title, _ in lanes), "the second thread of a process has a lane", lanes)
    page.screenshot("processes.png")
    run("alone", root + "/examples/counter_race.c", status=1)
    page = open_clean(browser, "alone")
    check(page.value("document.querySelectorAll('.lanes .process').length") == 0, "one process has no head")


def try_rest(browser):
    """Pages without a bug, several bugs, printing, the dark colours, the other commands."""
    run("verified", root + "/examples/counter_locked.c", status=0)
    page = open_clean(browser, "verified")
    for words in ("verified", "every interleaving covered", "What was explored", "complete executions", "None of these can happen"):
        check(words in page.text(), "verified: no", words)
    page.screenshot("verified.png")
    run("inconclusive", "--search", "random", "--max-executions", "3", root + "/examples/counter_locked.c", status=3)
    page = open_clean(browser, "inconclusive")
    check("Why it is inconclusive" in page.text() and json.load(open("inconclusive.json"))["limits"][0] in page.text(), "inconclusive: why")
    page.screenshot("inconclusive.png")
    run("error", write("broken.c", "int main(void) { return 0 }\n"), status=2)
    check("expected ';'" in open_clean(browser, "error").text(), "an error is shown")

    run("several", "--keep-going", write("two.c", TWO), status=1)
    bugs = json.load(open("several.json"))["bugs"]
    page = open_clean(browser, "several")
    check(page.value("document.querySelectorAll('nav button').length") == len(bugs) >= 2, "several bugs are listed")
    page.key("]")
    check(page.text(".about h2").endswith(bugs[1]["message"]), "']' shows the second", page.text(".about h2"))
    page.click("nav button")
    check(page.soon("document.querySelector('.about h2').innerText.endsWith(%s)" % json.dumps(bugs[0]["message"])),
          "a click in the list shows the first")
    page.screenshot("several.png")
    page.call("Page.printToPDF")
    check(not page.errors, "printing", page.errors)

    run("replayed", "counter_race.c.heddle", status=1, command="replay")
    page = open_clean(browser, "replayed")
    check(page.in_sight(".step.important"), "replay --html shows the bug")
    run("analysed", root + "/tests/programs/bugs/deadlock_two.c", status=1, command="analyze")
    page = open_clean(browser, "analysed")
    check(page.in_sight("svg.picture"), "analyze --html draws the cycle")
    page.screenshot("analysed.png")


if find_browser() is None:
    print("skipped: no Chromium is installed (apt-get install chromium)")
    sys.exit(77)

with Browser() as browser:
    for kind, source in programs.items():
        text = run(kind, source, status=1)
        page = look_at_bug(browser, kind, kind, text)
        if kind == "deadlock":
            check(page.in_sight("svg.picture"), "the cycle is not in sight")
        page.screenshot(kind + ".png")
    for name, kind in causes.items():
        text = run(name, root + "/tests/golden/" + name + ".cpp", status=1)
        page = look_at_bug(browser, name, kind, text)
        check(page.in_sight(".why"), name, "the reason is not in sight")
        page.screenshot(name + ".png")
    try_injection(browser)
    try_names(browser)
    try_size(browser, "long", 2, 1300, 5000)
    try_size(browser, "wide", 20, 4, 100)
    try_processes(browser)
    try_rest(browser)

print(passed, "passed,", len(failures), "failed")
sys.exit(bool(failures))
