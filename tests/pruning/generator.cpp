// One function a kind of statement; see generator.h. A statement is drawn for a place: how deep it is nested, and
// whether a lock is held there. `budget_` bounds the synchronisation operations of a thread, so that brute force can
// follow.
#include "generator.h"

#include <fmt/format.h>

#include <random>

namespace heddle::pruning_test {

namespace {

using fmt::format;

class Generator {
 public:
  Generator(std::uint64_t seed, unsigned number, bool cpp, bool may_try)
      : random_(seed), n_(number), cpp_(cpp), may_try_(may_try) {}

  std::string program() {
    draw_habits();
    std::string text = format(
        "static pthread_mutex_t m{0} = PTHREAD_MUTEX_INITIALIZER, k{0} = PTHREAD_MUTEX_INITIALIZER;\n"
        "static pthread_mutex_t locks{0}[2] = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}};\n"
        "static pthread_rwlock_t rw{0} = PTHREAD_RWLOCK_INITIALIZER;\n"
        "static pthread_cond_t c{0} = PTHREAD_COND_INITIALIZER;\n"
        "static pthread_once_t once{0} = PTHREAD_ONCE_INIT;\n"
        "static pthread_mutex_t counting{0} = PTHREAD_MUTEX_INITIALIZER;\n"
        "static int counted{0}, last{0};\n"
        "static int x{0}, w{0}, y{0}, z{0}, a{0}, b{0}, list{0}[3];\n"
        "static struct Pair pair{0};\n"
        "static int *p{0} = &w{0};\n"
        "static pthread_mutex_t *lock{0} = &m{0};\n"
        "static THREAD_LOCAL int own{0};\n"
        "static void init{0}(void) {{ w{0} = 1; }}\n"
        "static void one{0}(int v) {{ y{0} = v; }}\n"
        "static void other{0}(int v) {{ pthread_mutex_lock(&k{0}); z{0} = v; pthread_mutex_unlock(&k{0}); }}\n"
        "static void (*call{0})(int) = other{0};\n"
        "static void *late{0}(void *arg) {{ {1}{0} = 9; return arg; }}\n"
        "static void first_handler{0}(void) {{ int r = 0; (void)r; {2} }}\n"
        "static void second_handler{0}(void) {{ int r = 0; (void)r; {3} }}\n",
        n_, one_in(2) ? "y" : "z", handler(), handler());
    if (cpp_)
      text += format(
          "struct Base{0} {{ virtual void go(int v) {{ other{0}(v); }} }};\n"
          "struct More{0} : Base{0} {{ void go(int v) override {{ one{0}(v); }} }};\n"
          "static Base{0} base{0}; static More{0} more{0};\n",
          n_);
    const unsigned threads = one_in(3) ? 3 : 2;
    for (unsigned t = 0; t < threads; ++t) text += thread(t, threads);
    text += main_function(threads);
    return text;
  }

 private:
  struct Place {
    unsigned depth = 0;
    bool locked = false;
    bool decided = false;  // behind a decision
  };

  void draw_habits() {
    atomics_ = one_in(3);
    tries_ = one_in(6) && may_try_;
    counts_ = one_in(2);
    counter_decides_ = one_in(4);
    hands_over_ = one_in(5);
    waits_ = one_in(8);
    leaves_ = one_in(3);
    handles_ = one_in(5);
    creates_ = one_in(6);
    reads_ = one_in(5);  // read/write lock
    pointers_ = one_in(2);
    wild_ = one_in(12);  // no discipline
  }

  std::string thread(unsigned t, unsigned threads) {
    budget_ = threads == 3 ? 3 : 4;
    thread_ = t;
    std::string body;
    const unsigned n = 2 + below(2);
    for (unsigned i = 0; i < n; ++i) body += statement({});
    if (one_in(2)) body += decide({});
    return format(
        "static void *thread{}_{}(void *arg) {{\n  int r = 0; struct Pair q = {{0, 0}}; int slot[3] = {{0}};\n{}  "
        "return arg;\n}}\n",
        t, n_, body);
  }

  std::string main_function(unsigned threads) {
    std::string text = format(
        "static int program_{}(void) {{\n  pthread_t t[3]; int r = 0; struct Pair q = {{0, 0}}; int slot[3] = {{0}};\n",
        n_);
    const bool joins = !one_in(6);
    for (unsigned t = 0; t < threads; ++t)
      text += format("  pthread_create(&t[{0}], NULL, thread{0}_{1}, NULL);\n", t, n_);
    budget_ = 1;
    if (one_in(6)) text += statement({});
    for (unsigned t = 0; t < threads && joins; ++t) text += format("  pthread_join(t[{}], NULL);\n", t);
    if (joins) {
      text += format("  r = {}{};\n", pick({"x", "w", "y", "z", "a"}), n_);
      if (one_in(3)) {  // what they left behind decides about two more
        text += format(
            "  if (r == {}) {{\n    pthread_create(&t[0], NULL, late{}, NULL);\n    {}    pthread_join(t[0], NULL);\n  "
            "}}\n",
            below(3), n_, unprotected());
      }
    }
    return text + "  return 0;\n}\n";
  }

