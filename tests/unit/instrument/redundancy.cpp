// Which hooks go under visibility sync, and which must stay.
#include "fixture.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace heddle {
namespace {

InstrumentOptions dropping(bool optimise = false) {
  InstrumentOptions options = plain_options();
  options.drop_redundant = true;
  options.optimise = optimise;
  return options;
}

TEST(Redundancy, SameAddressInOneSegment) {
  Program p(R"(int g; long w; struct { int a, b; } s;
    int reads(void) { return g + g + g; }
    void writes(void) { g = 1; g = 2; }
    int write_covers_read(void) { g = 1; return g; }
    void read_does_not_cover_write(void) { g++; }
    int wide_covers_narrow(void) { return (int)w + *((short*)&w + 1); }
    int narrow_does_not_cover_wide(void) { return *(short*)&w + (int)w; }
    int fields(void) { return s.a + s.b; })",
            "c", dropping());
  EXPECT_EQ(p.count("reads", "heddle_read"), 1);
  EXPECT_EQ(p.count("writes", "heddle_write"), 1);
  EXPECT_EQ(p.count("write_covers_read", "heddle_"), 1);
  EXPECT_EQ(p.count("read_does_not_cover_write", "heddle_write4"), 1);
  EXPECT_EQ(p.count("read_does_not_cover_write", "heddle_read4"), 1);
  EXPECT_EQ(p.count("wide_covers_narrow", "heddle_read"), 1);
  EXPECT_EQ(p.count("narrow_does_not_cover_wide", "heddle_read"), 2);
  EXPECT_EQ(p.count("fields", "heddle_read"), 2);
}

TEST(Redundancy, SynchronisationEndsASegment) {
  Program p(R"(#include <stdatomic.h>
    int g; atomic_int a; void outside(void); void harmless_function(void);
    static int quiet(int x) { return x + g; } static void locks(void) { outside(); } static void deep(void) { locks(); }
    int over_call(void) { int r = g; outside(); return r + g; }
    int over_deep_call(void) { int r = g; deep(); return r + g; }
    int over_quiet_call(void) { int r = g; r = quiet(r); return r + g; }
    int over_harmless_call(void) { int r = g; harmless_function(); return r + g; }
    int over_atomic(void) { int r = g; a = 1; return r + g; }
    int over_fence(void) { int r = g; atomic_thread_fence(memory_order_acquire); return r + g; }
    int over_pointer(void (*f)(void)) { int r = g; f(); return r + g; })",
            "c", dropping());
  for (const char* kept : {"over_call", "over_deep_call", "over_atomic", "over_fence", "over_pointer"})
    EXPECT_EQ(p.count(kept, "heddle_read4"), 2) << kept;
  EXPECT_EQ(p.count("over_quiet_call", "heddle_read4"), 1);
  EXPECT_EQ(p.count("over_harmless_call", "heddle_read4"), 1);
}

// The read of errno is what takes over the number that native code has set.
TEST(Redundancy, WhatMayBeErrnoIsAnotherAfterANativeCall) {
  Program p(R"(int g; void harmless_function(void); static void calls(void) { harmless_function(); }
    int by_pointer(int* p) { *p = 0; harmless_function(); return *p; }
    int by_pointer_deeper(int* p) { *p = 0; calls(); return *p; }
    void written_again(int* p) { *p = 0; harmless_function(); *p = 0; }
    long too_wide(long* p) { *p = 0; harmless_function(); return *p; }
    int global(void) { g = 0; harmless_function(); return g; })",
            "c", dropping());
  EXPECT_EQ(p.count("by_pointer", "heddle_read4"), 1);
  EXPECT_EQ(p.count("by_pointer_deeper", "heddle_read4"), 1);
  EXPECT_EQ(p.count("written_again", "heddle_write4"), 2);
  EXPECT_EQ(p.count("too_wide", "heddle_read8"), 0);
  EXPECT_EQ(p.count("global", "heddle_read4"), 0);
  Program loop(R"(void harmless_function(void);
    int f(int* p, int n) { int s = 0; for (int i = 0; i < n; i++) { harmless_function(); s += *p; } return s; })",
               "c", dropping(true));
  ASSERT_NE(loop.first_call("f", "heddle_read4"), nullptr);
  llvm::DominatorTree dominators(*loop.function("f"));
  const llvm::LoopInfo loops(dominators);
  const llvm::Loop* const around = loops.getLoopFor(loop.first_call("f", "harmless_function")->getParent());
  ASSERT_NE(around, nullptr);
  EXPECT_EQ(loops.getLoopFor(loop.first_call("f", "heddle_read4")->getParent()), around);
}

