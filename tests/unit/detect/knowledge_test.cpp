// What detectors know, on random executions: all exact detectors know the same, whatever the schedule, and a backtrack
// takes it back; the order of Knowledge is one, and what it promises about the races of every continuation holds.
#include "detect/knowledge.h"

#include "knowledge_support.h"

namespace heddle::test {
namespace {

Flavour small_flavour(std::uint64_t seed) {
  Flavour f = flavour_for(seed);
  if (seed % 6 == 1) f.ranges = 30;
  return f;
}

std::vector<Event> some_trace(std::uint64_t seed, unsigned length) {
  return make_trace(seed, small_flavour(seed), length, seed % 3 == 0 ? 0 : 95);
}

// ---- detectors agree ----

TEST(Knowledge, ExactDetectorsKnowTheSame) {
  std::size_t compared = 0, ranges = 0, sets = 0;
  for (std::uint64_t seed = 1; seed <= share_of(3000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::vector<Event> trace = some_trace(seed, 60);
    const unsigned main = small_flavour(seed).threads[0];
    std::vector<Knowledge> expected;
    for (const std::string& name : exact_detectors()) {
      Journal journal;
      const auto detector = make(name, journal);
      Followed population(main);
      std::size_t at = 0;
      for (std::size_t i = 0; i < trace.size(); ++i) {
        feed(*detector, trace[i]);
        population.follow(trace[i]);
        if (i % 13 == 5) detector->copy(ObjectId(4 + seed % 3), ObjectId(20));  // a byte of a larger atomic
        if (i % 7 != seed % 7 && i + 1 != trace.size()) continue;
        const Knowledge k = knowledge_of(*detector, population);
        if (name == "naive")
          expected.push_back(k);
        else
          ASSERT_EQ(k, expected[at++]) << name << " after event " << i;
      }
    }
    for (const Knowledge& k : expected) {
      ++compared;
      for (const auto& range : k.ranges()) ++ranges, sets += range.accesses.size();
    }
  }
  EXPECT_GT(ranges, 4 * compared);  // there was something to compare
  EXPECT_GT(sets, ranges + ranges / 4);
}

TEST(Knowledge, ExactDetectorsKnowTheSameOfPages) {
  for (std::uint64_t seed = 1; seed <= share_of(300); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::vector<Event> trace = make_trace(seed, flavour_of_ranges(seed), 50, seed % 3 == 0 ? 0 : 95);
    const Followed population = population_after(trace, flavour_of_ranges(seed).threads[0]);
    const Knowledge expected = knowledge_after(trace, "naive", population);
    for (const std::string& name : exact_detectors())
      ASSERT_EQ(knowledge_after(trace, name, population), expected) << name;
  }
}

// With nothing left out and everybody named by number.
TEST(Knowledge, ExactDetectorsKnowTheSameOfEverybody) {
  const EverybodyByNumber everybody;
  for (std::uint64_t seed = 1; seed <= share_of(500); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::vector<Event> trace = some_trace(seed, 60);
    const Knowledge expected = knowledge_after(trace, "naive", everybody);
    for (const std::string& name : exact_detectors())
      ASSERT_EQ(knowledge_after(trace, name, everybody), expected) << name;
  }
}

TEST(Knowledge, RegistrySaysWhoShowsIt) {
  const EverybodyByNumber everybody;
  detect::KnowledgeScratch scratch;
  for (const DetectorKind& kind : detector_kinds()) {
    Journal journal;
    const auto detector = make_detector(kind.name, journal);
    Knowledge k;
    EXPECT_EQ(detector != nullptr && detector->knowledge(everybody, scratch, k), kind.shows_knowledge) << kind.name;
  }
}

// ---- what it is, by example ----

constexpr Address kX = kHeapBase + 64;

struct Script {
  Journal journal;
  std::unique_ptr<RaceDetector> detector;
  Followed population{0};

  explicit Script(const std::string& name) : detector(make(name, journal)) {}
  void add(const Event& e) {
    feed(*detector, e);
    population.follow(e);
  }
  void fork(unsigned t, unsigned child) { add({Event::What::Fork, ThreadId(t), ThreadId(child), {}, {}}); }
  void join(unsigned t, unsigned child) { add({Event::What::Join, ThreadId(t), ThreadId(child), {}, {}}); }
  void order(unsigned t, EdgeKind kind, unsigned object, MemoryOrder o = MemoryOrder::SequentiallyConsistent) {
    add({Event::What::Order, ThreadId(t), {}, Edge{kind, o, ObjectId(object)}, {}});
  }
  void access(unsigned t, AccessKind kind, unsigned size = 4) {
    add({Event::What::Access, ThreadId(t), {}, {}, Access{ThreadId(t), kind, kX, size, SiteId(1)}});
  }
  std::string known() const { return testing::PrintToString(knowledge_of(*detector, population)); }
};

class KnowledgeOf : public testing::TestWithParam<std::string> {};

TEST_P(KnowledgeOf, AHandOverUnderALock) {
  Script s(GetParam());
  s.access(0, AccessKind::Write);
  EXPECT_EQ(s.known(), "");  // there is nobody else
  s.fork(0, 1), s.fork(0, 2);
  EXPECT_EQ(s.known(), "");  // all know of it
  s.order(1, EdgeKind::Lock, 6);
  s.access(1, AccessKind::Write, 6);
  EXPECT_EQ(s.known(), "\n  111040000040 +6  write { t1 }");
  s.order(1, EdgeKind::Unlock, 6);
  EXPECT_EQ(s.known(), "\n  111040000040 +6  write { t1 o6 }");
  s.order(2, EdgeKind::Lock, 6);
  EXPECT_EQ(s.known(), "\n  111040000040 +6  write { t1 t2 }");
  s.access(2, AccessKind::Read);
  EXPECT_EQ(s.known(), "\n  111040000040 +4  write { t1 t2 }  read { t2 }\n  111040000044 +2  write { t1 t2 }");
  s.order(2, EdgeKind::Unlock, 6);
  EXPECT_EQ(s.known(),
            "\n  111040000040 +4  write { t1 t2 o6 }  read { t2 o6 }\n  111040000044 +2  write { t1 t2 o6 }");
  s.join(0, 2);
  EXPECT_EQ(s.known(), "\n  111040000040 +4  read { t0 o6 }") << "main knows of the write, main/1 made it";
}

TEST_P(KnowledgeOf, FencesAndRelaxedAtomics) {
  Script s(GetParam());
  s.fork(0, 1);
  s.access(0, AccessKind::Write);
  s.order(0, EdgeKind::Fence, 0, MemoryOrder::Release);
  s.order(0, EdgeKind::AtomicStore, 6, MemoryOrder::Relaxed);
  EXPECT_EQ(s.known(), "\n  111040000040 +4  write { t0 f0 o6 }");
  s.order(1, EdgeKind::AtomicLoad, 6, MemoryOrder::Relaxed);
  EXPECT_EQ(s.known(), "\n  111040000040 +4  write { t0 f0 p1 o6 }");
  s.order(1, EdgeKind::Fence, 0, MemoryOrder::Acquire);
  EXPECT_EQ(s.known(), "");
}

INSTANTIATE_TEST_SUITE_P(Exact, KnowledgeOf, testing::ValuesIn(exact_detectors()), [](const auto& info) {
  std::string name = info.param;
  std::erase_if(name, [](char c) { return c == ',' || c == ' ' || c == '-'; });
  return name;
});

// Bytes that are no Knowledge are told, and never read past their end.
TEST(Knowledge, BytesThatAreNone) {
  unsigned refused = 0, taken = 0;
  for (std::uint64_t seed = 1; seed <= share_of(300); ++seed) {
    const std::vector<Event> trace = some_trace(seed, 60);
    const Knowledge k = knowledge_after(trace, "goldilocks", EverybodyByNumber());
    std::mt19937_64 random(seed);
    for (unsigned n = 0; n < 50 && !k.empty(); ++n) {
      std::vector<std::uint8_t> bytes(k.bytes().begin(), k.bytes().end());
      if (n % 3 == 0)
        bytes.resize(random() % bytes.size());
      else
        bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
      const std::optional<Knowledge> other = Knowledge::from_bytes(bytes);
      other ? ++taken : ++refused;
      if (other) {
        ASSERT_TRUE(std::ranges::equal(other->bytes(), bytes));
      }
    }
  }
  EXPECT_GT(refused, share_of(300) * 10);
  EXPECT_GT(taken, 0U);
}

// ---- canonical ----

TEST(Knowledge, IndependentEventsCommute) {
  unsigned swapped = 0;
  for (std::uint64_t seed = 1; seed <= share_of(2000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::vector<Event> trace = some_trace(seed, 60);
    std::vector<Event> other = trace;
    std::mt19937_64 random(seed);
    for (unsigned n = 0; n < 300; ++n) {
      const std::size_t i = random() % (other.size() - 1);
      // A writer's lock is two events, and nobody is in between.
      const auto half = [](const Event& e) { return e.what == Event::What::Order && e.edge.object.value < 4; };
      if (!commute(other[i], other[i + 1]) || half(other[i]) || half(other[i + 1])) continue;
      std::swap(other[i], other[i + 1]);
      ++swapped;
    }
    const Followed population = population_after(trace, small_flavour(seed).threads[0]);
    const std::string& name = exact_detectors()[seed % exact_detectors().size()];
    const Knowledge before = knowledge_after(trace, name, population), after = knowledge_after(other, name, population);
    ASSERT_EQ(before, after) << name;
    ASSERT_EQ(before.hash(), after.hash());
  }
  EXPECT_GT(swapped, share_of(2000) * 20);
}

// The numbers that threads and objects happen to have do not matter where the population names them.
TEST(Knowledge, NumbersDoNotMatter) {
  for (std::uint64_t seed = 1; seed <= share_of(1000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::vector<Event> trace = some_trace(seed, 60);
    std::vector<Event> renumbered = trace;
    const auto thread = [](ThreadId t) { return ThreadId(static_cast<std::uint16_t>(999 - t.value)); };
    const auto object = [](ObjectId o) { return ObjectId((o.value / 2 ^ 5) * 2 + o.value % 2); };
    for (Event& e : renumbered) {
      e.thread = thread(e.thread), e.other = thread(e.other), e.access.thread = thread(e.access.thread);
      e.edge.object = object(e.edge.object);
    }
    const unsigned main = small_flavour(seed).threads[0];
    Followed other(999 - main, [&](const detect::Member& m) -> Population::Name {
      if (m.kind == detect::Member::Kind::Object) return object(ObjectId(m.index)).value;
      return 999 - m.index;
    });
    for (const Event& e : renumbered) other.follow(e);
    const std::string& name = exact_detectors()[seed % exact_detectors().size()];
    ASSERT_EQ(knowledge_after(trace, name, population_after(trace, main)), knowledge_after(renumbered, name, other))
        << name;
  }
}

TEST(Knowledge, ABacktrackTakesItBack) {
  for (std::uint64_t seed = 1; seed <= share_of(1500); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const bool pages = seed % 5 == 0;
    const Flavour flavour = pages ? flavour_of_ranges(seed) : small_flavour(seed);
    const std::vector<Event> trace = make_trace(seed, flavour, 50, 90);
    const std::vector<Event> elsewhere = make_trace(seed + 1'000'000, flavour, 50, 30);
    const std::string& name = exact_detectors()[seed % exact_detectors().size()];
    const EverybodyByNumber everybody;
    Journal journal;
    const auto detector = make(name, journal);
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < trace.size(); ++i) {
      if (random() % 5 == 0) {
        detector->new_interval();
        const Journal::Mark mark = journal.mark();
        const Knowledge before = knowledge_of(*detector, everybody);
        ASSERT_EQ(journal.mark(), mark);  // asking changes nothing
        for (std::size_t n = random() % 20; n > 0; --n) feed(*detector, elsewhere[random() % elsewhere.size()]);
        (void)knowledge_of(*detector, everybody);
        journal.undo_to(mark);
        ASSERT_EQ(knowledge_of(*detector, everybody), before) << name << " before event " << i;
      }
      feed(*detector, trace[i]);
    }
    // Nothing of the excursions is left.
    ASSERT_EQ(knowledge_of(*detector, everybody), knowledge_after(trace, "goldilocks", everybody)) << name;
  }
}

// A detector may leave out, for as long as the path goes on, what all who can act know of. It must not forget to look
// there again: after an access, and after a backtrack to where somebody did not know yet.
TEST(Knowledge, WhatEverybodyKnewIsLookedAtAgain) {
  for (std::uint64_t seed = 1; seed <= share_of(600); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Flavour flavour = seed % 2 == 0 ? flavour_of_ranges(seed) : small_flavour(seed);
    const std::vector<Event> trace = make_trace(seed, flavour, 60, seed % 3 == 0 ? 30 : 90);
    Journal journal;
    constexpr const char* kSettling[] = {"vector-clock", "goldilocks", "summary"};
    const char* const name = kSettling[seed / 6 % 3];
    const auto detector = make(name, journal);
    struct Save {
      Journal::Mark mark;
      std::size_t position;
      Followed population;
    };
    std::vector<Save> saves;
    Followed population(flavour.threads[0]);
    std::mt19937_64 random(seed);
    unsigned restores = 0;
    for (std::size_t i = 0; i < trace.size();) {
      if (random() % 3 == 0) {
        detector->new_interval();
        saves.push_back({journal.mark(), i, population});
      }
      if (random() % 2 == 0) {
        const std::vector<Event> until(trace.begin(), trace.begin() + static_cast<std::ptrdiff_t>(i));
        const char* const other = std::string_view(name) == "goldilocks" ? "vector-clock" : "goldilocks";
        ASSERT_EQ(knowledge_of(*detector, population), knowledge_after(until, other, population)) << i;
      }
      if (!saves.empty() && random() % 6 == 0 && restores++ < 30) {
        saves.erase(saves.begin() + static_cast<std::ptrdiff_t>(random() % saves.size()) + 1, saves.end());
        journal.undo_to(saves.back().mark);
        i = saves.back().position;
        population = saves.back().population;
        continue;
      }
      feed(*detector, trace[i]);
      population.follow(trace[i]);
      ++i;
    }
  }
}

// ---- the order ----

// Executions that end with one state of the locks and threads, and what a continuation of them all may be.
struct Family {
  std::vector<std::vector<Event>> traces;
  std::vector<Event> continuation;
  Followed population{0};
};

Family make_family(std::uint64_t seed, unsigned variants) {
  const Flavour flavour = small_flavour(seed);
  Family family;
  const std::vector<Event> whole = make_trace(seed, flavour, 100, seed % 3 == 0 ? 30 : 90);
  const std::vector<Event> first(whole.begin(), whole.begin() + 60);
  family.continuation.assign(whole.begin() + 60, whole.end());
  family.population = population_after(first, flavour.threads[0]);
  family.traces.push_back(first);
  std::mt19937_64 random(seed);
  for (unsigned n = 1; n < variants; ++n) family.traces.push_back(thinned(first, random, n % 2 == 0 ? 4 : 25));
  return family;
}

TEST(Knowledge, SmallerIsAnOrderAndIntersectItsGreatestLowerBound) {
  unsigned smaller = 0, larger = 0, neither = 0, equal = 0;
  for (std::uint64_t seed = 1; seed <= share_of(700); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Family family = make_family(seed, 5);
    std::vector<Knowledge> all = {Knowledge{}};
    for (const auto& trace : family.traces) all.push_back(knowledge_after(trace, "goldilocks", family.population));
    all.push_back(intersect(all[1], all[2]));
    all.push_back(all[3].coarsened());
    for (const Knowledge& a : all) {
      ASSERT_TRUE(a.knows_no_more_than(a));
      ASSERT_TRUE(a.knows_no_more_than(Knowledge{}));
      ASSERT_EQ(intersect(a, a), a);
      ASSERT_TRUE(a.coarsened().knows_no_more_than(a));
      ASSERT_EQ(a.coarsened().coarsened(), a.coarsened());
      ASSERT_EQ(Knowledge::from_bytes(a.bytes()), a);
      for (const Knowledge& b : all) {
        const bool below = a.knows_no_more_than(b), above = b.knows_no_more_than(a);
        ASSERT_EQ(below && above, a == b);
        ASSERT_EQ(a.hash() == b.hash(), a == b);
        const Knowledge both = intersect(a, b);
        ASSERT_EQ(both, intersect(b, a));
        ASSERT_TRUE(both.knows_no_more_than(a) && both.knows_no_more_than(b));
        ASSERT_EQ(below, both == a);
        for (const Knowledge& c : all) {
          const bool under_both = c.knows_no_more_than(a) && c.knows_no_more_than(b);
          ASSERT_EQ(under_both, c.knows_no_more_than(both));
          if (below && b.knows_no_more_than(c)) {
            ASSERT_TRUE(a.knows_no_more_than(c));
          }
        }
        (below && above ? equal : below ? smaller : above ? larger : neither) += 1;
      }
    }
  }
  for (const unsigned times : {smaller, larger, neither, equal}) EXPECT_GT(times, share_of(700));
}

// ---- what it says about the future ----

std::vector<std::set<Address>> futures(RaceDetector& d, const std::vector<Event>& continuation) {
  std::vector<std::set<Address>> raced;
  for (const Event& e : continuation) {
    feed(d, e);
    std::set<Address>& bytes = raced.emplace_back();
    if (e.what != Event::What::Access) continue;
    for (const Race& r : d.races())
      for (std::uint64_t i = 0; i < r.earlier.size; ++i) bytes.insert(r.earlier.address + i);
  }
  return raced;
}
std::vector<std::set<Address>> futures(PlainLocksets locksets, const std::vector<Event>& continuation) {
  std::vector<std::set<Address>> raced;
  for (const Event& e : continuation) raced.push_back(locksets.feed(e));
  return raced;
}
std::vector<std::set<Address>> futures(const std::vector<Event>& trace, const std::vector<Event>& continuation) {
  Journal journal;
  const auto d = make("goldilocks, listing", journal);
  for (const Event& e : trace) feed(*d, e);
  return futures(*d, continuation);
}
bool contains(const std::vector<std::set<Address>>& all, const std::vector<std::set<Address>>& some) {
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!std::ranges::includes(all[i], some[i])) return false;
  return true;
}

// Nothing that decides a race is missing in it: who goes on from the value alone finds the races of who goes on from
// the detector's state, byte by byte.
TEST(Knowledge, IsAllThatTheFutureDependsOn) {
  unsigned races = 0;
  for (std::uint64_t seed = 1; seed <= share_of(2000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Family family = make_family(seed, 1);
    const std::string& name = exact_detectors()[seed % exact_detectors().size()];
    const auto expected = futures(family.traces[0], family.continuation);
    const Knowledge k = knowledge_after(family.traces[0], name, family.population);
    ASSERT_EQ(futures(PlainLocksets(k), family.continuation), expected) << name;
    for (const auto& bytes : expected) races += !bytes.empty();
  }
  EXPECT_GT(races, share_of(2000));
}

TEST(Knowledge, WhatKnowsNoMoreFindsEveryRace) {
  unsigned related = 0, told_apart = 0, unrelated = 0, racy = 0, false_races = 0;
  for (std::uint64_t seed = 1; seed <= share_of(1500); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Family family = make_family(seed, 4);
    std::vector<Knowledge> known;
    std::vector<std::vector<std::set<Address>>> raced;
    for (const auto& trace : family.traces) {
      known.push_back(knowledge_after(trace, "goldilocks", family.population));
      raced.push_back(futures(trace, family.continuation));
    }
    for (std::size_t i = 0; i < known.size(); ++i) {
      for (std::size_t j = 0; j < known.size(); ++j) {
        if (known[i] == known[j]) {
          ASSERT_EQ(raced[i], raced[j]);
          continue;
        }
        if (known[i].knows_no_more_than(known[j])) {
          ASSERT_TRUE(contains(raced[i], raced[j])) << i << " " << j;
          ++related;
          racy += raced[i] != raced[j];
        } else {
          ++unrelated;
          told_apart += !contains(raced[i], raced[j]);
        }
        // Going on from the intersection is going on from both.
        const Knowledge both = intersect(known[i], known[j]);
        auto either = raced[i];
        for (std::size_t e = 0; e < either.size(); ++e) either[e].insert(raced[j][e].begin(), raced[j][e].end());
        ASSERT_EQ(futures(PlainLocksets(both), family.continuation), either);
        const auto coarse = futures(PlainLocksets(both.coarsened()), family.continuation);
        ASSERT_TRUE(contains(coarse, either));
        false_races += coarse != either;
      }
    }
  }
  EXPECT_GT(related, share_of(1500) / 4);
  EXPECT_GT(racy, related / 20);          // in a related pair the one below did find more
  EXPECT_GT(told_apart, unrelated / 20);  // and what is not related is so for a reason
  EXPECT_GT(false_races, share_of(1500) / 20);
}

}  // namespace
}  // namespace heddle::test