  std::string statement(Place at) {
    if (at.depth > 2) return plain(at);
    if (counts_ && budget_ > 0 && one_in(4)) return count(at);
    switch (below(10)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return at.locked ? plain(at) : section(at);
      case 4:
        return decide(at);
      case 5:
        return atomics_ ? atomic(at) : at.locked ? plain(at) : section(at);
      case 6:
        return carry(at);
      case 7:
        return tries_ && !at.locked ? try_lock(at) : waits_ && !at.locked ? wait(at) : decide(at);
      case 8:
        return reads_ && !at.locked ? read_section(at) : carry(at);
      default:
        return at.locked || budget_ == 0 ? plain(at) : section(at);
    }
  }

  std::string block(Place at, unsigned most = 2) {
    std::string text;
    const unsigned n = 1 + below(most);
    for (unsigned i = 0; i < n; ++i) text += statement(at);
    return text;
  }

  std::string mutex() {
    if (pointers_ && one_in(3))
      return pick({"lock", "&locks", "&locks"}) == "lock" ? format("lock{}", n_) : format("&locks{}[r & 1]", n_);
    return format("&{}{}", one_in(4) ? "k" : "m", n_);
  }

  std::string section(Place at) {
    if (budget_ == 0) return carry(at);
    --budget_;
    const std::string lock = mutex();
    ++at.depth;
    at.locked = true;
    const std::string body = block(at, 3);
    if (cpp_ && one_in(4)) return format("{{ pthread_mutex_t *g = {}; Guard guard(g);\n{}}}\n", lock, body);
    return format("{{ pthread_mutex_t *g = {}; pthread_mutex_lock(g);\n{}pthread_mutex_unlock(g); }}\n", lock, body);
  }

  // Under a lock of its own: mostly nothing follows from it. Then the order of such sections matters only for what they
  // happen to order.
  std::string count(Place at) {
    --budget_;
    std::string body = one_in(2)   ? format("counted{}++;", n_)
                       : one_in(2) ? format("counted{} += r;", n_)
                                   : format("last{0} = counted{0}; counted{0} = {1};", n_, below(3));
    if (one_in(4)) body = format("if (r == {}) {{ {} }}", below(2), body);
    if (counter_decides_ && one_in(2)) body += format(" r = {}{};", one_in(2) ? "counted" : "last", n_);
    std::string text = format("pthread_mutex_lock(&counting{0}); {1} pthread_mutex_unlock(&counting{0});\n", n_, body);
    if (!hands_over_ || at.locked) return text;
    const std::string naked = one_in(4) ? format("r = last{};\n", n_) : unprotected();
    return one_in(2) ? naked + text : text + naked;
  }

  std::string read_section(Place at) {
    if (budget_ == 0) return carry(at);
    --budget_;
    ++at.depth;
    const bool write = one_in(2);
    return format("pthread_rwlock_{1}lock(&rw{0});\n{2}pthread_rwlock_unlock(&rw{0});\n", n_, write ? "wr" : "rd",
                  write ? format("list{}[2] = {};\n", n_, value()) : format("r = list{}[2];\n", n_));
  }

  std::string try_lock(Place at) {
    if (budget_ == 0) return decide(at);
    --budget_;
    Place inside = at;
    ++inside.depth;
    inside.locked = true;
    Place otherwise = at;
    ++otherwise.depth;
    otherwise.decided = true;
    return format("if (pthread_mutex_trylock(&m{0}) == 0) {{\n{1}pthread_mutex_unlock(&m{0}); }} else {{\n{2}}}\n", n_,
                  block(inside), one_in(2) ? unprotected() : block(otherwise, 1));
  }

  std::string wait(Place at) {
    if (budget_ == 0) return decide(at);
    --budget_;
    if (one_in(2))
      return format("pthread_mutex_lock(&m{0}); x{0} = 1; pthread_cond_{1}(&c{0}); pthread_mutex_unlock(&m{0});\n", n_,
                    one_in(2) ? "signal" : "broadcast");
    return format(
        "pthread_mutex_lock(&m{0}); {1} (x{0} != 1) pthread_cond_wait(&c{0}, &m{0}); r = w{0}; "
        "pthread_mutex_unlock(&m{0});\n",
        n_, one_in(3) ? "while" : "if");
  }