TEST(Redundancy, AllPathsMustHaveIt) {
  Program p(R"(int g, h; void outside(void);
    int one_path(int c) { int r = 0; if (c) r = g; return r + g; }
    int both_paths(int c) { int r; if (c) r = g + 1; else r = g + 2; return r + g; }
    int sync_on_one_path(int c) { int r = g; if (c) outside(); return r + g; }
    int over_finite_loop(int n) { int r = g; for (int i = 0; i < n; i++) r += i; return r + g; }
    int in_finite_loop(int n) { int r = g; for (int i = 0; i < n; i++) r += g; return r; }
    int polling(void) { int r = g; while (!g); return r; })",
            "c", dropping());
  EXPECT_EQ(p.count("one_path", "heddle_read4"), 2);
  EXPECT_EQ(p.count("both_paths", "heddle_read4"), 2);
  EXPECT_EQ(p.count("sync_on_one_path", "heddle_read4"), 2);
  EXPECT_EQ(p.count("over_finite_loop", "heddle_read4"), 1);
  EXPECT_EQ(p.count("in_finite_loop", "heddle_read4"), 1);
  EXPECT_EQ(p.count("polling", "heddle_read4"), 2) << "a spinning thread must show what it reads in each round";
}

TEST(Redundancy, APointerThatMovesIsAnotherAddress) {
  Program p(R"(int g[10]; int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += g[i]; return s; }
    int list(int** p, int n) { int s = 0; for (int i = 0; i < n; i++) { s += **p; s += **p; p++; } return s; })",
            "c", dropping());
  EXPECT_EQ(p.count("f", "heddle_read4"), 1);
  EXPECT_EQ(p.count("list", "heddle_read8"), 1);
  EXPECT_EQ(p.count("list", "heddle_read4"), 2);  // two loads of *p may give two pointers
}

TEST(Redundancy, NewLifeOfASlot) {
  Program p(R"(int* published; void f(int n) { for (int i = 0; i < n; i++) { int x; published = &x; x = i; x = 2; } })",
            "c", dropping());
  EXPECT_EQ(p.count("f", "heddle_write4"), 1);
  EXPECT_EQ(p.count("f", "heddle_stack_begin"), 1);
}

TEST(Redundancy, NothingGoesUnderVisibilityAll) {
  InstrumentOptions options = dropping(true);
  options.visible = Visibility::All;
  Program p("int g; int f(void) { return g + g; }", "c", options);
  EXPECT_EQ(p.count("f", "heddle_read4"), 2);
}

TEST(Redundancy, InliningMakesSlotsPrivate) {
  Program p(R"(int g; template <class T> void swap_them(T& a, T& b) { T t = a; a = b; b = t; }
    template <class F> int apply(const F& f) { return f(); }
    int f(int x, int y) { swap_them(x, y); int k = 3; return apply([&] { return x + k; }) - y; })",
            "cpp", dropping(true));
  EXPECT_EQ(p.count("f", "heddle_"), 0);
}

