// Inputs by the rules of SV-COMP: a call of __VERIFIER_nondet_NAME becomes one of heddle_input, with the values that
// are worth trying. Those are all values of a type of up to 8 bits; of others 0, 1, -1 and the numbers that the program
// compares the value with, and their neighbours where it asks which is less; and 2 where it is compared with something
// that is no constant, since most of these are bounds of loops, and two rounds (two threads, two elements) meet what
// one cannot. Of an index also the constant indices of such arrays elsewhere: that is where it may meet others. How a
// value flows is followed through variables, calls and additions of constants (Follow); a number too many costs a few
// executions. An input that nobody looks at is no input.
#include <algorithm>
#include <map>
#include <set>

#include "instrument/context.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "model/hooks.h"

namespace heddle {

using namespace llvm;

namespace {

constexpr std::size_t kMostInputs = 16;      // values of one input
constexpr std::size_t kMostFollowed = 4000;  // steps of its flow
constexpr std::size_t kMostOffsets = 2;      // of one value in it

// A value that is an input plus a constant, or nearly so.
struct Flow {
  const Value* value;
  std::int64_t added;
  bool operator<(const Flow& other) const { return std::tie(value, added) < std::tie(other.value, other.added); }
};

// Where an input flows, and what it is compared with there.
class Follow {
 public:
  explicit Follow(const CallBase& input) {
    add(&input, 0);
    for (std::size_t i = 0; i < work_.size() && i < kMostFollowed; ++i)
      for (const Use& use : work_[i].value->uses()) follow(use, work_[i].added);
  }
  bool looked_at() const { return looked_at_; }
  const std::set<Type*>& indexed() const { return indexed_; }  // types of arrays
  const std::vector<std::int64_t>& compared() const { return compared_; }
  const std::vector<double>& compared_reals() const { return reals_; }

 private:
  // A loop that counts would give one value any number of offsets.
  void add(const Value* value, std::int64_t added) {
    if (std::size_t& offsets = offsets_[value]; offsets < kMostOffsets && seen_.insert({value, added}).second) {
      ++offsets;
      work_.push_back({value, added});
    }
  }
  void try_value(std::int64_t value) {
    if (std::find(compared_.begin(), compared_.end(), value) == compared_.end()) compared_.push_back(value);
  }

  void follow(const Use& use, std::int64_t added) {
    const auto* user = cast<Instruction>(use.getUser());
    if (auto* store = dyn_cast<StoreInst>(user)) {
      if (use.getOperandNo() == 0) follow_into(store->getPointerOperand(), added);
      return;
    }
    if (isa<CastInst, FreezeInst, PHINode>(user) || (isa<SelectInst>(user) && use.getOperandNo() > 0))
      return add(user, added);
    if (isa<DbgInfoIntrinsic>(user) || user->isLifetimeStartOrEnd()) return;
    looked_at_ = true;
    if (auto* element = dyn_cast<GetElementPtrInst>(user)) indexed_.insert(element->getSourceElementType());
    if (auto* compare = dyn_cast<ICmpInst>(user)) return compare_with(*compare, use.getOperandNo(), added);
    if (isa<FCmpInst>(user)) {
      if (auto* real = dyn_cast<ConstantFP>(user->getOperand(1 - use.getOperandNo())))
        reals_.push_back(
            real->getType()->isDoubleTy() || real->getType()->isFloatTy() ? real->getValueAPF().convertToDouble() : 0);
      return;
    }
    if (auto* choice = dyn_cast<SwitchInst>(user)) {
      for (const auto& option : choice->cases()) meets(*option.getCaseValue(), added);
      return;
    }
    if (auto* operation = dyn_cast<BinaryOperator>(user)) return compute(*operation, use.getOperandNo(), added);
    if (auto* call = dyn_cast<CallBase>(user)) return follow_call(*call, use, added);
    if (isa<ReturnInst>(user))
      for (const User* caller : user->getFunction()->users())
        if (auto* call = dyn_cast<CallBase>(caller)) add(call, added);
  }

