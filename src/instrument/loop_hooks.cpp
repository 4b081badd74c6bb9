// heddle_back_edge on the way back to the head of every loop that is not provably finite. Where the loop may wait for other
// threads the hook (heddle_loop_head) stands at the head itself, so that the way in is seen as well: the first round can be compared with
// the state in which it began, and a thread that finds nothing to do goes round once, not twice (machine/spin.h).
//
// A loop is left alone only if scalar evolution computes how often each of its exits lets it go round: then the count
// is fixed by registers when the loop begins, and no other thread can change it, or if we know better. Cycles that are
// no natural loops (goto into a loop, computed goto) get their hook at each edge that closes them in a depth-first
// walk.
#include "instrument/context.h"
#include "instrument/redundant.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr const char* kRunsForever = "heddle_runs_forever";

struct BackEdge {
  BasicBlock* from;  // nullptr: from everywhere
  BasicBlock* to;
  std::uint32_t site;
  bool progress = false;
  SmallVector<BasicBlock*, 4> latches{};  // for those from everywhere
};

DebugLoc head_location(const BasicBlock& head) {
  for (const Instruction& instruction : head)
    if (instruction.getDebugLoc()) return instruction.getDebugLoc();
  return {};
}

// Some header phi moves by a fixed amount each round, and an address or a call in the loop depends on it: directly or
// through casts, index arithmetic and pointer arithmetic.
bool rounds_differ(Loop& loop, ScalarEvolution& evolution) {
  SmallVector<const Value*, 8> work;
  for (PHINode& phi : loop.getHeader()->phis()) {
    if (!evolution.isSCEVable(phi.getType())) continue;
    auto* recurrence = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi));
    if (recurrence == nullptr || recurrence->getLoop() != &loop || !recurrence->isAffine()) continue;
    auto* step = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution));
    if (step != nullptr && !step->isZero()) work.push_back(&phi);
  }
  SmallPtrSet<const Value*, 16> seen;
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (const User* user : value->users()) {
      auto* instruction = dyn_cast<Instruction>(user);
      if (instruction == nullptr || !loop.contains(instruction)) continue;
      if (value->getType()->isPointerTy() && getLoadStorePointerOperand(instruction) == value) return true;
      if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)) return true;
      if (isa<GetElementPtrInst>(instruction) || isa<CastInst>(instruction) || isa<BinaryOperator>(instruction))
        work.push_back(instruction);
    }
  }
  return false;
}

bool calls_something(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || isa<IntrinsicInst>(call)) return false;
  const Function* function = call->getCalledFunction();
  return function == nullptr || function->getName() != kRunsForever;
}

// Others can make a difference to it: it looks at atomics, or calls what may do so.
bool may_wait(const Loop& loop) {
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& instruction : *block)
      if (instruction.isAtomic() || calls_something(instruction)) return true;
  return false;
}

bool has_plain_ways_in(const Loop& loop) {
  const BasicBlock& head = *loop.getHeader();
  return !head.isEHPad() && none_of(predecessors(&head), [](const BasicBlock* from) {
    return isa<IndirectBrInst>(from->getTerminator()) || isa<CallBrInst>(from->getTerminator());
  });
}

// In std::try_lock: once round for each lock. It goes on with its index where it fails, and so is not seen to be
// finite.
bool is_known_as_finite(const DebugLoc& location) {
  const DISubprogram* function = location ? location->getScope()->getSubprogram() : nullptr;
  return function != nullptr && function->getLinkageName().starts_with("_ZNSt8__detail15__try_lock_impl");
}

// Where nothing returns a thread may end as it is meant to, or something is wrong: exit(1) and abort() are no way to
// leave a loop.
bool ends_as_meant(const BasicBlock& block) {
  const auto* call = dyn_cast_or_null<CallBase>(block.getTerminator()->getPrevNonDebugInstruction());
  const Function* function = call != nullptr ? call->getCalledFunction() : nullptr;
  if (function == nullptr) return false;
  StringRef name = function->getName();
  if (name == "exit" || name == "_exit" || name == "_Exit" || name == "quick_exit") {
    const auto* status = dyn_cast<ConstantInt>(call->getArgOperand(0));
    return status == nullptr || status->isZero();
  }
  return name == "pthread_exit" || name == "thrd_exit" || name.contains("longjmp");
}

