// Lines and functions that a question speaks of (--reach, --ltl) get a call of heddle.point before their instructions.
// Later stages drop and merge what others cannot see; what was marked keeps its place on every path.
#include "ir/debug_names.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

bool stands_at(const Instruction& instruction, const SourceLine& point, DebugNames& names) {
  if (!instruction.getDebugLoc() || isa<PHINode>(instruction) || isa<DbgInfoIntrinsic>(instruction) ||
      isa<AllocaInst>(instruction) || instruction.isEHPad())
    return false;
  return any_of(names.frames(instruction.getDebugLoc().get(), *instruction.getFunction()),
                [&](const SourcePosition& frame) {
                  if (!point.function.empty()) return frame.function == point.function;
                  return frame.line == point.line && frame.file == point.file;
                });
}

}  // namespace

void mark_points(Module& module, const std::vector<SourceLine>& points) {
  if (points.empty()) return;
  DebugNames names(module);
  IRBuilder<> builder(module.getContext());
  const FunctionCallee mark = module.getOrInsertFunction(kPoint, builder.getVoidTy(), builder.getInt32Ty());
  for (unsigned i = 0; i < points.size(); ++i)
    for (Function& function : module)
      for (BasicBlock& block : function) {
        bool inside = false;
        for (Instruction& instruction : make_early_inc_range(block)) {
          const bool here = stands_at(instruction, points[i], names);
          if (here && !inside) {
            builder.SetInsertPoint(&instruction);
            builder.CreateCall(mark, {builder.getInt32(i)})->setDoesNotThrow();
          }
          inside = here && !isa<CallBase>(instruction);  // after a call it comes back to the line
        }
      }
}

}  // namespace heddle::analysis
