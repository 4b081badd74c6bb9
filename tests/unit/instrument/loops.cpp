// Back edges: of every cycle that is not provably finite, once a round.
#include "fixture.h"

namespace heddle {
namespace {

TEST(Loops, FiniteLoopsHaveNoHook) {
  Program p(R"(int g[100]; int n;
    int a(int k) { int s = 0; for (int i = 0; i < k; i++) s += g[i]; return s; }
    int b(void) { int s = 0; for (int i = 0, e = n; i < e; i++) s += g[i]; return s; }
    int c(unsigned k) { int s = 0; while (k--) s += g[k]; return s; })");
  EXPECT_EQ(p.count("a", "heddle_back_edge"), 0);
  EXPECT_EQ(p.count("b", "heddle_back_edge"), 0);
  EXPECT_EQ(p.count("c", "heddle_back_edge"), 0);
}

TEST(Loops, OthersHaveOne) {
  Program p(R"(int g[100], n, flag;
    int memory_bound(void) { int s = 0; for (int i = 0; i < n; i++) s += g[i]; return s; }
    void poll(void) { while (!flag); }
    void forever(void) { for (;;); }
    int bounded_poll(void) { for (int i = 0; i < 9 && !flag; i++); return flag; }
    void with_continue(int k) { while (flag) { if (g[k]) continue; g[k]++; } }
    int collatz(int k) { int s = 0; do { k = k % 2 ? 3 * k + 1 : k / 2; s++; } while (k != 1); return s; }
    void nested(int k) { for (int i = 0; i < k; i++) while (flag); })");
  EXPECT_EQ(p.count("memory_bound", "heddle_back_edge"), 1);
  EXPECT_EQ(p.count("poll", "heddle_back_edge"), 1);
  EXPECT_EQ(p.count("forever", "heddle_back_edge"), 1);
  EXPECT_EQ(p.count("bounded_poll", "heddle_back_edge"), 1);
  EXPECT_EQ(p.count("with_continue", "heddle_back_edge"), 2);
  EXPECT_EQ(p.count("collatz", "heddle_back_edge"), 1);
  EXPECT_EQ(p.count("nested", "heddle_back_edge"), 1);
}

TEST(Loops, HookIsOnTheWayBackOnly) {
  Program p("int flag; int f(void) { int n = 0; do n++; while (flag); return n; }");
  auto* hook = p.first_call("f", "heddle_back_edge");
  ASSERT_NE(hook, nullptr);
  EXPECT_EQ(hook->getParent()->getTerminator()->getNumSuccessors(), 1u);
}

TEST(Loops, IrreducibleCyclesAreCovered) {
  Program p(R"(int flag; void f(int c) { if (c) goto b; a: flag++; b: if (flag < 100) goto a; }
    void g(int k) { static void* to[] = {&&a, &&b, &&c}; goto *to[k % 3];
      a: flag++; goto *to[flag % 3]; b: flag += 2; goto *to[flag % 3]; c:; }
    void h(int c) { switch (c) { case 0: do { flag++; case 1: flag--; } while (flag); } })");
  EXPECT_GE(p.count("f", "heddle_back_edge"), 1);
  EXPECT_GE(p.count("g", "heddle_back_edge"), 1);
  EXPECT_GE(p.count("h", "heddle_back_edge"), 1);
}

TEST(Loops, SiteIsTheLoop) {
  Program p("int flag;\nvoid f(void) {\n  while (flag)\n    flag--;\n}\n");
  const Site& site = p.site_of(p.first_call("f", "heddle_back_edge"), 0);
  EXPECT_EQ(site.frames[0].line, 3u);
  EXPECT_EQ(site.frames[0].function, "f");
}

TEST(Loops, EmptyEndlessLoopSurvivesTheOptimiser) {
  InstrumentOptions options = plain_options();
  options.optimise = true;
  Program p("int main() { while (1); }", "cpp", options);
  EXPECT_EQ(p.count("main", "heddle_back_edge"), 1);
}

TEST(Loops, TailRecursionIsNotTurnedIntoALoop) {
  InstrumentOptions options = plain_options();
  options.optimise = true;
  Program p("int flag; void f(void) { if (!flag) f(); }", "c", options);
  EXPECT_EQ(p.count("f", "f"), 1);
}

TEST(Loops, WaitingOnAnAtomicLooksOnce) {
  Program p("#include <atomic>\nstd::atomic<int> n; void f() { n.wait(3); }", "cpp");
  int spins = 0;
  for (auto& f : *p.module)
    if (!f.isDeclaration() && f.getName().starts_with("_ZNSt8__detail13__atomic_spinI")) {
      ++spins;
      EXPECT_EQ(p.count(f.getName().str(), "heddle_back_edge"), 0);
      EXPECT_EQ(f.size(), 1u);
      EXPECT_GE(f.getEntryBlock().size(), 2u) << "asks the predicate";
    }
  EXPECT_GE(spins, 1);
}

}  // namespace
}  // namespace heddle