bool is_way_out(const BasicBlock& exit) {
  return !exit.isEHPad() && (!isa<UnreachableInst>(exit.getTerminator()) || ends_as_meant(exit));
}

bool is_endless(const Loop& loop) {
  SmallVector<BasicBlock*, 4> exits;
  loop.getExitBlocks(exits);
  return none_of(exits, [](const BasicBlock* exit) { return is_way_out(*exit); });
}

// Who comes round a loop without an exit is not meant to end. It is told on the way back, before the hook of the round
// itself, and not on the way in: a thread may stay in a loop inside that has an exit, and then it is stuck there.
void mark_endless_loops(Context& context, Function& function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  SmallVector<std::pair<BasicBlock*, BasicBlock*>, 4> ways_back;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    if (!is_endless(*loop)) continue;
    SmallVector<BasicBlock*, 4> latches;
    loop->getLoopLatches(latches);
    for (BasicBlock* latch : latches) ways_back.emplace_back(latch, loop->getHeader());
  }
  for (const auto& [latch, head] : ways_back) {
    const Instruction* end = latch->getTerminator();
    const bool cannot_be_split = isa<IndirectBrInst>(end) || isa<CallBrInst>(end) || head->isEHPad();
    Instruction* place = cannot_be_split               ? &*head->getFirstInsertionPt()  // once on the way in, too
                         : end->getNumSuccessors() > 1 ? SplitEdge(latch, head)->getTerminator()
                                                       : latch->getTerminator();
    IRBuilder<> builder(place);
    context.hooks.call(builder, kRunsForever, {});
  }
}

void natural_loops(Context& context, Function& function, std::vector<BackEdge>& edges) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  if (loops.empty()) return;
  AssumptionCache assumptions(function);
  TargetLibraryInfoImpl library(Triple(context.module.getTargetTriple()));
  library.disableAllFunctions();
  TargetLibraryInfo library_info(library);
  ScalarEvolution evolution(function, library_info, assumptions, dominators, loops);
  for (Loop* loop : loops.getLoopsInPreorder()) {
    if (evolution.hasLoopInvariantBackedgeTakenCount(loop)) continue;
    DebugLoc location = loop->getStartLoc();
    if (!location) location = head_location(*loop->getHeader());
    if (is_known_as_finite(location)) continue;
    std::uint32_t site = context.site(location, function);
    bool progress = rounds_differ(*loop, evolution);
    SmallVector<BasicBlock*, 4> latches;
    loop->getLoopLatches(latches);
    if (!progress && may_wait(*loop) && has_plain_ways_in(*loop)) {
      edges.push_back({nullptr, loop->getHeader(), site, false, latches});
      continue;
    }
    for (BasicBlock* latch : latches) edges.push_back({latch, loop->getHeader(), site, progress});
  }
}

// Edges to a block on the current depth-first path whose target does not dominate their source: every cycle has such
// an edge or is a natural loop.
void other_cycles(Context& context, Function& function, std::vector<BackEdge>& edges) {
  DominatorTree dominators(function);
  enum class Mark : std::uint8_t { New, OnPath, Done };
  DenseMap<BasicBlock*, Mark> marks;
  struct Frame {
    BasicBlock* block;
    succ_iterator next;
  };
  BasicBlock* entry = &function.getEntryBlock();
  std::vector<Frame> path{{entry, succ_begin(entry)}};
  marks[entry] = Mark::OnPath;
  while (!path.empty()) {
    Frame& top = path.back();
    if (top.next == succ_end(top.block)) {
      marks[top.block] = Mark::Done;
      path.pop_back();
      continue;
    }
    BasicBlock* from = top.block;
    BasicBlock* to = *top.next++;
    Mark mark = marks.lookup(to);
    if (mark == Mark::New) {
      marks[to] = Mark::OnPath;
      path.push_back({to, succ_begin(to)});
    } else if (mark == Mark::OnPath && !dominators.dominates(to, from)) {
      edges.push_back({from, to, context.site(head_location(*to), function), false});
    }
  }
}

