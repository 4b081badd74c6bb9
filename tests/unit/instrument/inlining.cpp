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

// Questions in a function: loads of how far they may be asked.
int questions(Program& p, const std::string& in) {
  int n = 0;
  for (llvm::Instruction& i : llvm::instructions(*p.function(in)))
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i))
      n += load->getPointerOperand()->getName() == "heddle_known_reach";
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
  const std::pair<const char*, const char*> loops[] = {
      {"reads", "heddle_read4"}, {"bytes", "heddle_read1"}, {"writes", "heddle_write8"}};
  for (const auto& [loop, hook] : loops) {
    EXPECT_GE(p.count(loop, hook), 1) << loop;
    EXPECT_EQ(questions(p, loop), p.count(loop, hook)) << loop;
  }
}

TEST(Inlining, NotWhereACellMayBeInParts) {
  Program p(kLoops, "c", released());
  EXPECT_GE(p.count("halves", "heddle_read2"), 1);
  EXPECT_EQ(questions(p, "halves"), 0);
  EXPECT_GE(p.count("wide", "heddle_read16"), 1);
  EXPECT_EQ(questions(p, "wide"), 0);
}

TEST(Inlining, NotBesideALoopThatMayWait) {
  Program p(kLoops, "c", released());
  EXPECT_GE(p.count("waits", "heddle_loop_head"), 1);
  EXPECT_EQ(questions(p, "waits"), 0);
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
    if (!call->getCalledFunction()->getName().starts_with("heddle_read4")) continue;
    // Both ways lead to the access: the one that has asked and the one that knows.
    llvm::BasicBlock* after = call->getParent()->getSingleSuccessor();
    ASSERT_NE(after, nullptr);
    EXPECT_GE(llvm::pred_size(after), 2u);
  }
}

}  // namespace
}  // namespace heddle
