// Atomics, fences, guards.
#include "fixture.h"
#include "model/hooks.h"
#include "model/operation.h"

namespace heddle {
namespace {

std::uint64_t number(llvm::CallInst* call, unsigned argument) {
  return llvm::cast<llvm::ConstantInt>(call->getArgOperand(argument))->getZExtValue();
}

TEST(Atomics, OrdersWidthsKinds) {
  Program p(R"(#include <stdatomic.h>
    _Atomic short s; atomic_long l; _Atomic(int*) q; _Atomic float x; _Atomic double d;
    short load(void) { return atomic_load_explicit(&s, memory_order_acquire); }
    void store(void) { atomic_store_explicit(&l, 7, memory_order_release); }
    long xchg(void) { return atomic_exchange_explicit(&l, 1, memory_order_acq_rel); }
    long add(void) { return atomic_fetch_add_explicit(&l, 1, memory_order_relaxed); }
    int* pointer(int* n) { return atomic_exchange(&q, n); }
    float real(void) { return x; }
    void real_store(double v) { d = v; }
    _Bool cas(long e) {
      return atomic_compare_exchange_weak_explicit(&l, &e, 2, memory_order_acq_rel, memory_order_relaxed);
    }
    void fence(void) { atomic_thread_fence(memory_order_seq_cst); atomic_signal_fence(memory_order_seq_cst); })");
  auto* load = p.first_call("load", "heddle_atomic_load");
  EXPECT_EQ(number(load, 1), 2u);
  EXPECT_EQ(number(load, 2), static_cast<unsigned>(MemoryOrder::Acquire));
  auto* store = p.first_call("store", "heddle_atomic_store");
  EXPECT_EQ(number(store, 1), 7u);
  EXPECT_EQ(number(store, 2), 8u);
  EXPECT_EQ(number(store, 3), static_cast<unsigned>(MemoryOrder::Release));
  auto* xchg = p.first_call("xchg", "heddle_atomic_rmw");
  EXPECT_EQ(number(xchg, 3), static_cast<unsigned>(RmwKind::Exchange));
  EXPECT_EQ(number(xchg, 4), static_cast<unsigned>(MemoryOrder::AcquireRelease));
  auto* add = p.first_call("add", "heddle_atomic_rmw");
  EXPECT_EQ(number(add, 3), static_cast<unsigned>(RmwKind::Add));
  EXPECT_EQ(number(add, 4), static_cast<unsigned>(MemoryOrder::Relaxed));
  EXPECT_EQ(p.count("pointer", "heddle_atomic_rmw"), 1);
  EXPECT_EQ(number(p.first_call("real", "heddle_atomic_load"), 1), 4u);
  EXPECT_EQ(number(p.first_call("real_store", "heddle_atomic_store"), 2), 8u);
  auto* cas = p.first_call("cas", "heddle_atomic_cas");
  EXPECT_EQ(number(cas, 4), static_cast<unsigned>(MemoryOrder::AcquireRelease) | 1u << 16);
  EXPECT_EQ(p.count("fence", "heddle_fence"), 1);
  EXPECT_TRUE(p.result.weak_atomics);
  EXPECT_TRUE(p.result.weak_compare_exchange);
  for (auto& f : *p.module)
    for (auto& i : llvm::instructions(f))
      EXPECT_TRUE(!i.isAtomic() || llvm::isa<llvm::FenceInst>(i)) << f.getName().str();
}

TEST(Atomics, SequentiallyConsistentProgramIsNotWeak) {
  InstrumentOptions options = plain_options();
  options.optimise = true;
  Program p(R"(#include <atomic>
    std::atomic<bool> b; std::atomic<int*> q; std::atomic<int> n;
    int main() {
      b = true; n++; n += 2;
      while (!b.load());
      bool e = false;
      b.compare_exchange_strong(e, true);
      return q.load() != nullptr;
    })",
            "cpp", options);
  EXPECT_FALSE(p.result.weak_atomics);
  EXPECT_FALSE(p.result.weak_compare_exchange);
  EXPECT_EQ(p.count("main", "heddle_atomic_rmw"), 2);
}

TEST(Atomics, SixteenBytes) {
  const char* source = R"(struct alignas(16) P { long a, b; }; 
    P shared; P load() { P r; __atomic_load(&shared, &r, __ATOMIC_ACQUIRE); return r; }
    void store(P v) { __atomic_store(&shared, &v, __ATOMIC_SEQ_CST); }
    P xchg(P v) { P r; __atomic_exchange(&shared, &v, &r, __ATOMIC_ACQ_REL); return r; }
    bool cas(P* e, P d) {
      return __atomic_compare_exchange(&shared, e, &d, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    })";
  for (const char* flags : {"", "-mcx16"}) {
    Program p(source, "cpp", plain_options(), flags);
    EXPECT_EQ(p.count("load", "heddle_atomic_load16"), 1);
    EXPECT_EQ(p.count("store", "heddle_atomic_store16"), 1);
    EXPECT_EQ(p.count("xchg", "heddle_atomic_rmw16"), 1);
    EXPECT_EQ(p.count("cas", "heddle_atomic_cas16"), 1);
    EXPECT_GE(p.count("cas", "heddle_read16") + p.count("cas", "heddle_read_range"), 1) << "reads what was expected";
    EXPECT_EQ(p.count_all("__atomic_"), 0);
  }
}

TEST(Atomics, LibraryCallsWithSizeAndRunTimeOrder) {
  Program p(R"(typedef long loose __attribute__((aligned(1)));
    loose shared; long f(int order) { long r; __atomic_load(&shared, &r, order); return r; }
    struct odd { char c[5]; } o;
    struct odd g(int order) { struct odd r; __atomic_load(&o, &r, order); return r; })");
  EXPECT_EQ(p.count("f", "heddle_atomic_load"), 3);  // clang branches over the order: relaxed, acquire, seq_cst
  EXPECT_EQ(p.count_all("heddle_refused"), 0);
  EXPECT_GE(p.count("g", "__atomic_load"), 1);  // as libatomic has it, by the model of that name
}

TEST(Atomics, LibraryCallsInTextForm) {
  Program p(R"(target triple = "x86_64-pc-linux-gnu"
    @x = global i64 0
    declare i64 @__atomic_load_8(ptr, i32)
    declare i32 @__atomic_fetch_nand_4(ptr, i32, i32)
    declare i16 @__atomic_sub_fetch_2(ptr, i16, i32)
    declare zeroext i1 @__atomic_compare_exchange_16(ptr, ptr, i128, i32, i32)
    define i64 @load(i32 %order) {
      %r = call i64 @__atomic_load_8(ptr @x, i32 %order)
      ret i64 %r
    }
    define i32 @nand() {
      %r = call i32 @__atomic_fetch_nand_4(ptr @x, i32 3, i32 5)
      ret i32 %r
    }
    define i16 @sub() {
      %r = call i16 @__atomic_sub_fetch_2(ptr @x, i16 3, i32 0)
      ret i16 %r
    }
    define i1 @cas(ptr %e, i128 %d) {
      %r = call zeroext i1 @__atomic_compare_exchange_16(ptr @x, ptr %e, i128 %d, i32 5, i32 2)
      ret i1 %r
    })",
            "ll");
  EXPECT_FALSE(llvm::isa<llvm::ConstantInt>(p.first_call("load", "heddle_atomic_load")->getArgOperand(2)));
  EXPECT_EQ(number(p.first_call("nand", "heddle_atomic_rmw"), 3), static_cast<unsigned>(RmwKind::Nand));
  EXPECT_EQ(number(p.first_call("nand", "heddle_atomic_rmw"), 4), 4u | kAnyAlignment);
  EXPECT_EQ(number(p.first_call("sub", "heddle_atomic_rmw"), 2), 2u);
  EXPECT_EQ(number(p.first_call("sub", "heddle_atomic_rmw"), 4), 0u | kAnyAlignment);
  EXPECT_EQ(number(p.first_call("cas", "heddle_atomic_cas16"), 4), 4u | 1u << 8 | kAnyAlignment);
  EXPECT_EQ(p.count("cas", "heddle_write16"), 1);
}

TEST(Atomics, PrivateAtomicsStay) {
  Program p(R"(#include <stdatomic.h>
    int f(void) { atomic_int n = 0; atomic_fetch_add(&n, 2); return n; })");
  EXPECT_EQ(p.count("f", "heddle_atomic"), 0);
  EXPECT_EQ(p.count("f", "heddle_read") + p.count("f", "heddle_write"), 0);
}

TEST(Atomics, GuardOfAFunctionLocalStatic) {
  Program p("int make(); int f() { static int x = make(); return x; }", "cpp");
  EXPECT_EQ(p.count("f", "heddle_guard_load"), 1);
  EXPECT_EQ(p.count("f", "heddle_atomic_load"), 0);
  EXPECT_EQ(p.site_of(p.first_call("f", "heddle_guard_load"), 1).expression, "guard of f()::x");
  EXPECT_FALSE(p.result.weak_atomics);
}

}  // namespace
}  // namespace heddle
