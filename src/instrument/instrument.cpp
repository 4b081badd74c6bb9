// The order of the steps (context.h lists them), and the two pass pipelines around the hooks.
//
// Before the hooks: nothing that could remove or invent an access. simplifycfg would turn `if (locked) r = g;` into an
// unconditional load of g; early-cse would delete a racing load.
// After the hooks: the usual O2, without knowledge of library functions (a call of memcmp stays a call of memcmp, which
// reports what it reads), without vectorisation (hooks stand in the way), with a higher inlining threshold (hooks count
// as instructions), and with the removal of hooks that inlining shows to be superfluous.
#include "instrument/instrument.h"

#include "instrument/context.h"
#include "instrument/redundant.h"
#include "ir/library_bitcode.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

namespace heddle {

using namespace llvm;

namespace {

struct DropPrivateHooks : PassInfoMixin<DropPrivateHooks> {
  PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    return drop_private_hooks(function) == 0 ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }
};

struct DropCoveredHooks : PassInfoMixin<DropCoveredHooks> {
  PreservedAnalyses run(Function& function, FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<LoopAnalysis>(function);
    auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    auto& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    mark_progress(function, loops, evolution, dominators);
    unsigned changes = drop_covered_hooks(function);
    changes += hoist_hooks(function, loops, evolution, dominators);
    return changes + drop_covered_hooks(function) == 0 ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }
};

// A pass builder with its analyses, none of which knows a library function by name.
class Passes {
 public:
  explicit Passes(const Module& module) : library_(Triple(module.getTargetTriple())), builder_(nullptr, tuning()) {
    library_.disableAllFunctions();
    functions_.registerPass([&] { return TargetLibraryAnalysis(library_); });
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(components_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, components_, modules_);
  }
  PassBuilder& builder() { return builder_; }
  void run(ModulePassManager& passes, Module& module) { passes.run(module, modules_); }

 private:
  static PipelineTuningOptions tuning() {
    PipelineTuningOptions options;
    options.LoopVectorization = false;
    options.SLPVectorization = false;
    options.InlinerThreshold = 600;
    return options;
  }
  TargetLibraryInfoImpl library_;
  PassBuilder builder_;
  LoopAnalysisManager loops_;
  FunctionAnalysisManager functions_;
  CGSCCAnalysisManager components_;
  ModuleAnalysisManager modules_;
};

void run_passes(Module& module, StringRef text) {
  Passes passes(module);
  ModulePassManager pipeline;
  if (auto error = passes.builder().parsePassPipeline(pipeline, text)) report_fatal_error(std::move(error));
  passes.run(pipeline, module);
}

// Coroutines are split first: what lives in their frames lives on the heap, and is hooked as such.
void run_first_passes(Context& context) {
  Module& module = context.module;
  bool coroutines = any_of(module, [](const Function& function) { return function.isPresplitCoroutine(); });
  run_passes(module, coroutines ? "coro-early,always-inline,cgscc(coro-split),coro-cleanup,globaldce"
                                : "always-inline,globaldce");
  const bool replace = !context.options.keep_locals || context.options.visible == Visibility::All;
  for (Function& function : module) {
    if (!is_hookable(function)) continue;
    define_locals(context, function);
    announce_outside_accesses(context, function);
    if (replace) keep_locals(function);
  }
  if (replace) run_passes(module, "function(sroa)");
  release_locals(module);
  drop_undefined_values(module);
}

void insert_hooks(Context& context) {
  std::vector<Function*> functions;
  for (Function& function : context.module)
    if (is_hookable(function)) functions.push_back(&function);
  for (Function* function : functions) {
    if (function->hasFnAttribute(kUnseen)) {  // a model of ours, which says itself what it does
      hook_calls(context, *function);
      continue;
    }
    hook_loops(context, *function);
    if (!context.options.flows) hook_decisions(context, *function);
    hook_bounds(context, *function);
    hook_accesses(context, *function);
    hook_atomics(context, *function);
    rewrite_library_atomics(context, *function);
    hook_calls(context, *function);
    hook_lock_all(context, *function);
    hook_stack(context, *function);
  }
}

// Types say nothing about aliasing from here on: a program that breaks that rule is to behave as it does unoptimised.
void forget_aliasing(Module& module) {
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      for (unsigned kind : {LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct, LLVMContext::MD_noalias,
                            LLVMContext::MD_alias_scope, LLVMContext::MD_invariant_load})
        instruction.setMetadata(kind, nullptr);
}

// Where variables live is a question of debuggers only, and keeping the answer up to date a large part of the
// optimiser's and the code generator's work.
void forget_variables(Module& module) {
  for (Function& function : module)
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      instruction.dropDbgRecords();
      if (isa<DbgVariableIntrinsic>(instruction)) instruction.eraseFromParent();
    }
}

