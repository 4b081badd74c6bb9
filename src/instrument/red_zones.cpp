// The last step: room around variables that no variable owns (model/red_zones.h), so that an access which runs over the
// end of one does not silently land in the next. It comes after all passes, which are to see the true sizes.
//
//   globals      each grows by a zone behind it
//   stack slots  those that hooks can reach get a zone on both sides, which holds zeros; a slot whose layout is not
//                ours to change (a parameter passed by value) has its begin announced without zones
#include "model/red_zones.h"

#include "instrument/context.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr std::uint64_t kLargestGlobalZone = 64;

void pad(GlobalVariable& global, const DataLayout& layout) {
  const std::uint64_t size = layout.getTypeAllocSize(global.getValueType());
  std::uint64_t zone = std::clamp<std::uint64_t>(size / 4, kGlobalZone, kLargestGlobalZone);
  zone = alignTo(size + zone, kGlobalZone) - size;
  auto* tail = ArrayType::get(Type::getInt8Ty(global.getContext()), zone);
  auto* type = StructType::get(global.getValueType(), tail);
  auto* padded =
      new GlobalVariable(*global.getParent(), type, false, global.getLinkage(),
                         ConstantStruct::get(type, {global.getInitializer(), Constant::getNullValue(tail)}), "", &global);
  padded->copyAttributesFrom(&global);
  padded->setAlignment(std::max(Align(kGlobalZone), layout.getPreferredAlign(&global)));
  padded->copyMetadata(&global, 0);
  padded->takeName(&global);
  global.replaceAllUsesWith(padded);
  global.eraseFromParent();
}

// The slot again, in the middle of a larger one.
void surround(AllocaInst& slot, const DataLayout& layout) {
  IRBuilder<> builder(&slot);
  const Align align = std::max(Align(kStackZone), slot.getAlign());
  const std::uint64_t element = layout.getTypeAllocSize(slot.getAllocatedType());
  Value* count = builder.CreateZExtOrTrunc(slot.getArraySize(), builder.getInt64Ty());
  Value* bytes = builder.CreateMul(count, builder.getInt64(element));
  Value* rounded = builder.CreateAnd(builder.CreateAdd(bytes, builder.getInt64(kStackZone - 1)),
                                     builder.getInt64(~std::uint64_t{kStackZone - 1}));
  Value* whole = builder.CreateAdd(rounded, builder.getInt64(align.value() + kStackZone));
  AllocaInst* larger = nullptr;
  if (auto* constant = dyn_cast<ConstantInt>(whole))
    larger = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), constant->getZExtValue()));
  else
    larger = builder.CreateAlloca(builder.getInt8Ty(), whole);
  larger->setAlignment(align);
  larger->takeName(&slot);
  SmallVector<Instruction*, 4> begins;
  for (User* user : make_early_inc_range(slot.users()))
    if (auto* mark = dyn_cast<IntrinsicInst>(user); mark != nullptr && mark->isLifetimeStartOrEnd()) {
      mark->setArgOperand(0, ConstantInt::getAllOnesValue(mark->getArgOperand(0)->getType()));
      mark->setArgOperand(1, larger);
      if (mark->getIntrinsicID() == Intrinsic::lifetime_start) begins.push_back(mark->getNextNode());
    }
  DIBuilder debug(*slot.getModule());
  replaceDbgDeclare(&slot, larger, debug, DIExpression::ApplyOffset, static_cast<int>(align.value()));
  // Behind all slots of the entry block: these have to stay together there.
  Instruction* place = slot.getNextNode();
  while (isa<AllocaInst>(place)) place = place->getNextNode();
  IRBuilder<> behind(slot.isStaticAlloca() ? place : slot.getNextNode());
  Value* const inner = behind.CreateConstInBoundsGEP1_64(behind.getInt8Ty(), larger, align.value());
  auto* const size = dyn_cast<ConstantInt>(bytes);
  if (slot.isStaticAlloca() && size != nullptr) {
    // What earlier calls have left in the zones would be part of a state.
    if (begins.empty()) begins.push_back(&*behind.GetInsertPoint());
    for (Instruction* begin : begins) {
      IRBuilder<> there(begin);
      const std::uint64_t end = cast<ConstantInt>(whole)->getZExtValue();
      const auto clear = [&](std::uint64_t from, std::uint64_t to, Align known) {
        there.CreateMemSet(there.CreateConstInBoundsGEP1_64(there.getInt8Ty(), larger, from), there.getInt8(0),
                           to - from, known);
      };
      clear(0, align.value(), align);
      clear(align.value() + size->getZExtValue(), end, Align(1));
    }
  }
  slot.replaceAllUsesWith(inner);
  slot.eraseFromParent();
}

bool can_grow(const AllocaInst& slot) {
  return !slot.isUsedWithInAlloca() && !slot.isSwiftError() && slot.getAllocatedType()->isSized() &&
         !slot.getAllocatedType()->isScalableTy();
}

}  // namespace

void add_red_zones(Module& module, const std::vector<GlobalName>& globals) {
  const DataLayout& layout = module.getDataLayout();
  for (const GlobalName& name : globals)
    if (GlobalVariable* global = module.getGlobalVariable(name.symbol); global != nullptr && global->hasInitializer())
      pad(*global, layout);

  FunctionCallee unzoned = nullptr;
  for (Function& function : module) {
    SmallSetVector<AllocaInst*, 8> slots;
    for (Instruction& instruction : instructions(function)) {
      if (hook_kind(instruction) != HookKind::StackBegin) continue;
      auto& begin = cast<CallInst>(instruction);
      if (begin.getCalledFunction()->getName() != "heddle_stack_begin") continue;
      auto* slot = dyn_cast<AllocaInst>(begin.getArgOperand(0)->stripPointerCasts());
      if (slot != nullptr && can_grow(*slot)) {
        slots.insert(slot);
        continue;
      }
      if (!unzoned) unzoned = module.getOrInsertFunction("heddle_parameter_begin", begin.getFunctionType());
      begin.setCalledFunction(unzoned);
    }
    for (AllocaInst* slot : slots) surround(*slot, layout);
  }
}

}  // namespace heddle
