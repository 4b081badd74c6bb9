// Sets of threads against std::set, below and above the 64 threads that need no memory of their own.
#include "search/thread_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace heddle {
namespace {

ThreadId thread(unsigned i) { return ThreadId(static_cast<std::uint16_t>(i)); }

struct Both {
  ThreadSet set;
  std::set<unsigned> model;

  void add(unsigned i) { set.add(thread(i)), model.insert(i); }
  void remove(unsigned i) { set.remove(thread(i)), model.erase(i); }
  void clear() { set.clear(), model.clear(); }
  void add_all(const Both& other) { set.add_all(other.set), model.insert(other.model.begin(), other.model.end()); }

  void check() const {
    std::set<unsigned> found;
    set.for_each([&](ThreadId t) { found.insert(static_cast<unsigned>(t.index())); });
    ASSERT_EQ(found, model);
    ASSERT_EQ(set.size(), model.size());
    ASSERT_EQ(set.empty(), model.empty());
    for (unsigned i = 0; i < kMaxThreads; i += 7) ASSERT_EQ(set.has(thread(i)), model.count(i) != 0);
  }
};

TEST(ThreadSets, BehaveAsSets) {
  std::mt19937 random(1);
  for (const unsigned limit : {3u, 64u, 65u, 200u, kMaxThreads}) {
    std::vector<Both> all(3);
    for (int step = 0; step < 3000; ++step) {
      Both &a = all[random() % 3], &b = all[random() % 3];
      const auto i = static_cast<unsigned>(random() % limit);
      switch (random() % 12) {
        case 0: a.clear(); break;
        case 1: a = b; break;
        case 2: a.add_all(b); break;
        case 3: a.remove(i); break;
        case 4: a = Both(b); break;
        default: a.add(i); break;
      }
      a.check();
      if (HasFatalFailure()) return;
      std::set<unsigned> rest = a.model;
      for (const unsigned other : b.model) rest.erase(other);
      ASSERT_EQ(ThreadSet::count_not_in(a.set, b.set), rest.size());
      ASSERT_EQ(b.set.contains(a.set), rest.empty());
      ThreadId first;
      ASSERT_EQ(ThreadSet::first_not_in(a.set, b.set, first), !rest.empty());
      if (!rest.empty()) {
        ASSERT_EQ(first, thread(*rest.begin()));
      }
    }
  }
}

}  // namespace
}  // namespace heddle
