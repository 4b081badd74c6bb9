// See bounds.h. LLVM's ObjectSizeOffsetEvaluator computes size and offset of a pointer, through phis and selects too.
#include "instrument/bounds.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle {

using namespace llvm;

namespace {

// Allocating functions are not known by name: what they return is the machine's business.
const TargetLibraryInfo& no_library() {
  static const TargetLibraryInfoImpl* const functions = [] {
    auto* made = new TargetLibraryInfoImpl();
    made->disableAllFunctions();
    return made;
  }();
  static const TargetLibraryInfo library(*functions);
  return library;
}

ObjectSizeOpts exact_sizes() {
  ObjectSizeOpts options;
  options.EvalMode = ObjectSizeOpts::Mode::ExactUnderlyingSizeAndOffset;
  options.NullIsUnknownSize = true;  // an access through null is a crash
  return options;
}

std::optional<std::uint64_t> static_size(const Value* object, const DataLayout& layout) {
  if (auto* slot = dyn_cast<AllocaInst>(object)) {
    std::optional<TypeSize> size = slot->getAllocationSize(layout);
    return size && !size->isScalable() ? std::optional<std::uint64_t>(size->getFixedValue()) : std::nullopt;
  }
  if (auto* argument = dyn_cast<Argument>(object); argument != nullptr && argument->hasByValAttr())
    return layout.getTypeAllocSize(argument->getParamByValType()).getFixedValue();
  if (auto* global = dyn_cast<GlobalVariable>(object); global != nullptr && global->hasInitializer())
    return layout.getTypeAllocSize(global->getValueType()).getFixedValue();
  return std::nullopt;
}

bool inside(const Value* pointer, std::int64_t from, std::uint64_t bytes, const DataLayout& layout,
            SmallPtrSetImpl<const Value*>& seen) {
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  from += offset.getSExtValue();
  if (isa<ConstantPointerNull>(base) || isa<UndefValue>(base)) return true;
  if (std::optional<std::uint64_t> size = static_size(base, layout))
    return from >= 0 && static_cast<std::uint64_t>(from) <= *size && bytes <= *size - static_cast<std::uint64_t>(from);
  if (from != 0) return false;  // a way around a loop might go further each time
  auto branch = [&](const Value* next) { return inside(next, 0, bytes, layout, seen); };
  if (auto* phi = dyn_cast<PHINode>(base))
    return !seen.insert(phi).second || all_of(phi->incoming_values(), branch);
  if (auto* select = dyn_cast<SelectInst>(base)) return branch(select->getTrueValue()) && branch(select->getFalseValue());
  return false;
}

}  // namespace

void each_access(Instruction& instruction, const DataLayout& layout, AccessVisitor visit) {
  const auto typed = [&](Value* pointer, Type* type, bool write) {
    const std::uint64_t bytes = layout.getTypeStoreSize(type).getKnownMinValue();
    visit(pointer, ConstantInt::get(Type::getInt64Ty(type->getContext()), bytes), write);
  };
  if (auto* load = dyn_cast<LoadInst>(&instruction)) {
    typed(load->getPointerOperand(), load->getType(), false);
  } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    typed(store->getPointerOperand(), store->getValueOperand()->getType(), true);
  } else if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) {
    typed(rmw->getPointerOperand(), rmw->getValOperand()->getType(), true);
  } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    typed(exchange->getPointerOperand(), exchange->getNewValOperand()->getType(), true);
  } else if (auto* memory = dyn_cast<MemIntrinsic>(&instruction)) {
    if (auto* copy = dyn_cast<MemTransferInst>(memory)) visit(copy->getRawSource(), copy->getLength(), false);
    visit(memory->getRawDest(), memory->getLength(), true);
  }
}

const Value* object_of(const Value* pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, 0);
  return objects.size() == 1 ? objects[0] : pointer;
}

bool always_inside(const Value* pointer, std::uint64_t bytes, const DataLayout& layout) {
  SmallPtrSet<const Value*, 8> seen;
  return inside(pointer, 0, bytes, layout, seen);
}

ObjectBounds::ObjectBounds(Function& function)
    : function_(function),
      layout_(function.getParent()->getDataLayout()),
      objects_(layout_, &no_library(), function.getContext(), exact_sizes()) {}

bool ObjectBounds::check(Instruction& access, Value* pointer, Value* bytes, bool write,
                   function_ref<Origin()> origin) {
  auto* constant = dyn_cast<ConstantInt>(bytes);
  if (constant != nullptr && always_inside(pointer, constant->getZExtValue(), layout_)) return true;
  const SizeOffsetValue object = objects_.compute(pointer);
  if (!object.bothKnown()) return false;
  IRBuilder<> at(&access);
  bytes = at.CreateZExtOrTrunc(bytes, at.getInt64Ty());
  Value* size = at.CreateZExtOrTrunc(object.Size, at.getInt64Ty());
  Value* offset = at.CreateSExtOrTrunc(object.Offset, at.getInt64Ty());
  // Unsigned: an offset below zero is larger than every size.
  Value* outside = nullptr;
  auto* known = dyn_cast<ConstantInt>(size);
  if (constant != nullptr && known != nullptr && constant->getZExtValue() <= known->getZExtValue()) {
    outside = at.CreateICmpUGT(offset, at.getInt64(known->getZExtValue() - constant->getZExtValue()));
  } else {
    Value* beyond = at.CreateICmpUGT(offset, size);
    Value* longer = at.CreateICmpUGT(bytes, at.CreateSub(size, offset));
    outside = at.CreateAnd(at.CreateIsNotNull(bytes), at.CreateOr(beyond, longer));
  }
  if (auto* never = dyn_cast<ConstantInt>(outside); never != nullptr && never->isZero()) return true;
  checks_.push_back({&access, outside, pointer, bytes, offset, size, write, origin()});
  return true;
}

void ObjectBounds::emit(HookSet& hooks) {
  MDNode* unlikely = MDBuilder(function_.getContext()).createBranchWeights(1, 1 << 20);
  for (const Check& check : checks_) {
    IRBuilder<> builder(SplitBlockAndInsertIfThen(check.outside, check.access->getIterator(), false, unlikely));
    builder.SetCurrentDebugLocation(check.access->getDebugLoc());
    hooks.call(builder, check.write ? "heddle_write_outside" : "heddle_read_outside",
               {check.pointer, check.bytes, check.offset, check.size, check.origin.variable, check.origin.site});
  }
  checks_.clear();
}

}  // namespace heddle