  // Under the discipline: data of the lock if one is held, else what belongs to nobody.
  std::string plain(Place at) {
    if (!at.locked && !wild_) return at.decided ? unprotected() : carry(at);
    switch (below(pointers_ ? 12 : 7)) {
      case 0:
      case 1:
        return format("{}{} = {};\n", shared(), n_, value());
      case 2:
        return format("{}{}++;\n", shared(), n_);
      case 3:
      case 4:
      case 5:
        return format("r {} {}{};\n", one_in(3) ? "+=" : "=", shared(), n_);
      case 6:
        return format("w{0} = x{0};\n", n_);
      case 7:
        return format("list{0}[x{0} & 1] = {1};\n", n_, value());
      case 8:
        return format("r = list{0}[w{0} & 1];\n", n_);
      case 9:
        return format("p{0} = {1};\n", n_,
                      one_in(2)   ? format("&x{}", n_)
                      : one_in(2) ? format("&y{}", n_)
                                  : format("&list{}[1]", n_));
      case 10:
        return one_in(2) ? format("r = *p{};\n", n_) : format("*p{} = {};\n", n_, value());
      default:
        return one_in(2) ? format("lock{0} = &k{0};\n", n_) : format("call{0} = one{0};\n", n_);
    }
  }

  std::string unprotected() {
    return one_in(4) ? format("r = {}{};\n", one_in(2) ? "y" : "z", n_)
                     : format("{}{} = {};\n", one_in(2) ? "y" : "z", n_, value());
  }

  // r goes somewhere and comes back.
  std::string carry(Place at) {
    switch (below(cpp_ ? 17 : 13)) {
      case 0:
        return "q.first = r; r = q.second + q.first;\n";
      case 1:
        return "put(&slot[1], r); r = slot[1];\n";
      case 2:
        return "slot[r & 1] = 1; r = slot[1];\n";
      case 3:
        return format("own{0} = r; r = own{0};\n", n_);
      case 4:
        return "r = same(r);\n";
      case 5:
        return "{ struct Pair *h = (struct Pair *)malloc(sizeof *h); h->first = r; r = h->first; free(h); }\n";
      case 6:
        return "q.bits = r; r = q.bits;\n";
      case 7:
        return "{ struct Pair copy = q; give(&q, r); copy = q; r = copy.second; }\n";
      case 8:
        return "r = r > 0 && r < 2;\n";
      case 9:
        return "r = take(q) + r;\n";
      case 10:
        return "{ int s = 0; for (int i = 0; i < r && i < 3; ++i) s += i + 1; r = s; }\n";
      case 11:
        return "memcpy(&slot[2], &r, sizeof r); r = slot[2];\n";
      case 12:
        return at.locked ? format("pair{0}.first = r; r = pair{0}.second;\n", n_) : "r = r * 2 % 3;\n";
      case 13:
        return "try { if (r == 1) throw r; r = 0; } catch (int e) { r = e + 1; }\n";
      case 14:
        return "{ auto f = [&](int v) { r = v + 1; }; f(r); }\n";
      case 15:
        return "{ Cell cell(r); r = cell.get(); }\n";
      default:
        return "{ int &alias = slot[0]; alias = r; r = slot[0]; }\n";
    }
  }

  std::string atomic(Place at) {
    if (budget_ == 0) return carry(at);
    --budget_;
    const char* const v = one_in(3) ? "b" : "a";
    switch (below(5)) {
      case 0:
        return format("__atomic_store_n(&{}{}, {}, {});\n", v, n_, one_in(3) ? "r" : value(),
                      pick({"__ATOMIC_RELAXED", "__ATOMIC_RELEASE", "__ATOMIC_SEQ_CST"}));
      case 1:
        return format("r = __atomic_fetch_add(&{}{}, 1, {});\n", v, n_,
                      pick({"__ATOMIC_RELAXED", "__ATOMIC_ACQ_REL", "__ATOMIC_SEQ_CST"}));
      case 2:
        return format(
            "{{ int e = {2}; if (__atomic_compare_exchange_n(&{0}{1}, &e, {3}, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) "
            "{{\n{4}}} else r = e; }}\n",
            v, n_, below(2), value(), at.locked ? std::string() : unprotected());
      default:
        return format("r = __atomic_load_n(&{}{}, {});\n", v, n_,
                      pick({"__ATOMIC_RELAXED", "__ATOMIC_ACQUIRE", "__ATOMIC_SEQ_CST"}));
    }
  }