void insert_at_head(Context& context, const BackEdge& edge) {
  SmallVector<BasicBlock*, 4> outside;
  for (BasicBlock* from : predecessors(edge.to))
    if (!is_contained(edge.latches, from) && !is_contained(outside, from)) outside.push_back(from);
  for (BasicBlock* from : outside) {
    BasicBlock* way_in = from->getTerminator()->getNumSuccessors() > 1 ? SplitEdge(from, edge.to) : from;
    IRBuilder<> builder(way_in->getTerminator());
    // In memory: what tells the way in from the way round must not show in the registers that are compared.
    builder.CreateStore(builder.getInt32(1), context.hooks.loop_first(), true);
  }
  IRBuilder<> builder(&*edge.to->getFirstInsertionPt());
  builder.SetCurrentDebugLocation(head_location(*edge.to));
  context.hooks.call(builder, "heddle_loop_head", {builder.getInt32(edge.site), builder.getInt32(0)});
}

void insert(Context& context, const BackEdge& edge) {
  if (edge.from == nullptr) return insert_at_head(context, edge);
  Instruction* terminator = edge.from->getTerminator();
  Instruction* place = terminator;
  if (terminator->getNumSuccessors() > 1 && !isa<IndirectBrInst>(terminator) && !isa<CallBrInst>(terminator) &&
      !edge.to->isEHPad()) {
    BasicBlock* between = SplitEdge(edge.from, edge.to);
    place = between->getTerminator();
  } else if (edge.to->isEHPad()) {
    place = &*edge.to->getFirstInsertionPt();  // cannot be split: also counts the way in
  }
  IRBuilder<> builder(place);
  DebugLoc location = terminator->getDebugLoc();
  if (!location) location = head_location(*edge.to);
  builder.SetCurrentDebugLocation(location);
  CallInst* hook = context.hooks.call(builder, "heddle_back_edge", {builder.getInt32(edge.site)});
  if (edge.progress) mark_progress(*hook);
}

}  // namespace

// Again once iterators and references have become registers. Only for hooks that run once in each round of their loop.
void mark_progress(Function& function, LoopInfo& loops, ScalarEvolution& evolution, DominatorTree& dominators) {
  ReversePostOrderTraversal<const Function*> order(&function);
  if (loops.empty() || containsIrreducibleCFG<const BasicBlock*>(order, loops)) return;
  DenseMap<Loop*, bool> progress;
  for (Instruction& instruction : instructions(function)) {
    if (hook_kind(instruction) != HookKind::BackEdge || makes_progress(instruction)) continue;
    Loop* loop = loops.getLoopFor(instruction.getParent());
    if (loop == nullptr) continue;
    SmallVector<BasicBlock*, 4> latches;
    loop->getLoopLatches(latches);
    BasicBlock* block = instruction.getParent();
    bool once = loop->isLoopLatch(block) ||
                all_of(latches, [&](BasicBlock* latch) { return dominators.dominates(block, latch); });
    auto [entry, fresh] = progress.try_emplace(loop, false);
    if (fresh) entry->second = rounds_differ(*loop, evolution);
    if (once && entry->second) mark_progress(cast<CallInst>(instruction));
  }
}

// Once functions are inlined: each head is told which hooked loop is around it.
void nest_loops(Function& function) {
  std::vector<CallInst*> heads;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallInst>(&instruction); call != nullptr && call->getCalledFunction() != nullptr &&
                                                       call->getCalledFunction()->getName() == "heddle_loop_head")
      heads.push_back(call);
  if (heads.size() < 2) return;
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  DenseMap<Loop*, Value*> sites;
  for (CallInst* head : heads)
    if (Loop* loop = loops.getLoopFor(head->getParent())) sites.try_emplace(loop, head->getArgOperand(0));
  for (CallInst* head : heads) {
    Loop* loop = loops.getLoopFor(head->getParent());
    Loop* around = loop == nullptr ? nullptr : loop->getParentLoop();
    while (around != nullptr && !sites.contains(around)) around = around->getParentLoop();
    if (around != nullptr) head->setArgOperand(1, sites[around]);
  }
}

void hook_loops(Context& context, Function& function) {
  mark_endless_loops(context, function);
  std::vector<BackEdge> edges;
  natural_loops(context, function, edges);
  other_cycles(context, function, edges);
  for (const BackEdge& edge : edges) insert(context, edge);
}

}  // namespace heddle
