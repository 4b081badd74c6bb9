// Which functions become part of their callers. The analysis that follows looks at a function once for each thread, so
// what is to be told apart by its callers has to be inlined: guards (std::lock_guard takes and releases the mutex that
// its constructor was given), wrappers of locks, threads and allocators, accessors. Callees first, so that a wrapper of
// a wrapper goes too; recursive functions stay.
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "static/library.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

bool is_of_library(StringRef name) {
  return name.starts_with("_ZNSt") || name.starts_with("_ZNKSt") || name.starts_with("_ZSt") ||
         name.starts_with("_ZN9__gnu_cxx") || name.starts_with("_ZNK9__gnu_cxx") || name.starts_with("_ZL18__gthread");
}

namespace {

bool is_of_async(StringRef name) {
  return is_of_library(name) && (name.starts_with("_ZSt5asyncI") || name.contains("_Async_state_impl"));
}

// Instructions of a callee, at most: of any function, of one of the standard library, of one that synchronises or
// allocates, of what std::async creates its thread with (each call has a thread of its own). And
// of a caller, beyond which it takes no more.
constexpr std::size_t kAnySize = 30, kLibrarySize = 150, kWrapperSize = 250, kCreatorSize = 4000, kCallerSize = 20000;

class Inliner {
 public:
  explicit Inliner(Module& module) : graph_(module) {}

  void run() {
    std::vector<Function*> order;
    for (auto component = scc_begin(&graph_); !component.isAtEnd(); ++component) {
      const bool recursive = component.hasCycle();
      for (CallGraphNode* node : *component)
        if (Function* function = node->getFunction(); function != nullptr && !function->isDeclaration()) {
          order.push_back(function);
          if (recursive) recursive_.insert(function);
        }
    }
    for (Function* function : order) {
      inline_into(*function);
      measure(*function);
    }
  }

 private:
  void inline_into(Function& caller) {
    std::vector<CallBase*> calls;
    std::size_t size = 0;
    for (Instruction& instruction : instructions(caller)) {
      ++size;
      auto* call = dyn_cast<CallBase>(&instruction);
      Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && wants(*callee)) calls.push_back(call);
    }
    for (CallBase* call : calls) {
      size += sizes_[call->getCalledFunction()];
      if (size > kCallerSize) return;
      InlineFunctionInfo info;
      InlineFunction(*call, info);
    }
  }

  bool wants(const Function& callee) const {
    const auto size = sizes_.find(&callee);
    if (size == sizes_.end() || recursive_.contains(&callee) || callee.isVarArg()) return false;
    if (callee.doesNotReturn()) return false;  // what throws would make its callers too large
    if (size->second <= kAnySize) return true;
    if (is_of_library(callee.getName()) && size->second <= kLibrarySize) return true;
    if (creators_.contains(&callee) && is_of_async(callee.getName()) && size->second <= kCreatorSize) return true;
    return wrappers_.contains(&callee) && size->second <= kWrapperSize;
  }

  void measure(const Function& function) {
    std::size_t size = 0;
    for (const Instruction& instruction : instructions(function)) {
      if (isa<DbgInfoIntrinsic>(instruction) || instruction.isLifetimeStartOrEnd()) continue;
      ++size;
      auto* call = dyn_cast<CallBase>(&instruction);
      const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee == nullptr || callee->isIntrinsic() || !callee->isDeclaration()) continue;
      const LibraryFunction& does = library_function({callee->getName().data(), callee->getName().size()});
      if (synchronises(does) || does.flow == Flow::Fresh || callee->getName() == kLockAll) wrappers_.insert(&function);
      if (does.sync == Sync::Create) creators_.insert(&function);
    }
    sizes_[&function] = size;
  }

  CallGraph graph_;
  SmallPtrSet<const Function*, 16> recursive_, wrappers_, creators_;
  DenseMap<const Function*, std::size_t> sizes_;
};

bool handles_threads(const Loop& loop) {
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& instruction : *block)
      if (auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && call->getCalledFunction() != nullptr) {
        const StringRef name = call->getCalledFunction()->getName();
        const Sync sync = library_function({name.data(), name.size()}).sync;
        if (sync == Sync::Create || sync == Sync::JoinId || sync == Sync::JoinThread) return true;
      }
  return false;
}

}  // namespace

void inline_small(Module& module) { Inliner(module).run(); }

void unroll_thread_loops(Module& module) {
  LLVMContext& context = module.getContext();
  bool any = false;
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    if (any_of(loops, [](const Loop* loop) { return handles_threads(*loop); }))
      for (Instruction& instruction : instructions(function))  // the passes drop reads whose result nobody uses
        if (auto* load = dyn_cast<LoadInst>(&instruction)) load->setVolatile(true);
    for (Loop* loop : loops.getLoopsInPreorder()) {
      MDNode* option = MDNode::get(
          context,
          MDString::get(context, handles_threads(*loop) ? "llvm.loop.unroll.full" : "llvm.loop.unroll.disable"));
      any |= handles_threads(*loop);
      MDNode* id = MDNode::getDistinct(context, {nullptr, option});
      id->replaceOperandWith(0, id);
      loop->setLoopID(id);
    }
  }
  if (!any) return;
  run_passes(module,
             "function(loop-simplify,lcssa,loop(loop-rotate),loop-unroll<O2;full-unroll-max=64;no-partial;no-runtime;"
             "no-upperbound;no-peeling;no-profile-peeling>,sccp)");
}

}  // namespace heddle::analysis