  // r decides.
  std::string decide(Place at) {
    if (handles_ && !at.locked && one_in(3))
      return format("{}atexit({}_handler{});\n", one_in(2) ? format("if (r == {}) ", below(2)) : "",
                    one_in(2) ? "first" : "second", n_);
    Place inside = at;
    ++inside.depth;
    inside.decided = true;
    const std::string test = format("r {} {}", pick({"==", "==", "!=", ">"}), below(3));
    switch (below(13)) {
      case 0:
        return format("if ({}) {{\n{}}} else {{\n{}}}\n", test, block(inside, 1), block(inside, 1));
      case 1:
        return format("switch (r) {{ case 0: {{\n{}}} break; case 1: {{\n{}}} break; default: break; }}\n",
                      block(inside, 1), unprotected());
      case 2:
        return format("for (int i = 0; i < r && i < 2; ++i) {{\n{}}}\n", block(inside, 1));
      case 3:
        return leaves_ ? format("if ({}) {}\n", test, leave(at)) : format("if ({}) {}", test, unprotected());
      case 4:
        if (!creates_ || at.locked) break;
        creates_ = false;
        return format(
            "if ({1}) {{ pthread_t u; pthread_create(&u, NULL, late{0}, NULL); {2}pthread_join(u, NULL); }}\n", n_,
            test, one_in(2) ? unprotected() : "");
      case 5:
        return at.locked ? format("call{0}(r);\n", n_) : format("(r == 1 ? one{0} : other{0})(r);\n", n_);
      case 6:
        if (budget_ == 0 || at.locked) break;
        --budget_;
        return format("{{ int t = {1}; if (t) pthread_mutex_lock(&m{0});\n{2}if (t) pthread_mutex_unlock(&m{0}); }}\n",
                      n_, test, plain({2, true, true}));
      case 7:
        return format("{{ int *to = r ? &{0}{1} : &q.second; *to = {2}; }}\n", one_in(2) ? "y" : "z", n_, value());
      case 8:
        return format("if ({}) pthread_once(&once{}, init{});\n", test, n_, n_);
      case 9:
        if (!cpp_) break;
        return format("{{ Base{0} *o = r == {1} ? &more{0} : &base{0}; o->go(r); }}\n", n_, below(2));
      default:
        break;
    }
    return format("if ({}) {{\n{}}}\n", test, at.locked ? block(inside, 1) : unprotected());
  }

  // Who registers first is called last; what it finds, and whether it does anything, is a matter of that order.
  std::string handler() {
    const std::string does = unprotected();
    switch (below(4)) {
      case 0:
        return format("pthread_mutex_lock(&m{0}); r = x{0}; x{0} = {1}; pthread_mutex_unlock(&m{0}); if (r == {2}) {3}",
                      n_, below(3), below(3), does);
      case 1:
        return format("r = last{0}; last{0} = {1}; if (r == {1}) {2}", n_, below(3), does);
      case 2:
        return format("pthread_mutex_lock(&m{0}); x{0} = {1}; pthread_mutex_unlock(&m{0});", n_, below(3));
      default:
        return does;
    }
  }

  std::string leave(Place at) {
    if (at.locked) return "abort();";  // a lock that stays locked helps nobody
    switch (below(4)) {
      case 0:
        return "exit(0);";
      case 1:
        return "pthread_exit(NULL);";
      case 2:
        return "abort();";
      default:
        return "return 0;";
    }
  }

  std::string shared() { return pick({"x", "x", "w"}); }
  std::string value() { return one_in(3) ? "r" : std::to_string(below(3)); }
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }
  std::string pick(std::initializer_list<const char*> of) {
    return of.begin()[below(static_cast<unsigned>(of.size()))];
  }

  std::mt19937_64 random_;
  const unsigned n_;
  const bool cpp_, may_try_;
  bool counts_ = false, counter_decides_ = false, hands_over_ = false;
  bool atomics_ = false, tries_ = false, waits_ = false, leaves_ = false, handles_ = false, creates_ = false,
       reads_ = false, pointers_ = false, wild_ = false;
  unsigned budget_ = 0, thread_ = 0;
};

}  // namespace

std::string common_text(bool cpp) {
  std::string text =
      "#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n"
      "struct Pair { int first, second; unsigned bits : 3; };\n"
      "static void put(int *to, int v) { *to = v; }\n"
      "static int same(int v) { return v; }\n"
      "static void give(struct Pair *to, int v) { to->second = v; }\n"
      "static int take(struct Pair p) { return p.first; }\n";
  if (!cpp) return text + "#define THREAD_LOCAL _Thread_local\n";
  return text +
         "#define THREAD_LOCAL thread_local\n"
         "struct Guard { pthread_mutex_t *m; explicit Guard(pthread_mutex_t *l) : m(l) { pthread_mutex_lock(m); } "
         "~Guard() { pthread_mutex_unlock(m); } };\n"
         "struct Cell { int v; explicit Cell(int w) : v(w) {} int get() const { return v; } };\n";
}

std::string write_program(std::uint64_t seed, unsigned number, bool cpp, bool may_try) {
  return Generator(seed, number, cpp, may_try).program();
}

}  // namespace heddle::pruning_test