TEST(Redundancy, OptimiserDropsAfterInlining) {
  Program p(R"(struct V { int* begin; int n; int& at(int i) { return begin[i]; } };
    int sum(V& v, int n) { int s = 0; for (int i = 0; i < n; i++) s += v.at(0) + v.at(1); return s; })",
            "cpp", dropping(true));
  EXPECT_LE(p.count("sum", "heddle_read8"), 2);
}

TEST(Redundancy, ReadsSurviveTheBackEdgesOfLoopsThatMakeProgress) {
  Program p(R"(int g[100], h; void f(void) { int x = h; for (int i = 0; g[i]; i++) x += h; g[0] = x; }
    void w(void) { h = 1; for (int i = 0; g[i]; i++) h = i; })",
            "c", dropping());
  EXPECT_EQ(p.count("f", "heddle_back_edge"), 1);
  EXPECT_EQ(p.count("f", "heddle_read4"), 2);  // h once, g[i] in each round
  EXPECT_EQ(p.count("w", "heddle_write4"), 2) << "the state may be saved at the back edge";
}

TEST(Redundancy, CountedLoopsAnnounceARange) {
  Program p(R"(int a[100], b[100], total; void outside(void);
    int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
    void down(int n) { for (int i = n; i-- > 0;) b[i] = 1; }
    void accumulate(int n) { for (int i = 0; i < n; i++) total += a[i]; }
    int every_second(int n) { int s = 0; for (int i = 0; i < n; i += 2) s += a[i]; return s; }
    int sometimes(int n) { int s = 0; for (int i = 0; i < n; i++) if (a[i]) s += b[i]; return s; }
    int early_exit(int n) { for (int i = 0; i < n; i++) if (a[i] == 3) return i; return -1; }
    void with_call(int n) { for (int i = 0; i < n; i++) { b[i] = 1; outside(); } })",
            "c", dropping(true));
  EXPECT_EQ(p.count("sum", "heddle_read_range"), 1);
  EXPECT_EQ(p.count("sum", "heddle_read4"), 0);
  EXPECT_EQ(p.count("down", "heddle_write_range"), 1);
  EXPECT_EQ(p.count("accumulate", "heddle_read_range"), 1);
  EXPECT_EQ(p.count("accumulate", "heddle_write4"), 1);
  EXPECT_EQ(p.count("accumulate", "heddle_read4"), 1);
  EXPECT_EQ(p.count("every_second", "heddle_read_range"), 0);
  EXPECT_GE(p.count("every_second", "heddle_read4"), 1);
  EXPECT_EQ(p.count("sometimes", "heddle_read_range"), 1);
  EXPECT_GE(p.count("sometimes", "heddle_read4"), 1);
  EXPECT_EQ(p.count("early_exit", "heddle_read_range"), 0);
  EXPECT_EQ(p.count("with_call", "heddle_write_range"), 0);
}

TEST(Redundancy, NoRangesWhereAThreadMayWait) {
  Program p(R"(int done[8]; void lock(void), unlock(void);
    void wait_for_all(int n) {
      for (;;) {
        int all = 1;
        lock();
        for (int i = 0; i < n; i++) all &= done[i];
        unlock();
        if (all) return;
      }
    }
    int few(void) { int all = 1; for (int i = 0; i < 8; i++) all &= done[i]; return all; })",
            "c", dropping(true));
  EXPECT_EQ(p.count("wait_for_all", "heddle_read_range"), 0);
  EXPECT_GE(p.count("wait_for_all", "heddle_read4"), 1);
  EXPECT_EQ(p.count("few", "heddle_read_range"), 0);
}

TEST(Redundancy, NoRangesWithoutDropping) {
  InstrumentOptions options = dropping(true);
  options.drop_redundant = false;
  Program p("int a[100]; int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }", "c", options);
  EXPECT_EQ(p.count("sum", "heddle_read_range"), 0);
  EXPECT_GE(p.count("sum", "heddle_read4"), 1);
}

}  // namespace
}  // namespace heddle
