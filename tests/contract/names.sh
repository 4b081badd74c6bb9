#!/usr/bin/env bash
# Parts of the heap are called by type and field in the text and the steps; `variable` in JSON and the id stay what they were.
. "$(dirname "$0")/common.sh"
report() {  # report FILE: both forms of it
  COLUMNS=200 timeout 60 "$heddle" check "$@" --json=out.json >out.txt 2>err.txt
}
says() { check "$1: no '$2' in $(head -n 1 out.txt)" grep -qF -- "$2" out.txt; }
says_not() { check "$1: '$2' in $(grep -F -m 1 -- "$2" out.txt)" bash -c '! grep -qF -- "$1" out.txt' - "$2"; }
json() {  # json NAME EXPRESSION: true of the first bug
  check "$1: not $2: $(python3 -c "import json; bug = json.load(open('out.json'))['bugs'][0]; print(bug.get('variable'), bug.get('expression'))")" \
    python3 -c "import json; bug = json.load(open('out.json'))['bugs'][0]; assert $2"
}
both='#include <thread>
#include <memory>
#include <vector>
#include <map>
#include <list>
#include <unordered_map>
#include <cstdlib>
#include <new>
template <class F> void twice(F f) { std::thread t(f); f(); t.join(); }
'
race() {  # race NAME WORDS TEXT: the program, whose race is on WORDS
  printf '%s%s\n' "$both" "$3" >"$1.cpp"
  report "$1.cpp"
  says "$1" "$2"
  json "$1" "bug['variable'].startswith('heap block from $1.cpp:')"
}

# ---- what the allocation tells ----
race made "'Sum::total' (allocated at made.cpp:11)" 'struct Sum { int n[3]; long total; Sum() : total(0) {} };
int main() { auto* s = new Sum; twice([=] { s->total++; }); delete s; }'
json made "bug['expression'] == 'Sum::total' and bug['variable'].endswith(' + 16')"
race shared "'Sum::total' (allocated at shared.cpp:11)" 'struct Sum { int n[3] = {}; long total = 0; };
int main() { auto s = std::make_shared<Sum>(); Sum& r = *s; twice([&r, s] { s->total++; }); return r.total == 7; }'
json shared "bug['expression'] == 'Sum::total'"
says_not shared ': write heap block'
race unique "'Sum::n[1]' (allocated at unique.cpp:11)" 'struct Sum { int n[3] = {}; long total = 0; };
int main() { auto s = std::make_unique<Sum>(); twice([&] { s->n[1]++; }); }'
race element "'Point[2]::y' (allocated at element.cpp:11)" 'struct Point { int x = 0, y = 0; };
int main() { std::vector<Point> v(5); twice([&] { v[2].y++; }); }'
race numbers "'heap int[3]' (allocated at numbers.cpp:10)" 'int main() { std::vector<int> v(5); twice([&] { v[3]++; }); }'
race array "'Named[1]::n' (allocated at array.cpp:11)" 'struct Named { int n = 0; ~Named() { n = -1; } };
int main() { auto* a = new Named[3]; twice([=] { a[1].n++; }); delete[] a; }'
race tree "'std::pair<const int, int>::second' (allocated at tree.cpp:10)" 'int main() { std::map<int, int> m; m[1] = 0; twice([&] { m[1]++; }); }'
race node "'Point::y' (allocated at node.cpp:11)" 'struct Point { int x = 0, y = 0; };
int main() { std::list<Point> l(1); twice([&] { l.front().y++; }); }'
race hash "'std::pair<const int, long>::second' (allocated at hash.cpp:10)" 'int main() { std::unordered_map<int, long> m; m[1] = 0; twice([&] { m[1]++; }); }'
race returned "'Sum::total' (allocated at returned.cpp:11)" 'struct Sum { int n; long total; };
Sum* make() { void* p = std::malloc(sizeof(Sum)); return static_cast<Sum*>(p); }
int main() { Sum* s = make(); s->total = 0; twice([=] { s->total++; }); std::free(s); }'
race stored "'Sum::total' (allocated at stored.cpp:12)" 'struct Sum { int n; long total; };
struct Owner { int i; Sum* sum; } owner;
int main() { owner.sum = static_cast<Sum*>(std::calloc(1, sizeof(Sum))); Sum* s = owner.sum; twice([=] { s->total++; }); }'
race nested "'Outer::inner.values[2]' (allocated at nested.cpp:11)" 'struct Outer { int i; struct Inner { int k; short values[4]; } inner; };
int main() { auto* o = new Outer(); twice([=] { o->inner.values[2]++; }); delete o; }'
# At an access of a function the source's own words come first, whoever allocates.
printf '%s%s\n' "$both" 'struct Sum { int n; long total; };
void add(Sum* sum) { sum->total++; }
int main() { auto* s = new Sum(); twice([=] { add(s); }); delete s; }' >words.cpp
report words.cpp
says words "'sum->total' (Sum::total, allocated at words.cpp:12)"
says words 'write sum->total = 1'
json words "bug['expression'] == 'sum->total' and bug['variable'] == 'heap block from words.cpp:12 + 8'"
# Nothing is known of a block of bytes, and nothing is invented.
race bytes "'heap block from bytes.cpp:10 + 8'" 'int main() { void* p = std::malloc(16); auto f = [=] { *reinterpret_cast<long*>(reinterpret_cast<unsigned long>(p) + 8) = 1; }; twice(f); std::free(p); }'

# ---- C ----
cat >queue.c <<'END_OF_PROGRAM'
#include <pthread.h>
#include <stdlib.h>
typedef struct { int a; pthread_mutex_t m; int count; } Queue;
static Queue *q;
static void *work(void *arg) {
  pthread_mutex_lock(&q->m);
  pthread_mutex_unlock(&q->m);
  q->count++;
  return arg;
}
int main(void) {
  pthread_t t;
  q = malloc(sizeof *q);
  q->count = 0;
  pthread_mutex_init(&q->m, 0);
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
END_OF_PROGRAM
report queue.c
says queue "'q->count' (Queue::count, allocated at queue.c:13)"
says queue 'lock Queue::m'

# ---- locks, and which of several objects ----
cat >transfer.cpp <<'END_OF_PROGRAM'
#include <mutex>
#include <thread>
struct Account { int balance = 0; std::mutex m; };
void transfer(Account& from, Account& to) {
  std::lock_guard a(from.m);
  std::lock_guard b(to.m);
  from.balance--, to.balance++;
}
int main() {
  Account* all[2];
  for (Account*& one : all) one = new Account;
  std::thread t([&] { transfer(*all[1], *all[0]); });
  transfer(*all[0], *all[1]);
  t.join();
}
END_OF_PROGRAM
report transfer.cpp
says transfer 'waits for Account#1::m'
says transfer 'holds Account#2::m (allocated at transfer.cpp:11), taken at transfer.cpp:5'
says transfer 'main holds Account#1::m (since transfer.cpp:5) and waits for Account#2::m (transfer.cpp:6)'
says_not transfer 'heap block'
json transfer "bug['cycle'][0]['wants'] == 'heap block from transfer.cpp:11 + 8'"
json transfer "any(step['object'] == 'Account#2::m' for step in bug['steps'])"

cat >closed.cpp <<'END_OF_PROGRAM'
#include <mutex>
#include <thread>
struct Session { int n = 0; std::mutex m; };
int main() {
  auto* s = new Session;
  std::thread t([=] { std::lock_guard g(s->m); s->n++; });
  delete s;
  t.join();
}
END_OF_PROGRAM
report closed.cpp
says closed 'free Session'
says closed "of 'Session::m' (allocated at closed.cpp:5)"
finish