  // Variables are followed without regard to the order of stores and loads.
  void follow_into(const Value* place, std::int64_t added) {
    place = place->stripInBoundsOffsets();
    if (!isa<AllocaInst, GlobalVariable>(place)) {
      looked_at_ = true;
      return;
    }
    if (isa<GlobalVariable>(place)) looked_at_ = true;
    std::vector<const Value*> addresses = {place};
    for (std::size_t i = 0; i < addresses.size() && i < kMostFollowed; ++i)
      for (const User* user : addresses[i]->users()) {
        const auto* instruction = dyn_cast<Instruction>(user);
        if (auto* load = dyn_cast<LoadInst>(user); load != nullptr && !load->isVolatile())
          add(load, added);
        else if (isa<GEPOperator>(user))
          addresses.push_back(user);
        else if (auto* store = dyn_cast<StoreInst>(user); store == nullptr || store->getValueOperand() == addresses[i])
          looked_at_ |= instruction == nullptr || !(isa<DbgInfoIntrinsic>(user) || instruction->isLifetimeStartOrEnd());
      }
  }

  void follow_call(const CallBase& call, const Use& use, std::int64_t added) {
    const Function* callee = call.getCalledFunction();
    if (callee != nullptr && call.isArgOperand(&use) && call.getArgOperandNo(&use) < callee->arg_size())
      add(callee->getArg(call.getArgOperandNo(&use)), added);
  }

  void compute(const BinaryOperator& operation, unsigned operand, std::int64_t added) {
    const auto* other = dyn_cast<ConstantInt>(operation.getOperand(1 - operand));
    const bool known = other != nullptr && other->getBitWidth() <= 64;
    if (known && operation.getOpcode() == Instruction::Add)
      add(&operation, wrapped_sum(added, other->getSExtValue()));
    else if (known && operation.getOpcode() == Instruction::Sub && operand == 0)
      add(&operation, wrapped_sum(added, wrapped_sum(0, other->getSExtValue(), true)));
    else
      add(&operation, 0);  // to meet the numbers that the result is compared with is all that can be said
  }

  static std::int64_t wrapped_sum(std::int64_t a, std::int64_t b, bool minus = false) {
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    return static_cast<std::int64_t>(minus ? x - y : x + y);
  }

  void meets(const ConstantInt& number, std::int64_t added, std::int64_t beside = 0) {
    if (number.getBitWidth() > 64) return;
    try_value(wrapped_sum(wrapped_sum(number.getSExtValue(), added, true), beside));
  }

  // Both sides of the border.
  void compare_with(const ICmpInst& compare, unsigned operand, std::int64_t added) {
    const auto* number = dyn_cast<ConstantInt>(compare.getOperand(1 - operand));
    if (number == nullptr) {
      if (!isa<Constant>(compare.getOperand(1 - operand))) try_value(wrapped_sum(2, added, true));
      return;
    }
    CmpInst::Predicate predicate = operand == 0 ? compare.getPredicate() : compare.getSwappedPredicate();
    meets(*number, added);
    if (compare.isEquality()) return;
    const bool less = CmpInst::getFlippedStrictnessPredicate(predicate) != predicate &&
                      (predicate == CmpInst::ICMP_SLT || predicate == CmpInst::ICMP_ULT ||
                       predicate == CmpInst::ICMP_SGE || predicate == CmpInst::ICMP_UGE);
    meets(*number, added, less ? -1 : 1);
  }

  std::set<Flow> seen_;
  std::map<const Value*, std::size_t> offsets_;
  std::vector<Flow> work_;
  bool looked_at_ = false;
  std::set<Type*> indexed_;
  std::vector<std::int64_t> compared_;
  std::vector<double> reals_;
};

void add_once(std::vector<std::uint64_t>& values, const APInt& bits) {
  const std::uint64_t value = bits.getZExtValue();
  if (values.size() < kMostInputs && std::find(values.begin(), values.end(), value) == values.end())
    values.push_back(value);
}

// Constant indices of arrays of these types.
void add_indices(const Value* value, const std::set<Type*>& arrays, std::vector<std::int64_t>& numbers) {
  const auto* element = dyn_cast<GEPOperator>(value);
  if (element == nullptr || !element->getSourceElementType()->isArrayTy() ||
      !arrays.contains(element->getSourceElementType()))
    return;
  for (const Use& index : drop_begin(element->indices()))
    if (auto* number = dyn_cast<ConstantInt>(index)) numbers.push_back(number->getSExtValue());
}

std::vector<std::int64_t> constant_indices(const Module& module, const std::set<Type*>& arrays) {
  std::vector<std::int64_t> numbers;
  if (arrays.empty()) return numbers;
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function)) {
      add_indices(&instruction, arrays, numbers);
      for (const Value* operand : instruction.operand_values()) add_indices(operand, arrays, numbers);
    }
  return numbers;
}

