// One function a theme: makes a random statement of that theme for its place, and counts what it costs.
#include <fmt/format.h>

#include "generator.h"

namespace heddle::oracle {

Statement Generator::of_theme(Theme theme, Place place) {
  switch (theme) {
    case Theme::Plain:
      return plain(place);
    case Theme::Bytes:
      return bytes(place);
    case Theme::Atomics:
      return atomic(place);
    case Theme::Mutex:
      return mutex(place);
    case Theme::Recursive:
      return recursive(place);
    case Theme::RwLock:
      return rwlock(place);
    case Theme::Semaphore:
      return semaphore(place);
    case Theme::Condition:
      return condition(place);
    case Theme::Barrier:
      return barrier(place);
    case Theme::Once:
      return once(place);
    case Theme::Node:
      return node(place);
    case Theme::Spin:
      return spin(place);
  }
  return {};
}

// Whether the program's discipline (or a slip) allows a plain access here.
bool Generator::may_touch(Place place, bool write) {
  if (discipline_ == ~0u) return true;
  if ((discipline_ & place.guards) != 0) return true;
  if (!write && (discipline_ & kRwWrite) != 0 && (place.guards & kRwRead) != 0) return true;
  return one_in(4);
}

std::string Generator::load_order() {
  static constexpr const char* kOrders[] = {"relaxed", "acquire", "acquire", "seq_cst"};
  return std::string("memory_order_") + (weak_ ? pick(kOrders) : "seq_cst");
}
std::string Generator::store_order() {
  static constexpr const char* kOrders[] = {"relaxed", "release", "release", "seq_cst"};
  return std::string("memory_order_") + (weak_ ? pick(kOrders) : "seq_cst");
}
std::string Generator::any_order() {
  static constexpr const char* kOrders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  return std::string("memory_order_") + (weak_ ? pick(kOrders) : "seq_cst");
}
std::string Generator::load(const std::string& cell) {
  return fmt::format("atomic_load_explicit(&{}, {})", cell, load_order());
}

// What stands inside a block: one or two statements, data first of all.
Script Generator::inside(Place place, unsigned guards) {
  Script s;
  place.guards |= guards;
  ++place.depth;
  const unsigned n = one_in(3) ? 2 : 1;
  for (unsigned i = 0; i < n; ++i) {
    if (place.depth < 3 && one_in(4))
      add(s, place);
    else if (checks_ && one_in(5))
      s.push_back(check(place));
    else
      s.push_back(themes_[0] == Theme::Node && one_in(2) ? node(place) : plain(place));
  }
  return s;
}

Statement Generator::plain(Place place) {
  const char* const v = one_in(3) ? "y" : "x";
  const bool write = !one_in(3) && (place.guards & kRwRead) == 0;
  if (!may_touch(place, write)) return atomic(place);
  cost(1);
  if (!write) return {fmt::format("r {} {};", keeps(), v)};
  switch (below(6)) {
    case 0:
    case 1:
    case 2:
      cost(1);
      return {one_in(4) ? fmt::format("{}++;", v) : fmt::format("{0} = 3 * {0} + {1};", v, place.thread)};
    case 3:
      return {fmt::format("{} = r + {};", v, value())};
    default:
      return {fmt::format("{} = {};", v, value())};
  }
}

Statement Generator::bytes(Place place) {
  static constexpr const char* kParts[] = {"word", "half[0]", "half[1]", "byte[0]", "byte[1]", "byte[2]", "byte[3]"};
  const bool write = one_in(2);
  // Different threads may have different bytes without any discipline.
  std::string part = pick(kParts);
  if (!may_touch(place, write)) part = fmt::format("byte[{}]", place.thread);
  cost(1);
  if (write) return {fmt::format("u.{} = {};", part, 1 + below(3))};
  return {fmt::format("r {} (int)u.{};", keeps(), part)};
}

Statement Generator::atomic(Place place) {
  const char* const v = one_in(3) ? "b" : "a";
  cost(1);
  switch (below(12)) {
    case 0:
    case 1:
      return {fmt::format("r {} {};", keeps(), load(v))};
    case 2:
    case 3:
      return {fmt::format("atomic_store_explicit(&{}, {}, {});", v, one_in(3) ? "r + 1" : value(), store_order())};
    case 4:
      return {fmt::format("r {} atomic_fetch_add_explicit(&{}, 1, {});", keeps(), v, any_order())};
    case 5:
      return {fmt::format("r {} atomic_exchange_explicit(&{}, {}, {});", keeps(), v, value(), any_order())};
    case 6: {
      Statement s{fmt::format("if (atomic_compare_exchange_strong_explicit(&{}, &(int){{{}}}, {}, {}, {})) {{", v,
                              value(), value(), any_order(), load_order())};
      s.body = inside(place, kAcquired);
      s.close = "}";
      return s;
    }
    case 7:
      return {fmt::format("atomic_thread_fence({});", any_order())};
    case 8:  // publication
      if ((discipline_ & kAcquired) != 0 && place.depth < 2) {
        Statement s{"{"};
        s.body = {{fmt::format("x = {};", value())}};
        if (weak_ && one_in(3)) s.body.push_back({"atomic_thread_fence(memory_order_release);"});
        s.body.push_back({fmt::format("atomic_store_explicit(&{}, 1, {});", v, store_order())});
        s.close = "}";
        cost(1);
        return s;
      }
      return {fmt::format("atomic_store_explicit(&{}, 1, {});", v, store_order())};
    default: {
      if (place.depth >= 2) return {fmt::format("r {} {};", keeps(), load(v))};
      Statement s{fmt::format("if ({} == {}) {{", load(v), one_in(3) ? 2 : 1)};
      if (weak_ && one_in(5)) s.body.push_back({"atomic_thread_fence(memory_order_acquire);"});
      for (Statement& inner : inside(place, kAcquired)) s.body.push_back(std::move(inner));
      s.close = "}";
      return s;
    }
  }
}

// tries: `lock` is a condition that is true if the lock was taken.
Statement Generator::critical_section(Place place, const std::string& lock, const std::string& unlock, bool tries,
                                      unsigned guard) {
  cost(watches_locks_ ? 2 : 1);
  Statement s;
  s.open = tries ? "if (" + lock + " == 0) {" : lock + ";";
  s.body = inside(place, guard);
  s.close = unlock + ";";
  if (!tries) return s;
  s.body.push_back({unlock + ";"});
  s.close = "}";
  if (one_in(2)) {
    s.middle = "} else {";
    if (one_in(2))
      s.otherwise = inside({place.thread, 2, place.guards}, 0);
    else
      s.otherwise = {{"r = 4 * r + 3;"}};
  }
  return s;
}

Statement Generator::mutex(Place place) {
  bool first = !one_in(3);
  if ((place.guards & (first ? kMutexM : kMutexN)) != 0 && !misuses_) first = !first;
  const unsigned guard = first ? kMutexM : kMutexN;
  const char* const v = first ? "m" : "n";
  const bool held = (place.guards & guard) != 0;
  const std::string unlock = fmt::format("pthread_mutex_unlock(&{})", v);
  if (held && !misuses_) return plain(place);
  if (misuses_ && one_in(4))
    return cost(1), Statement{one_in(2) ? unlock + ";" : fmt::format("pthread_mutex_lock(&{});", v)};
  if (watches_locks_ && one_in(2)) {
    if (one_in(4))
      return critical_section(place, fmt::format("pthread_mutex_timedlock(&{}, &soon)", v), unlock, true, guard);
    return critical_section(place, fmt::format("pthread_mutex_trylock(&{})", v), unlock, true, guard);
  }
  if (one_in(12) && !held)
    return critical_section(place, "pthread_mutex_lock(&checking)", "pthread_mutex_unlock(&checking)", true, kChecking);
  return critical_section(place, fmt::format("pthread_mutex_lock(&{})", v), unlock, false, guard);
}

Statement Generator::recursive(Place place) {
  const bool tries = watches_locks_ && one_in(3);
  return critical_section(place, tries ? "pthread_mutex_trylock(&recursive)" : "pthread_mutex_lock(&recursive)",
                          "pthread_mutex_unlock(&recursive)", tries, kRecursive);
}

Statement Generator::rwlock(Place place) {
  if ((place.guards & kRwWrite) != 0 && !misuses_) return plain(place);
  const bool writes = one_in(2) && ((place.guards & kRwRead) == 0 || misuses_);
  const bool tries = watches_locks_ && one_in(3);
  return critical_section(place, fmt::format("pthread_rwlock_{}{}lock(&rw)", tries ? "try" : "", writes ? "wr" : "rd"),
                          "pthread_rwlock_unlock(&rw)", tries, writes ? kRwWrite : kRwRead);
}

Statement Generator::semaphore(Place place) {
  const char* const v = one_in(4) ? "q" : "s";
  cost(1);
  switch (below(6)) {
    case 0:
    case 1: {
      if ((discipline_ & kAcquired) == 0 || place.depth > 1 || one_in(3)) return {fmt::format("sem_post(&{});", v)};
      cost(1);
      return {
          .open = "{", .body = {{fmt::format("x = {};", value())}, {fmt::format("sem_post(&{});", v)}}, .close = "}"};
    }
    case 2:
      return {fmt::format("sem_post(&{});", v)};
    case 3: {
      if (one_in(2)) return {fmt::format("r = 4 * r + 2 + sem_trywait(&{});", v)};
      Statement s{fmt::format("if (sem_trywait(&{}) == 0) {{", v)};
      s.body = inside(place, kAcquired);
      s.close = "}";
      return s;
    }
    case 4: {  // a semaphore as a lock
      Statement s{fmt::format("sem_wait(&{});", v)};
      s.body = inside(place, kAcquired);
      s.close = fmt::format("sem_post(&{});", v);
      cost(1);
      return s;
    }
    default: {
      Statement s{fmt::format("sem_wait(&{});", v)};
      if (one_in(2)) s.body = inside(place, kAcquired);
      return s;
    }
  }
}

Statement Generator::condition(Place place) {
  static constexpr const char* kSignals[] = {"pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);"};
  cost(1);
  const bool held = (place.guards & kMutexM) != 0;
  if (held || one_in(3)) return {pick(kSignals)};
  Statement s{"pthread_mutex_lock(&m);"};
  s.close = "pthread_mutex_unlock(&m);";
  cost(watches_locks_ ? 2 : 1);
  if (one_in(2)) {  // tell
    s.body.push_back({fmt::format("{} = 1;", one_in(3) ? "x" : "y")});
    if (one_in(3)) return {.open = "{", .body = {s, {pick(kSignals)}}, .close = "}"};
    s.body.push_back({pick(kSignals)});
    if (one_in(5)) s.body.push_back(plain({place.thread, 2, place.guards | kMutexM}));
    return s;
  }
  cost(2);
  std::string wait =
      watches_locks_ && one_in(4) ? "pthread_cond_timedwait(&c, &m, &soon);" : "pthread_cond_wait(&c, &m);";
  switch (below(3)) {
    case 0:
      break;
    case 1:
      wait = "if (y == 0) " + wait;
      break;
    // A time-out would go round for ever.
    default:
      wait = "while (y == 0) pthread_cond_wait(&c, &m);";
      break;
  }
  s.body.push_back({wait});
  if (one_in(2)) s.body.push_back(plain({place.thread, 2, place.guards | kMutexM}));
  return s;
}

Statement Generator::barrier(Place place) {
  cost(1);
  if (!one_in(4) || place.depth > 1)
    return {one_in(2) ? "pthread_barrier_wait(&barrier);" : "r = 4 * r + 2 + pthread_barrier_wait(&barrier);"};
  Statement s{"if (pthread_barrier_wait(&barrier) != 0) {"};
  s.body = inside(place, kAcquired);
  s.close = "}";
  return s;
}

Statement Generator::once(Place place) {
  cost(1);
  Statement s{"pthread_once(&once, $initialise);"};
  if ((discipline_ & kOnce) != 0 && one_in(2) && place.depth == 0) {
    s.close = "";
    s.body.push_back({"r = x;"});
  }
  return s;
}

// Its guard is m, or nothing.
Statement Generator::node(Place place) {
  cost(2);
  const bool guarded = (place.guards & (kMutexM | kAcquired | kRwWrite)) != 0 || one_in(15);
  if (!guarded && place.depth < 2) {
    Statement s{"pthread_mutex_lock(&m);"};
    s.body.push_back(node({place.thread, place.depth + 1, place.guards | kMutexM}));
    s.close = "pthread_mutex_unlock(&m);";
    return s;
  }
  switch (below(6)) {
    case 0:
      return {one_in(2) ? "free(node);" : "if (node) free(node), node = NULL;"};
    case 1:
      return {"{ struct node *old = node; node = NULL; free(old); }"};
    case 2:
      return {"if (!node) node = malloc(sizeof *node), node->value = 3;"};
    case 3:
      return {fmt::format("if (node) node->value = {};", value())};
    case 4:
      return {one_in(3) ? "r = node->value;" : "if (node) r = node->value;"};
    default:
      return {fmt::format("if (node) node->value += {};", value())};
  }
}

Statement Generator::spin(Place place) {
  cost(2);
  switch (below(4)) {
    case 0:
      return {fmt::format("while ({} == 0) {{}}", load("a"))};
    case 1: {
      cost(1);
      Statement s{fmt::format("while (atomic_exchange_explicit(&b, 1, {}) != 0) {{}}", any_order())};
      s.body = inside(place, kAcquired);
      s.close = fmt::format("atomic_store_explicit(&b, 0, {});", store_order());
      return s;
    }
    default:
      return {fmt::format("atomic_store_explicit(&a, {}, {});", one_in(4) ? 0 : 1, store_order())};
  }
}

Statement Generator::branch(Place place) {
  Statement s{fmt::format("if (r == {}) {{", value())};
  if (one_in(2) && may_touch(place, false)) {
    cost(1);
    s.open = fmt::format("if ({} == {}) {{", one_in(2) ? "x" : "y", value());
  }
  add(s.body, {place.thread, place.depth + 1, place.guards});
  s.close = "}";
  if (one_in(3)) {
    s.middle = "} else {";
    add(s.otherwise, {place.thread, place.depth + 1, place.guards});
  }
  return s;
}

Statement Generator::check(Place place) {
  const char* const name = unguarded_failures_ ? "assert" : "CHECK";
  if (one_in(3))
    return cost(1), Statement{fmt::format("{}({} != {});", name, load(one_in(2) ? "a" : "b"), 1 + below(2))};
  if (one_in(2) && may_touch(place, false))
    return cost(1), Statement{fmt::format("{}({} != {});", name, one_in(2) ? "x" : "y", 1 + below(2))};
  return {fmt::format("{}(r != {});", name, 1 + below(2))};
}

Statement Generator::leave(Place place) {
  static constexpr const char* kWays[] = {"exit(3);", "_exit(4);", "", "exit(r & 1);"};
  cost(1);
  std::string way = place.thread == 0 ? "exit(3);" : pick(kWays);
  if (way.empty()) way = fmt::format("$seen{} = 1000 + r, pthread_exit(NULL);", place.thread);
  return {fmt::format("if (r == {}) {}", value(), way)};
}

}  // namespace heddle::oracle