bool drops_hooks(const InstrumentOptions& options) {
  return options.visible == Visibility::Sync && options.drop_redundant && !options.flows;
}

void run_last_passes(Module& module, const InstrumentOptions& options) {
  Passes passes(module);
  PassBuilder& builder = passes.builder();
  if (options.optimise && drops_hooks(options)) {
    builder.registerPeepholeEPCallback(
        [](FunctionPassManager& manager, OptimizationLevel) { manager.addPass(DropPrivateHooks()); });
    builder.registerScalarOptimizerLateEPCallback(
        [](FunctionPassManager& manager, OptimizationLevel) { manager.addPass(DropCoveredHooks()); });
  }
  ModulePassManager pipeline = options.optimise ? builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2)
                                                : builder.buildO0DefaultPipeline(OptimizationLevel::O0);
  passes.run(pipeline, module);
}

}  // namespace

Instrumentation hook_program(Module& module, const InstrumentOptions& options, TablesBefore before) {
  Instrumentation out;
  out.sites = std::move(before.sites);
  out.variables = std::move(before.variables);
  out.external_calls = std::move(before.external_calls);
  Context context(module, options, out);
  understand_verifier_names(module);
  replace_assembly(module);
  prepare_module(context);
  run_first_passes(context);
  context.escape = Escape(module, options.flows);
  read_references(context);
  collect_globals(context);
  insert_hooks(context);
  read_abilities(context);
  if (options.flows) {
    read_flows(context);
    // Only now: where a value goes is nothing that is told to the machine.
    for (Function& function : module)
      if (is_hookable(function) && !function.hasFnAttribute(kUnseen)) hook_decisions(context, function);
  }
  forget_aliasing(module);
  if (options.optimise && !options.keep_locals) forget_variables(module);
  std::string problem;
  raw_string_ostream stream(problem);
  if (verifyModule(module, &stream)) {
    out.error = "internal error: the instrumented module is malformed: " + problem;
    return out;
  }
  if (!drops_hooks(options)) return out;
  mark_quiet_functions(module, [&](StringRef name) { return context.policy(name) == SymbolPolicy::Forwarded; });
  for (Function& function : module) drop_covered_hooks(function);
  return out;
}

void finish_module(Module& module, const InstrumentOptions& options, Instrumentation& facts) {
  Context context(module, options, facts);
  if (options.optimise && drops_hooks(options))
    for (Function& function : module) keep_loops_apart(function);
  run_last_passes(module, options);
  read_atomic_orders(context);
  for (Function& function : module) inline_decisions(function);
  for (Function& function : module) nest_loops(function);
  hook_leaps(module);
  if (options.optimise && drops_hooks(options))
    for (Function& function : module) {
      inline_leaps(function);
      inline_hooks(function);
    }
  hook_indirect_calls(context);
  define_argument_registers(module);
  add_red_zones(module, facts.globals);
  clear_model_frames(module);
}

Instrumentation instrument(Module& module, const InstrumentOptions& options) {
  Instrumentation out = hook_program(module, options);
  if (!out.error) finish_module(module, options, out);
  return out;
}

}  // namespace heddle
