// Every access of the source has its hook, none is invented, private memory has none.
#include "fixture.h"

namespace heddle {
namespace {

TEST(Accesses, ConditionalLoadStaysConditional) {
  Program p("int g; int f(int locked) { int r = 0; if (locked) r = g; return r; }");
  EXPECT_EQ(p.count("f", "heddle_read4"), 1);
  auto* hook = p.first_call("f", "heddle_read4");
  EXPECT_NE(hook->getParent(), &p.function("f")->getEntryBlock());
  EXPECT_NE(hook->getNextNode(), nullptr);
  EXPECT_TRUE(llvm::isa<llvm::LoadInst>(hook->getNextNode()));
}

TEST(Accesses, ConditionalStoreStaysConditional) {
  Program p("int g; void f(int c) { g = 1; if (c) g = 2; }");
  EXPECT_EQ(p.count("f", "heddle_write4"), 2);
  int in_entry = 0;
  for (auto& i : p.function("f")->getEntryBlock())
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&i))
      in_entry += call->getCalledFunction()->getName() == "heddle_write4";
  EXPECT_EQ(in_entry, 1);
}

TEST(Accesses, RacingLoadsAreNotMerged) {
  Program p("int g; int f(void) { int a = g; int b = g; return a - b; }");
  EXPECT_EQ(p.count("f", "heddle_read4"), 2);
}

TEST(Accesses, OptimiserKeepsHooksOfAPollingLoop) {
  InstrumentOptions options = plain_options();
  options.optimise = true;
  Program p("int flag; void f(void) { while (!flag); }", "c", options);
  EXPECT_EQ(p.count("f", "heddle_back_edge"), 1);
  int loads = 0;
  for (auto& i : llvm::instructions(*p.function("f")))
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) loads += load->getPointerOperand()->getName() == "flag";
  EXPECT_GT(loads, 0);
  EXPECT_EQ(p.count("f", "heddle_read4"), loads);
  auto* back = p.first_call("f", "heddle_back_edge");
  auto* after =
      llvm::dyn_cast_or_null<llvm::CallInst>(back->getNextNode());  // the loop is rotated: back edge, read, test
  ASSERT_NE(after, nullptr);
  EXPECT_EQ(after->getCalledFunction()->getName(), "heddle_read4");
  EXPECT_TRUE(llvm::isa<llvm::LoadInst>(after->getNextNode())) << "the load was moved away from its hook";
}

TEST(Accesses, Widths) {
  Program p(R"(struct odd { char c[3]; } o, *q; char a; short b; int c; long d; __int128 e; double x; long double y;
    void f(void) { a = 1; b = 1; c = 1; d = 1; e = 1; x = 1; y = 1; }
    void g(void) { o = *q; })");
  EXPECT_EQ(p.count("f", "heddle_write1"), 2);  // write1 and write16
  EXPECT_EQ(p.count("f", "heddle_write16"), 1);
  EXPECT_EQ(p.count("f", "heddle_write2"), 1);
  EXPECT_EQ(p.count("f", "heddle_write4"), 1);
  EXPECT_EQ(p.count("f", "heddle_write8"), 2);
  EXPECT_EQ(p.count("f", "heddle_write_range"), 1);  // ten bytes of long double
  EXPECT_EQ(p.count("g", "heddle_memcpy"), 1);
  EXPECT_EQ(p.count("g", "heddle_read8"), 1);
}

TEST(Accesses, PrivateSlotsHaveNoHooks) {
  Program p(R"(static int add(int* p) { return *p + 1; }
    int f(int n) { int a[16]; for (int i = 0; i < 16; i++) a[i] = n; return a[n & 15] + add(&a[3]); }
    static int* same(int* p) { return p; }
    int g(int n) { int a[4]; a[n] = 1; return *same(a); }
    int difference(int n) { int a[4]; int* e = a + n; return e - a; })");
  EXPECT_EQ(p.count("f", "heddle_read4") + p.count("f", "heddle_write4"), 0);
  EXPECT_EQ(p.count("f", "heddle_read_outside"), 1) << "the bounds of a[n & 15]";
  EXPECT_EQ(p.count("f", "heddle_stack_begin"), 1) << "hooks inside add may touch it";
  EXPECT_EQ(p.count("f", "heddle_stack_end"), 0);
  EXPECT_EQ(p.count("add", "heddle_read4"), 1);
  EXPECT_EQ(p.count("g", "heddle_write4"), 0);
  EXPECT_EQ(p.count("g", "heddle_write_outside"), 1);
  EXPECT_EQ(p.count("g", "heddle_stack_end"), 0);
  EXPECT_EQ(p.count("difference", "heddle_"), 0);
}