std::vector<std::uint64_t> worth_trying(const Module& module, Type* type, const Follow& flow) {
  std::vector<std::uint64_t> values;
  if (type->isFloatTy() || type->isDoubleTy()) {
    std::vector<double> reals = {0, 1, -1};
    reals.insert(reals.end(), flow.compared_reals().begin(), flow.compared_reals().end());
    for (const double real : reals)
      add_once(values, type->isFloatTy() ? APInt::floatToBits(static_cast<float>(real)) : APInt::doubleToBits(real));
    return values;
  }
  const unsigned bits = std::min(type->getIntegerBitWidth(), 64u);
  std::vector<std::int64_t> numbers = {0, 1, -1};
  numbers.insert(numbers.end(), flow.compared().begin(), flow.compared().end());
  const std::vector<std::int64_t> indices = constant_indices(module, flow.indexed());
  numbers.insert(numbers.end(), indices.begin(), indices.end());
  for (const std::int64_t number : numbers) add_once(values, APInt(64, static_cast<std::uint64_t>(number)).trunc(bits));
  return values;
}

void replace_input(Module& module, CallBase& call) {
  Type* type = call.getType();
  const Follow flow(call);
  if (!flow.looked_at()) {  // no value makes a difference
    call.replaceAllUsesWith(Constant::getNullValue(type));
    return;
  }
  IRBuilder<> builder(&call);
  const InputKind kind = type->isPointerTy()  ? InputKind::Pointer
                         : type->isFloatTy()  ? InputKind::Float
                         : type->isDoubleTy() ? InputKind::Double
                                              : InputKind::Integer;
  Constant* table = ConstantPointerNull::get(builder.getPtrTy());
  std::size_t count = 0;
  if (kind != InputKind::Pointer && (!type->isIntegerTy() || type->getIntegerBitWidth() > 8)) {
    Constant* values =
        ConstantDataArray::get(module.getContext(), ArrayRef<std::uint64_t>(worth_trying(module, type, flow)));
    count = cast<ConstantDataArray>(values)->getNumElements();
    table = new GlobalVariable(module, values->getType(), true, GlobalValue::InternalLinkage, values, "heddle.inputs");
  } else if (kind == InputKind::Integer) {
    count = std::size_t{1} << type->getIntegerBitWidth();
  }
  FunctionCallee input = module.getOrInsertFunction("heddle_input", builder.getInt64Ty(), builder.getPtrTy(),
                                                    builder.getInt32Ty(), builder.getInt32Ty());
  Value* value = builder.CreateCall(input, {table, builder.getInt32(static_cast<std::uint32_t>(count)),
                                            builder.getInt32(static_cast<std::uint32_t>(kind))});
  if (type->isIntegerTy(1))
    value = builder.CreateIsNotNull(value);
  else if (kind == InputKind::Integer)
    value = builder.CreateSExtOrTrunc(value, type);
  else if (kind == InputKind::Pointer)
    value = builder.CreateIntToPtr(value, type);
  else
    value = builder.CreateBitCast(kind == InputKind::Float ? builder.CreateTrunc(value, builder.getInt32Ty()) : value,
                                  type);
  call.replaceAllUsesWith(value);
}

}  // namespace

void replace_inputs(Function& function) {
  Type* type = function.getReturnType();
  if (!type->isIntegerTy() && !type->isFloatTy() && !type->isDoubleTy() && !type->isPointerTy()) return;
  for (User* user : make_early_inc_range(function.users())) {
    auto* call = dyn_cast<CallInst>(user);
    if (call == nullptr || call->getCalledOperand() != &function || call->getType() != type) continue;
    replace_input(*function.getParent(), *call);
    call->eraseFromParent();
  }
}

}  // namespace heddle
