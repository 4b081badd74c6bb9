// What traces are impossible and where; which races each kind of synchronisation prevents, and which not.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "helpers.h"
#include "trace/live_accesses.h"

namespace heddle::trace {
namespace {

using Races = std::vector<std::string>;

TEST(Trace, ImpossibleOnes) {
  const struct {
    const char* text;
    unsigned line;
    const char* message;
  } kCases[] = {
      {"T0|rel(L)|1\n", 1, "lock L is not held by anyone"},
      {"T0|acq(L)|1\nT1|acq(L)|2\n", 2, "lock L is held by T0 since line 1"},
      {"T0|acq(L)|1\nT1|rel(L)|2\n", 2, "released by T1 but is held by T0"},
      {"T0|acq(L)|1\nT0|acq(L)|1\nT0|rel(L)|1\nT1|acq(L)|2\n", 4, "held by T0 since line 1"},
      {"T0|racq(L)|1\nT1|acq(L)|2\n", 2, "held by a reader, T0"},
      {"T0|acq(L)|1\nT1|racq(L)|2\n", 2, "held by T0"},
      {"T0|rrel(L)|1\n", 1, "not held for reading by T0"},
      {"T0|fork(T1)|1\nT0|join(T1)|2\nT1|w(x)|3\n", 3, "T1 has ended in line 2"},
      {"T1|begin|1\nT1|end|2\nT1|w(x)|3\n", 3, "T1 has ended in line 2"},
      {"T1|begin|1\nT0|join(T1)|2\n", 2, "has not ended"},
      {"T0|fork(T1)|1\nT1|w(x)|2\nT2|w(x)|3\n", 3, "T2 was never forked"},
      {"T0|fork(T1)|1\nT1|begin|2\nT1|end|3\nT1|w(x)|4\n", 4, "T1 has ended in line 3"},
      {"T1|w(x)|1\nT0|fork(T1)|2\n", 2, "forked here but acts since line 1"},
      {"T0|fork(T1)|1\nT0|fork(T1)|2\n", 2, "forked before, in line 1"},
      {"T0|fork(T0)|1\n", 1, "forks itself"},
      {"T0|join(T9)|1\n", 1, "T9 is joined but never started"},
      {"T0|join(T0)|1\n", 1, "joins itself"},
      {"T0|recv(m)|1\n", 1, "received but was not sent"},
      {"T0|leave(b)|1\n", 1, "without having arrived"},
      {"T0|arrive(b)|1\nT0|arrive(b)|2\n", 2, "has not left"},
  };
  for (const auto& c : kCases) {
    const Analysed a = analyse_text(c.text);
    EXPECT_EQ(a.outcome.end, Outcome::End::Impossible) << c.text;
    EXPECT_EQ(a.outcome.line, c.line) << c.text;
    EXPECT_NE(a.outcome.message.find(c.message), std::string::npos) << c.text << a.outcome.message;
  }
}

TEST(Trace, PossibleOnes) {
  for (const char* text : {
           "T0|acq(L)|1\nT0|acq(L)|1\nT0|rel(L)|1\nT0|rel(L)|1\nT1|acq(L)|1\n",  // recursive
           "T0|racq(L)|1\nT1|racq(L)|1\nT0|rrel(L)|1\nT1|rrel(L)|1\nT0|acq(L)|1\n",
           "T2|w(x)|1\nT0|fork(T1)|1\nT0|join(T1)|2\nT2|join(T1)|3\n",
           "T1|begin(0)|1\nT1|w(x)|1\nT1|end(0)|1\nT0|join(T1)|1\n",
           "T0|acq(L)|1\nT0|destroy(L)|1\nT1|acq(L)|1\n",
           "# a comment\n\nT0|w(x)|1\n",
           "T0|w(x)|1",
       }) {
    const Analysed a = analyse_text(text);
    EXPECT_EQ(a.outcome.end, Outcome::End::Complete) << text << a.outcome.message;
  }
  Settings blocks;
  blocks.blocks = true;
  const Analysed a = analyse_text("T1|begin|1\nT1|begin|1\nT1|end|1\nT1|end|1\nT1|w(x)|1\n", blocks);
  EXPECT_EQ(a.outcome.end, Outcome::End::Complete);
  EXPECT_EQ(a.outcome.shown_as_blocks, 0u);
  Settings unforked;
  unforked.unforked = true;
  const Analysed b = analyse_text("T0|fork(T1)|1\nT1|w(x)|2\nT2|w(x)|3\n", unforked);
  EXPECT_EQ(b.outcome.end, Outcome::End::Complete);
  EXPECT_EQ(b.outcome.races, 1u);
  EXPECT_EQ(b.outcome.roots, std::vector<std::string>{"T2"});
}

// An event about petabytes would take all memory, and for ever.
TEST(Trace, MoreBytesThanCanBeRemembered) {
  for (const char* word : {"w", "alloc", "free"}) {
    const Analysed a = analyse_text(fmt::format("A|w(x)|1\nA|{}(p@0x10:8333333333333333333)|2\n", word));
    EXPECT_EQ(a.outcome.end, Outcome::End::Limit);
    EXPECT_EQ(a.outcome.events, 1u);
    EXPECT_NE(a.outcome.message.find("line 2 is about more than"), std::string::npos) << a.outcome.message;
  }
}

TEST(Trace, BeginAndEndOfBlocks) {
  const struct {
    const char* text;
    std::uint64_t shown;
  } kCases[] = {
      {"T1|begin|1\nT1|begin|2\nT1|end|3\nT1|end|4\nT1|w(x)|5\n", 2},
      {"T1|begin|1\nT1|end|2\nT1|begin|3\nT1|end|4\nT1|w(x)|5\n", 3},
      {"T1|w(x)|1\nT1|begin|2\nT1|end|3\nT1|w(x)|4\n", 2},
      {"T0|fork(T1)|1\nT1|w(x)|2\nT1|begin|3\nT1|end|4\nT1|w(x)|5\n", 3},
      {"T1|begin|1\nT1|end|2\nT0|w(y)|3\nT0|begin|4\nT1|w(x)|5\n", 4},  // what an end ended goes on
  };
  for (const auto& c : kCases) {
    const Analysed a = analyse_text(c.text);
    EXPECT_EQ(a.outcome.end, Outcome::End::Complete) << c.text << a.outcome.message;
    EXPECT_EQ(a.outcome.shown_as_blocks, c.shown) << c.text;
  }
}

TEST(Trace, MalformedAndCut) {
  Analysed a = analyse_text("T0|w(x)|1\nT0|what(x)|1\nT0|w(x)|1\n");
  EXPECT_EQ(a.outcome.end, Outcome::End::Malformed);
  EXPECT_EQ(a.outcome.line, 2u);
  EXPECT_EQ(a.outcome.column, 4u);
  a = analyse_text("T0|w(x)|1\nT1|w(x)|1\nT0|w(");
  EXPECT_EQ(a.outcome.end, Outcome::End::Cut);
  EXPECT_EQ(a.outcome.events, 2u);
  EXPECT_EQ(a.outcome.races, 1u);
}

TEST(Trace, TooManyThreads) {
  std::string text;
  for (unsigned i = 0; i < 1001; ++i) text += "T" + std::to_string(i) + "|r(x)|1\n";
  const Analysed a = analyse_text(text);
  EXPECT_EQ(a.outcome.end, Outcome::End::Limit);
  EXPECT_EQ(a.outcome.events, 1000u);
}

TEST(Trace, RootsAreNamed) {
  const Analysed a = analyse_text("T0|fork(T1)|1\nT1|w(x)|1\nT2|w(y)|1\n");
  EXPECT_EQ(a.outcome.roots, std::vector<std::string>{"T2"});
}

// The last write and each thread's last read since, in the order of the file.
TEST(Trace, AllRacesOrTheFirst) {
  const char* const text = "T0|w(x)|10\nT1|r(x)|11\nT2|r(x)|12\nT1|r(x)|13\nT3|w(x)|14\nT3|w(y)|15\nT0|w(y)|16\n";
  EXPECT_EQ(analyse_text(text).found.races,
            (Races{"x: 1 w T0 | 2 r T1", "x: 1 w T0 | 3 r T2", "x: 1 w T0 | 4 r T1", "x: 1 w T0 | 5 w T3",
                   "x: 3 r T2 | 5 w T3", "x: 4 r T1 | 5 w T3", "y: 6 w T3 | 7 w T0"}));
  Settings first;
  first.first_only = true;
  EXPECT_EQ(analyse_text(text, first).found.races, (Races{"x: 1 w T0 | 2 r T1", "y: 6 w T3 | 7 w T0"}));
}

// Happens-before does not tell a read lock from a semaphore; a discipline asks who holds what.
TEST(Trace, DisciplinesKnowReadLocks) {
  const std::string begin = "A|acq(L)|\nA|w(x)|\nA|rel(L)|\nB|racq(L)|\nB|r(x)|\n";
  for (const char* name : {"eraser", "locking-discipline"}) {
    EXPECT_EQ(analyse_text(begin + "B|rrel(L)|\nC|racq(L)|\nC|r(x)|\n", {}, name).found.races, Races{}) << name;
    EXPECT_EQ(analyse_text(begin + "B|rrel(L)|\nC|acq(L)|\nC|w(x)|\n", {}, name).found.races, Races{}) << name;
    EXPECT_EQ(analyse_text(begin + "B|w(x)|\n", {}, name).found.races.size(), 1u) << name;
    EXPECT_EQ(analyse_text(begin + "B|rrel(L)|\nB|w(x)|\n", {}, name).found.races.size(), 1u) << name;
  }
}

TEST(Trace, Synchronisation) {
  const struct {
    const char* text;
    Races races;
  } kCases[] = {
      {"A|acq(L)|\nA|w(x)|\nA|rel(L)|\nB|acq(L)|\nB|w(x)|\n", {}},
      {"A|acq(L)|\nA|acq(L)|\nA|rel(L)|\nA|w(x)|\nA|rel(L)|\nB|acq(L)|\nB|w(x)|\n", {}},
      {"A|w(x)|\nA|fork(B)|\nB|w(x)|\nA|join(B)|\nA|w(x)|\n", {}},
      {"A|w(x)|\nA|post(s)|\nB|wait(s)|\nB|w(x)|\n", {}},
      {"A|w(x)|\nA|send(m)|\nB|recv(m)|\nB|w(x)|\n", {}},
      {"A|send(m)|\nA|w(x)|\nA|send(m)|\nB|recv(m)|\nB|w(x)|\n", {"x: 2 w A | 5 w B"}},
      {"A|w(x)|\nA|arrive(b)|\nB|arrive(b)|\nB|leave(b)|\nB|w(x)|\n", {}},
      {"A|arrive(b)|\nB|arrive(b)|\nA|leave(b)|\nA|w(x)|\nB|leave(b)|\nB|w(x)|\n", {"x: 4 w A | 6 w B"}},
      // B leaves the first generation while A is in the second.
      {"A|arrive(b)|\nB|arrive(b)|\nA|leave(b)|\nA|w(x)|\nA|arrive(b)|\nB|leave(b)|\nB|w(x)|\n", {"x: 4 w A | 7 w B"}},
      {"A|acq(L)|\nA|w(x)|\nA|rel(L)|\nB|racq(L)|\nB|r(x)|\nB|rrel(L)|\nC|acq(L)|\nC|w(x)|\n", {}},
      {"A|racq(L)|\nA|w(x)|\nA|rrel(L)|\nB|racq(L)|\nB|w(x)|\n", {"x: 2 w A | 5 w B"}},
      {"A|w(x)|\nA|store.release(f)|\nB|load.acquire(f)|\nB|w(x)|\n", {}},
      {"A|w(x)|\nA|store.relaxed(f)|\nB|load.acquire(f)|\nB|w(x)|\n", {"x: 1 w A | 4 w B"}},
      {"A|w(x)|\nA|store.release(f)|\nC|rmw.relaxed(f)|\nB|load.acquire(f)|\nB|w(x)|\n", {}},
      {"A|w(x)|\nA|store.release(f)|\nC|store.relaxed(f)|\nB|load.acquire(f)|\nB|w(x)|\n", {"x: 1 w A | 5 w B"}},
      {"A|w(x)|\nA|cas.release(f)|\nB|casfail.acquire(f)|\nB|w(x)|\n", {}},
      {"A|w(x)|\nA|fence.release|\nA|store.relaxed(f)|\nB|load.relaxed(f)|\nB|fence.acquire|\nB|w(x)|\n", {}},
      {"A|w(f)|\nA|store.release(f)|\nB|load.acquire(f)|\n", {}},  // published by itself
      {"A|w(f)|\nB|load(f)|\n", {"f: 1 w A | 2 load B"}},
      {"A|store(f)|\nB|rmw(f)|\n", {}},
      {"A|aw(f)|\nB|ar(f)|\nB|r(f)|\n", {"f: 1 aw A | 3 r B"}},
      {"A|w(x)|\nA|release(o)|\nB|acquire(o)|\nB|w(x)|\n", {}},
      {"A|w(x)|\nA|release(o)|\nB|reset(o)|\nC|acquire(o)|\nC|w(x)|\n", {"x: 1 w A | 5 w C"}},
      {"A|w(x)|\nA|release(o)|\nA|destroy(o)|\nC|acquire(o)|\nC|w(x)|\n", {"x: 1 w A | 5 w C"}},
      {"A|w(p@0x10:4)|\nB|w(q@0x14:4)|\n", {}},
      {"A|w(p@0x10:8)|\nB|w(q@0x14:4)|\n", {"q: 1 w A | 2 w B"}},
      {"A|w(@0xffffff:2)|\nB|r(@0xfffffe:4)|\n", {"0xfffffe: 1 w A | 2 r B"}},  // across two chunks
      {"A|w(p@0x10:8)|\nB|alloc(@0x10:8)|\nB|w(q@0x10:8)|\n", {}},
      {"A|w(p@0x12:1)|\nB|free(p@0x10:8)|\n", {"p: 1 w A | 2 free B"}},
      {"A|w(L)|\nA|acq(L)|\nA|rel(L)|\nB|acq(M)|\nB|w(L)|\n", {"L: 1 w A | 5 w B"}},  // two name spaces
  };
  for (const auto& c : kCases) {
    const Analysed a = analyse_text(c.text);
    EXPECT_EQ(a.outcome.end, Outcome::End::Complete) << c.text << a.outcome.message;
    EXPECT_EQ(a.found.races, c.races) << c.text;
  }
}

TEST(Trace, LinesBeyond32BitsAndLongLocations) {
  Settings far;
  far.line_base = (std::uint64_t{1} << 32) - 2;
  const std::string place(300, 'p');
  const Analysed a = analyse_text("T0|w(x)|" + place + "\nT0|r(y)|1\nT1|w(x)|2\nT0|r(x)|" + place + "3\n", far);
  using Lines = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  EXPECT_EQ(a.found.lines, (Lines{{0xffffffff, 0x100000001}, {0x100000001, 0x100000002}}));
  EXPECT_EQ(a.found.locations, (std::vector<std::string>{place, "2"}));
}

// However many accesses there were, only those are kept that may still race.
TEST(LiveAccesses, RecordsAreUsedAgain) {
  Journal journal;
  journal.set_recording(false);
  LiveAccesses live(journal);
  Line line;
  for (std::uint64_t i = 1; i <= 200000; ++i) {
    const std::string place = i % 5 == 0 ? std::string(100, 'x') : std::to_string(i);
    line.location = place;
    const ThreadId thread(static_cast<std::uint16_t>(i % 4));
    const std::uint64_t width = 1 + i % 7;
    const auto kind = static_cast<AccessKind>(i % 5);
    const SiteId site = live.begin(thread, line, i);
    live.note({thread, kind, kProgramBase + i * 7919 % 100, width, site});
    live.end();
    ASSERT_EQ(live.find(site)->line, i);
    ASSERT_EQ(live.location(*live.find(site)), place);
    if (i % 100 == 0) live.fresh(kProgramBase + 20, 30);
  }
  EXPECT_LT(live.capacity(), 110u * (1 + 3 * 4) + 10);
  EXPECT_LT(live.locations(), LiveAccesses::kFewLocations + 10);
  live.fresh(kProgramBase, 4096);
}

}  // namespace
}  // namespace heddle::trace
