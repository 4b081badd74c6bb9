// Which hooks are asked about in place (inline_hooks.cpp): the call stays, behind the question.
#include "fixture.h"

namespace heddle {
namespace {

InstrumentOptions released(Visibility visible = Visibility::Sync) {
  InstrumentOptions options = plain_options();
  options.visible = visible;
  options.optimise = true;
  options.drop_redundant = true;
  return options;
}

// Questions in a function: loads of the segment that is asked about.
int questions(Program& p, const std::string& in) {
  int n = 0;
  for (llvm::Instruction& i : llvm::instructions(*p.function(in)))
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i))
      n += load->getPointerOperand()->getName() == "heddle_known_now";
  return n;
}

constexpr const char* kLoops = R"(#include <stdatomic.h>
    extern int a[]; extern char c[]; extern short s[]; extern long l[]; extern __int128 w[]; extern atomic_int flag;
    int once(int i) { return a[i]; }
    int reads(int n) { int sum = 0; for (int i = 1; i < n; i = i * 3 + 1) sum += a[i]; return sum; }
    void writes(int n) { for (int i = 1; i < n; i = i * 3 + 1) l[i] = n; }
    int bytes(int n) { int sum = 0; for (int i = 1; i < n; i = i * 3 + 1) sum += c[i]; return sum; }
    int halves(int n) { int sum = 0; for (int i = 1; i < n; i = i * 3 + 1) sum += s[i]; return sum; }
    long wide(int n) { long sum = 0; for (int i = 1; i < n; i = i * 3 + 1) sum += (long)w[i]; return sum; }
    int waits(int n) {
      int sum = 0;
      for (int i = 1; i < n; i = i * 3 + 1) sum += a[i];
      while (flag == 0) {}
      return sum;
    })";

TEST(Inlining, HooksInLoops) {
  Program p(kLoops, "c", released());
  EXPECT_EQ(questions(p, "once"), 0);
  const std::pair<const char*, const char*> loops[] = {{"reads", "heddle_new_read"},
                                                       {"bytes", "heddle_new_read"},
                                                       {"halves", "heddle_new_read"},
                                                       {"wide", "heddle_new_read"},
                                                       {"writes", "heddle_new_write"}};
  for (const auto& [loop, hook] : loops) {
    EXPECT_GE(p.count(loop, hook), 1) << loop;
    EXPECT_EQ(questions(p, loop), p.count(loop, hook)) << loop;
  }
}

TEST(Inlining, NotBesideALoopThatMayWait) {
  Program p(kLoops, "c", released());
  EXPECT_GE(p.count("waits", "heddle_loop_head"), 1);
  EXPECT_EQ(questions(p, "waits"), 0);
}

// A function with a loop stays out of one with a loop that may wait, unless it works on that one's own variables.
TEST(Inlining, LoopsApartFromThoseThatMayWait) {
  Program p(R"(#include <stdatomic.h>
    extern int a[]; extern atomic_int flag;
    static int sum(int* p, int n) { int sum = 0; for (int i = 1; i < n; i = i * 3 + 1) sum += p[i]; return sum; }
    int plain(int n) { return sum(a, n) + sum(a, n + 1); }
    int waits(int n) { while (flag == 0) {} return sum(a, n); }
    int waits_with_own(int n) {
      int own[40];
      for (int i = 0; i < 40; i++) own[i] = n;
      while (flag == 0) {}
      return sum(own, n);
    })",
            "c", released());
  EXPECT_EQ(p.count("plain", "sum"), 0);
  EXPECT_EQ(p.count("waits", "sum"), 1);
  EXPECT_GE(questions(p, "sum"), 1);
  EXPECT_EQ(p.count("waits_with_own", "sum"), 0);
}

TEST(Inlining, NotWhereEveryAccessIsToBeSeen) {
  Program p(kLoops, "c", released(Visibility::All));
  EXPECT_EQ(questions(p, "reads"), 0);
}

TEST(Inlining, CallsOfTheHookStay) {
  Program p(kLoops, "c", released());
  for (llvm::Instruction& i : llvm::instructions(*p.function("reads"))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
    if (call == nullptr || call->getCalledFunction() == nullptr) continue;
    if (!call->getCalledFunction()->getName().starts_with("heddle_new_read")) continue;
    // Both ways lead to the access: the one that has asked and the one that knows.
    llvm::BasicBlock* after = call->getParent()->getSingleSuccessor();
    ASSERT_NE(after, nullptr);
    EXPECT_GE(llvm::pred_size(after), 2u);
  }
}

// Loops that ask about the object that they asked about last: loads of where it lies.
int kept_objects(Program& p, const std::string& in) {
  int n = 0;
  for (llvm::Instruction& i : llvm::instructions(*p.function(in)))
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i))
      n += load->getPointerOperand()->getName() == "heddle_found_object";
  return n;
}

constexpr const char* kObjects = R"(#include <stdatomic.h>
    struct row { long* values; }; extern atomic_int flag;
    long once(struct row* r, int i) { return r->values[i]; }
    long same(struct row* r, int n) { long sum = 0; for (int i = 1; i < n; i = i * 3 + 1) sum += r->values[i]; return sum; }
    long others(struct row** r, int n) {
      long sum = 0;
      for (struct row** p = r; p[0] != 0; p++) sum += p[0]->values[n];
      return sum;
    }
    long waits(struct row* r, int n) {
      long sum = 0;
      for (int i = 1; i < n; i = i * 3 + 1) sum += r->values[i];
      while (flag == 0) {}
      return sum;
    })";

TEST(Inlining, ObjectsThatIndicesLeadThrough) {
  Program p(kObjects, "c", released());
  EXPECT_EQ(p.count("once", "heddle_read_leap"), 1);
  EXPECT_EQ(kept_objects(p, "once"), 0) << "not in a loop";
  EXPECT_GE(p.count("same", "heddle_read_leap"), 1);
  EXPECT_EQ(kept_objects(p, "same"), p.count("same", "heddle_read_leap"));
  EXPECT_GE(p.count("others", "heddle_read_leap"), 1);
  EXPECT_EQ(kept_objects(p, "others"), 0) << "another object in each round";
  EXPECT_EQ(kept_objects(p, "waits"), 0);
  Program all(kObjects, "c", released(Visibility::All));
  EXPECT_EQ(kept_objects(all, "same"), 0);
}

}  // namespace
}  // namespace heddle
