// Pointers, callees and threads of small programs.
#include "fixture.h"

namespace heddle::analysis {
namespace {

TEST(PointsTo, FollowsCopiesLoadsAndStores) {
  Stages program(R"(
    int a, b, *p, **q, *r;
    int main(int argc, char** argv) { p = argc ? &a : &b; q = &p; *q = &b; r = *q; return 0; })");
  EXPECT_EQ(program.stored_in("p"), (Words{"a", "b"}));
  EXPECT_EQ(program.stored_in("r"), (Words{"a", "b"}));
  EXPECT_EQ(program.stored_in("q"), (Words{"p"}));
}

TEST(PointsTo, KeepsFieldsApart) {
  Stages program(R"(
    struct pair { int *first, *second; } s;
    int a, b, *p;
    int main() { s.first = &a; s.second = &b; p = s.second; return 0; })");
  EXPECT_EQ(program.stored_in("p"), (Words{"b"}));
}

TEST(PointsTo, ElementsOfAnArrayThatIsIndexedAreOne) {
  Stages program(R"(
    struct item { int *x, *y; } items[8];
    int a, b, c, *p, *q, *r;
    int main(int argc, char** argv) {
      items[argc].x = &a; items[2].x = &b; items[argc].y = &c;
      p = items[1].x; q = items[argc + 1].x; r = items[2].y; return 0; })");
  EXPECT_EQ(program.stored_in("q"), (Words{"a", "b"}));
  EXPECT_EQ(program.stored_in("p"), (Words{"a", "b"}));  // all elements hold what one holds
  EXPECT_EQ(program.stored_in("r"), (Words{"c"}));       // fields stay apart
}

TEST(PointsTo, ConstantElementsStayApart) {
  Stages program(R"(
    int *items[4], a, b, *p;
    int main() { items[0] = &a; items[1] = &b; p = items[1]; return 0; })");
  EXPECT_EQ(program.stored_in("p"), (Words{"b"}));
}

TEST(PointsTo, AStructureThatIsCopiedTakesItsPointersAlong) {
  Stages program(R"(
    #include <string.h>
    struct pair { int *first, *second; } s, t, u;
    int a, b, *p, *q;
    int main() { s.first = &a; s.second = &b; t = s; memcpy(&u, &t, sizeof u); p = t.second; q = u.first; return 0; })");
  EXPECT_EQ(program.stored_in("p"), (Words{"b"}));
  EXPECT_EQ(program.stored_in("q"), (Words{"a"}));
}

TEST(PointsTo, CallsThroughPointersFindTheirFunctions) {
  Stages program(R"(
    int a, b, *p;
    __attribute__((noinline)) static void first(int* x) { p = x; }
    void second(int* x) { p = &b; }
    void (*table[2])(int*) = {first, second};
    int main(int argc, char** argv) { table[argc & 1](&a); return 0; })");
  EXPECT_EQ(program.stored_in("p"), (Words{"a", "b"}));
}

TEST(PointsTo, VirtualCallsFindOverriders) {
  Stages program(R"(
    int a, b, *p;
    struct Base { virtual void set() { p = &a; } virtual ~Base() = default; };
    struct Derived : Base { void set() override { p = &b; } };
    Base* base;
    int main() { base = new Derived; base->set(); return 0; })",
                 "cpp");
  EXPECT_TRUE(program.stored_in("p").contains("b"));  // "a" too: while it is constructed it is a Base
}

TEST(PointsTo, ThreadsThatShareAnEntryAreToldApartByTheirSites) {
  Stages program(R"(
    #include <pthread.h>
    struct work { int input; int* out; } one, two;
    int a, b;
    void* run(void* p) { struct work* w = p; *w->out = w->input; return 0; }
    int main() {
      pthread_t s, t;
      one.out = &a; two.out = &b;
      pthread_create(&s, 0, run, &one); pthread_create(&t, 0, run, &two);
      pthread_join(s, 0); pthread_join(t, 0); return 0; })");
  EXPECT_EQ(program.points_to->contexts().size(), 3u);
  EXPECT_EQ(program.shared(), (Words{"one.out", "two.out"}));  // of main, which writes them, and one thread each
}

TEST(PointsTo, StdThreadsRunTheirFunctions) {
  Stages program(R"(
    #include <thread>
    int a, *p;
    int main() { std::thread t([] { p = &a; }); t.join(); return *p; })",
                 "cpp");
  EXPECT_EQ(program.points_to->contexts().size(), 2u);
  EXPECT_EQ(program.stored_in("p"), (Words{"a"}));
}

TEST(PointsTo, UnknownFunctionsAreGaps) {
  Stages program(R"(
    void outside(int*);
    int a;
    int main() { outside(&a); return a; })");
  ASSERT_EQ(program.points_to->gaps().size(), 1u);
  EXPECT_EQ(program.points_to->gaps()[0].what, "outside");
}

}  // namespace
}  // namespace heddle::analysis