TEST(Accesses, EscapedSlotsHaveHooksAndLifetimes) {
  Program p(R"(int* published; void take(int*);
    void f(void) { int a[4]; a[0] = 1; published = a; }
    void g(int n) { for (int i = 0; i < n; i++) { int x = i; take(&x); } }
    static int* keep(int* p) { published = p; return p; }
    void h(void) { int x = 1; keep(&x); }
    int* dangling(void) { int x = 1; int* volatile p = &x; return p; })");
  EXPECT_EQ(p.count("f", "heddle_write4"), 1);
  EXPECT_EQ(p.count("f", "heddle_stack_begin"), 1);
  EXPECT_EQ(p.count("f", "heddle_stack_end"), 1);
  EXPECT_EQ(p.count("g", "heddle_stack_begin"), 1);
  EXPECT_NE(p.first_call("g", "heddle_stack_begin")->getParent(), &p.function("g")->getEntryBlock()) << "once a round";
  EXPECT_EQ(p.count("h", "heddle_stack_begin"), 1);
  EXPECT_EQ(p.count("h", "heddle_write4"), 1);
  EXPECT_EQ(p.count("dangling", "heddle_stack_begin"), 1);
}

TEST(Accesses, VariableLengthArray) {
  Program p(R"(void take(int*); void f(int n) { for (int i = 1; i < n; i++) { int a[i]; a[0] = 1; take(a); } }
    void g(int n) { take(__builtin_alloca(n)); })");
  EXPECT_EQ(p.count("f", "heddle_stack_begin"), 1);
  EXPECT_EQ(p.count("f", "heddle_stack_end"), 1);
  EXPECT_EQ(p.count("g", "heddle_stack_begin"), 1);
  EXPECT_EQ(p.count("g", "heddle_stack_end"), 1);
}

TEST(Accesses, ConstantMemoryHasNoHooksButBounds) {
  Program p(R"(const int table[3] = {1, 2, 3}; int f(int i) { return table[i] + "abc"[i]; })");
  EXPECT_EQ(p.count("f", "heddle_read_outside"), 2);
  EXPECT_EQ(p.count("f", "heddle_"), 2);
}

TEST(Accesses, CopiesWithOnePrivateSide) {
  Program p(R"(struct s { long a[6]; } shared, other;
    long read_it(int i) { struct s local = shared; return local.a[i]; }
    void write_it(int i) { struct s local; local.a[i] = 2; shared = local; }
    void both(void) { shared = other; }
    void zero(void) { __builtin_memset(&shared, 0, sizeof shared); })");
  EXPECT_EQ(p.count("read_it", "heddle_read_range"), 1);
  EXPECT_EQ(p.count("read_it", "llvm.memcpy"), 1);
  EXPECT_EQ(p.count("write_it", "heddle_write_range"), 1);
  EXPECT_EQ(p.count("both", "heddle_memcpy"), 1);
  EXPECT_EQ(p.count("both", "llvm.memcpy"), 0);
  EXPECT_EQ(p.count("zero", "heddle_memset"), 1);
}

TEST(Accesses, ArgumentsByValueAreRead) {
  Program p(R"(struct big { long a[8]; } shared; long use(struct big); long take(long*);
    long f(void) { return use(shared); }
    long inside(struct big b, int i) { return b.a[i]; }
    long escaping(struct big b) { return take(b.a); })");
  EXPECT_EQ(p.count("f", "heddle_read_range"), 1);
  EXPECT_EQ(p.count("inside", "heddle_read8"), 0);
  EXPECT_EQ(p.count("inside", "heddle_read_outside"), 1);
  EXPECT_EQ(p.count("escaping", "heddle_parameter_begin"), 1);
  EXPECT_EQ(p.count("escaping", "heddle_stack_end"), 1);
}

TEST(Accesses, VariableArgumentsAndSetjmp) {
  Program p(R"(#include <stdarg.h>
#include <setjmp.h>
    jmp_buf b; int f(int n, ...) { va_list l; va_start(l, n); int r = va_arg(l, int); va_end(l); return r; }
    int g(void) { if (setjmp(b)) return 1; longjmp(b, 1); })");
  EXPECT_EQ(p.count("g", "longjmp") + p.count("g", "_setjmp"), 2);
}

TEST(Accesses, VtablePointerSetToTheSameValueIsNoWrite) {
  Program p(R"(struct B { virtual int f(); virtual ~B(); int x; }; B::~B() { x = 1; } int B::f() { return x; }
    int call(B* b) { return b->f(); })",
            "cpp");
  // The destructor's hook on the vtable pointer stands behind a comparison.
  auto* hook = p.first_call("B::~B", "heddle_write8");
  ASSERT_NE(hook, nullptr);
  EXPECT_NE(hook->getParent(), &p.function("B::~B")->getEntryBlock());
  EXPECT_EQ(p.count("call", "heddle_read8"), 1);  // the vtable pointer, not the entry of the constant table
}

TEST(Accesses, UnknownVectorIntrinsicsAreRefused) {
  Program p(R"(#include <immintrin.h>
    float a[8]; __m256 f(__m256i m) { return _mm256_maskload_ps(a, m); }
    void spin(void) { _mm_pause(); _mm_mfence(); })",
            "c", plain_options(), "-mavx2");
  EXPECT_EQ(p.count("f", "heddle_refused"), 1);
  EXPECT_EQ(p.count("spin", "heddle_refused"), 0);
  EXPECT_EQ(p.count("spin", "heddle_fence"), 1);
}

}  // namespace
}  // namespace heddle
