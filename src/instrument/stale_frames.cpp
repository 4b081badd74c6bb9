// What earlier calls have left behind, in places that this program never reads: the frames of models, and the registers
// that a function with any number of arguments saves although nobody passed anything in them. Both are part of a
// state, so that states that no continuation tells apart would differ. Here they become zero.
//
//   clear_model_frames: each slot of a model's frame, where the model begins.
//   define_argument_registers: a call of such a function passes zeros in the registers that are free; the function
//   clears what it saves of the arguments that have names.
#include <optional>

#include "instrument/context.h"
#include "ir/library_bitcode.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle {

using namespace llvm;

namespace {

void clear_frame(Function& function) {
  const DataLayout& layout = function.getParent()->getDataLayout();
  SmallVector<AllocaInst*, 16> slots;
  for (Instruction& instruction : function.getEntryBlock())
    if (auto* slot = dyn_cast<AllocaInst>(&instruction); slot != nullptr && slot->isStaticAlloca())
      slots.push_back(slot);
  if (slots.empty()) return;
  IRBuilder<> builder(slots.back()->getNextNode());
  for (AllocaInst* slot : slots)
    if (const std::optional<TypeSize> size = slot->getAllocationSize(layout); size && !size->isScalable())
      builder.CreateMemSet(slot, builder.getInt8(0), size->getFixedValue(), slot->getAlign());
}

}  // namespace

// Before a slot of a model comes to life it holds what calls before have left there, the runtime's among them, and a
// model that stops at an operation has it in its state: paths and the like, in arrays that it may not need.
void clear_model_frames(Module& module) {
  for (Function& function : module)
    if (!function.isDeclaration() && function.hasFnAttribute(kUnseen)) clear_frame(function);
}

namespace {

constexpr unsigned kNumbers = 6, kFractions = 8;  // registers for arguments

// What the registers for arguments of this call hold beside its arguments: zeros for the free ones. Nothing: there is
// an argument of another kind.
std::optional<SmallVector<Value*, 16>> for_free_registers(CallBase& call) {
  unsigned numbers = kNumbers, fractions = kFractions;
  for (const Use& argument : call.args()) {
    Type* const type = argument->getType();
    const unsigned index = call.getArgOperandNo(&argument);
    if (call.isByValArgument(index)) continue;  // in memory
    if (type->isPointerTy() || (type->isIntegerTy() && type->getIntegerBitWidth() <= 64))
      numbers -= numbers > 0;
    else if (type->isFloatTy() || type->isDoubleTy())
      fractions -= fractions > 0;
    else
      return std::nullopt;
  }
  SmallVector<Value*, 16> zeros(numbers, ConstantInt::get(Type::getInt64Ty(call.getContext()), 0));
  zeros.append(fractions, ConstantFP::get(Type::getDoubleTy(call.getContext()), 0));
  return zeros;
}

void add_arguments(CallBase& call, ArrayRef<Value*> more) {
  SmallVector<Value*, 24> arguments(call.args());
  arguments.append(more.begin(), more.end());
  SmallVector<OperandBundleDef, 1> bundles;
  call.getOperandBundlesAsDefs(bundles);
  CallBase* longer = nullptr;
  if (auto* invoke = dyn_cast<InvokeInst>(&call))
    longer = InvokeInst::Create(call.getFunctionType(), call.getCalledOperand(), invoke->getNormalDest(),
                                invoke->getUnwindDest(), arguments, bundles, "", call.getIterator());
  else
    longer =
        CallInst::Create(call.getFunctionType(), call.getCalledOperand(), arguments, bundles, "", call.getIterator());
  longer->setAttributes(call.getAttributes());
  longer->setCallingConv(call.getCallingConv());
  longer->copyMetadata(call);
  longer->takeName(&call);
  call.replaceAllUsesWith(longer);
  call.eraseFromParent();
}

// The places of those arguments that have names are left as they are where the function saves its registers.
void clear_named_places(Function& function) {
  constexpr std::uint64_t kSaveArea = 16, kSizeOfList = 24;  // where a va_list says it is; of a va_list
  unsigned numbers = 0, fractions = 0;
  for (const Argument& argument : function.args()) {
    Type* const type = argument.getType();
    if (argument.hasByValAttr()) continue;
    if (type->isPointerTy() || (type->isIntegerTy() && type->getIntegerBitWidth() <= 64))
      numbers += numbers < kNumbers;
    else if (type->isFloatTy() || type->isDoubleTy())
      fractions += fractions < kFractions;
    else
      return;
  }
  IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  AllocaInst* const list = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), kSizeOfList));
  list->setAlignment(Align(8));
  builder.CreateIntrinsic(Intrinsic::vastart, {builder.getPtrTy()}, {list});
  Value* const area =
      builder.CreateLoad(builder.getPtrTy(), builder.CreateConstGEP1_64(builder.getInt8Ty(), list, kSaveArea));
  const auto clear = [&](std::uint64_t from, std::uint64_t size) {
    if (size != 0)
      builder.CreateMemSet(builder.CreateConstGEP1_64(builder.getInt8Ty(), area, from), builder.getInt8(0), size,
                           Align(8));
  };
  clear(0, 8 * std::uint64_t{numbers});
  if (!function.hasFnAttribute(Attribute::NoImplicitFloat))
    clear(8 * std::uint64_t{kNumbers}, 16 * std::uint64_t{fractions});
}

bool starts_list(const Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return intrinsic != nullptr && intrinsic->getIntrinsicID() == Intrinsic::vastart;
  });
}

}  // namespace

// A function with any number of arguments saves all registers that might hold one, and has in its frame whatever they
// held.
void define_argument_registers(Module& module) {
  SmallVector<CallBase*, 16> calls;
  for (Function& function : module) {
    if (function.isDeclaration() || !function.isVarArg() || !starts_list(function)) continue;
    clear_named_places(function);
    for (User* user : function.users())
      if (auto* call = dyn_cast<CallBase>(user); call != nullptr && call->getCalledOperand() == &function &&
                                                 call->getFunctionType() == function.getFunctionType() &&
                                                 !call->isMustTailCall() && isa<CallInst, InvokeInst>(call))
        calls.push_back(call);
  }
  for (CallBase* call : calls)
    if (const auto zeros = for_free_registers(*call); zeros && !zeros->empty()) add_arguments(*call, *zeros);
}

}  // namespace heddle
