// How the program judges itself: main's returns, with their lines, and the expectations of test frameworks.
//
// A test framework that is part of the program (headers, or built with heddle c++) is recognised by the names of the
// functions that learn of every judged expectation. They call heddle_expectation first, with their own arguments;
// machine/expectations.cpp knows what these mean.
#include "instrument/context.h"
#include "llvm/IR/InstIterator.h"
#include "model/hooks.h"

namespace heddle {

using namespace llvm;

namespace {

struct Judge {
  StringLiteral name;
  Framework framework;
};

constexpr Judge kJudges[] = {
    // Behind the reporters by which EXPECT_FATAL_FAILURE and EXPECT_NONFATAL_FAILURE intercept what they expect.
    {"_ZN7testing8internal35DefaultGlobalTestPartResultReporter20ReportTestPartResultERKNS_14TestPartResultE",
     Framework::GoogleTest},
    {"_ZN5Catch10RunContext14assertionEndedERKNS_15AssertionResultE", Framework::Catch2},
    // After every expectation: only then are those about exceptions judged.
    {"_ZNK7doctest6detail13ResultBuilder5reactEv", Framework::Doctest},
    {"_ZN7doctest6detail14MessageBuilder5reactEv", Framework::DoctestMessage},
    {"_ZN5boost10test_tools9tt_detail16report_assertionERKNS0_16assertion_resultERKNS_9unit_test12lazy_ostreamENS5_"
     "13basic_"
     "cstringIKcEEmNS1_10tool_levelENS1_10check_typeEmz",
     Framework::BoostTest},
    {"_ZN5boost9unit_test9test_unit17increase_exp_failEm", Framework::BoostExpectsFailures},
};

constexpr unsigned kArguments = 5;  // of heddle_expectation, after the framework

void announce(Context& context, Function& function, const Judge& judge, Instruction& before) {
  IRBuilder<> builder(&before);
  std::vector<Value*> arguments = {builder.getInt32(static_cast<std::uint32_t>(judge.framework))};
  const auto add = [&](Value* value) {
    if (arguments.size() > kArguments) return;
    if (value->getType()->isPointerTy()) value = builder.CreatePtrToInt(value, builder.getInt64Ty());
    arguments.push_back(value->getType()->isIntegerTy() ? builder.CreateZExtOrTrunc(value, builder.getInt64Ty())
                                                        : builder.getInt64(0));
  };
  for (Argument& argument : function.args()) add(&argument);
  while (arguments.size() <= kArguments) arguments.push_back(builder.getInt64(0));
  context.hooks.call(builder, "heddle_expectation", arguments);
}

// The variable that holds the result until the end, if there is one.
AllocaInst* result_slot(ReturnInst& exit) {
  auto* load = dyn_cast_or_null<LoadInst>(exit.getReturnValue());
  return load == nullptr ? nullptr : dyn_cast<AllocaInst>(load->getPointerOperand());
}

}  // namespace

void hook_test_frameworks(Context& context) {
  for (const Judge& judge : kJudges) {
    Function* function = context.module.getFunction(judge.name);
    if (function == nullptr || function->isDeclaration()) continue;
    announce(context, *function, judge, *function->getEntryBlock().getFirstInsertionPt());
  }
}

void hook_returns_of_main(Context& context) {
  Function* main = context.module.getFunction("main");
  if (main == nullptr || main->isDeclaration()) return;
  std::vector<Instruction*> places;
  for (BasicBlock& block : *main) {
    auto* exit = dyn_cast<ReturnInst>(block.getTerminator());
    if (exit == nullptr) continue;
    AllocaInst* slot = result_slot(*exit);
    const std::size_t before = places.size();
    if (slot != nullptr)
      for (User* user : slot->users())
        if (auto* store = dyn_cast<StoreInst>(user); store != nullptr && store->getDebugLoc()) places.push_back(store);
    if (places.size() == before) places.push_back(exit);  // a main without a return
  }
  for (Instruction* place : places) {
    IRBuilder<> builder(place);
    context.hooks.call(builder, "heddle_returns", {builder.getInt32(context.site(*place))});
  }
}

}  // namespace heddle
