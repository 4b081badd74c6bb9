// See assembly_state.h.
#include "instrument/assembly_state.h"

#include "llvm/IR/Module.h"

namespace heddle {

using namespace llvm;

namespace {

std::string key_of_constraint(StringRef code, std::size_t index) {
  unsigned bits = 0;
  if (code.consume_front("{") && code.consume_back("}"))
    if (const auto name = register_of(code.str(), bits)) return *name;
  return "#" + std::to_string(index);
}

bool is_simple(const Type* type) { return type->isIntegerTy() || type->isPointerTy(); }

// i, n, I ...: the compiler may write the number into the text.
bool allows_immediate(const InlineAsm::ConstraintInfo& constraint) {
  return any_of(constraint.Codes, [](const std::string& code) {
    return code == "i" || code == "n" || code == "e" || (code.size() == 1 && code[0] >= 'I' && code[0] <= 'O');
  });
}

}  // namespace

AsmState::AsmState(CallInst& call) : call_(call), assembly_(*cast<InlineAsm>(call.getCalledOperand())), at_(&call) {}

bool AsmState::bind() {
  unsigned argument = 0;
  for (const InlineAsm::ConstraintInfo& constraint : assembly_.ParseConstraints())
    if (constraint.Type != InlineAsm::isClobber && !bind(constraint, argument)) return false;
  return true;
}

bool AsmState::bind(const InlineAsm::ConstraintInfo& constraint, unsigned& argument) {
  if (constraint.Type == InlineAsm::isLabel || constraint.Codes.empty()) return false;
  const bool output = constraint.Type == InlineAsm::isOutput;
  const StringRef code = constraint.Codes[0];
  Place place;
  unsigned tied = 0;
  if (!output && !code.getAsInteger(10, tied) && tied < places_.size()) {
    place = places_[tied];
    if (place.address == nullptr) set(place.key, call_.getArgOperand(argument));
    ++argument;
  } else if (constraint.isIndirect) {
    place.address = call_.getArgOperand(argument);
    Type* type = call_.getParamElementType(argument++);
    place.bits = type != nullptr && type->isSized() ? bits_of(type) : 0;
  } else {
    Value* given = output ? nullptr : call_.getArgOperand(argument++);
    Type* type = output ? result_type(outputs_.size()) : given->getType();
    if (!is_simple(type)) return false;
    place.key = key_of_constraint(code, places_.size());
    place.bits = bits_of(type);
    if (output) outputs_.push_back({place.key, code.str()});
    if (given != nullptr && isa<ConstantInt>(given) && allows_immediate(constraint)) place.constant = given;
    if (given != nullptr) set(place.key, given);
  }
  places_.push_back(place);
  return true;
}

Type* AsmState::result_type(std::size_t i) const {
  auto* several = dyn_cast<StructType>(call_.getType());
  return several == nullptr ? call_.getType() : several->getElementType(static_cast<unsigned>(i));
}

unsigned AsmState::bits_of(Type* type) const {
  return static_cast<unsigned>(call_.getModule()->getDataLayout().getTypeStoreSizeInBits(type).getFixedValue());
}

void AsmState::set(StringRef key, Value* value) {
  if (value->getType()->isPointerTy()) value = at_.CreatePtrToInt(value, at_.getInt64Ty());
  registers_[key] = value;
}

Value* AsmState::get(StringRef key, unsigned bits) {
  Value* value = registers_.lookup(key);
  return value == nullptr ? PoisonValue::get(at_.getIntNTy(bits)) : at_.CreateZExtOrTrunc(value, at_.getIntNTy(bits));
}

Value* AsmState::get_or_zero(StringRef key, unsigned bits) {
  return registers_.lookup(key) == nullptr ? at_.getIntN(bits, 0) : get(key, bits);
}

Value* AsmState::matters(Value* value) {
  unset_ |= isa<PoisonValue>(value);
  return value;
}

bool AsmState::undo(const AsmStatement* why) {
  // What else was inserted has no users and goes with the optimiser.
  for (Instruction* instruction : reverse(made_)) {
    instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
    instruction->eraseFromParent();
  }
  LLVMContext& context = call_.getContext();
  if (why != nullptr) call_.setMetadata(kNotUnderstood, MDNode::get(context, MDString::get(context, why->text)));
  return false;
}

Value* AsmState::results() {
  Value* whole = call_.getType()->isStructTy() ? PoisonValue::get(call_.getType()) : nullptr;
  for (unsigned i = 0; i < outputs_.size(); ++i) {
    const auto& [key, code] = outputs_[i];
    Type* type = result_type(i);
    Value* value = nullptr;
    if (StringRef flag = code; flag.consume_front("{@cc") && flag.consume_back("}")) {
      value = condition(flag);
      if (value == nullptr) return nullptr;
      value = at_.CreateZExtOrTrunc(matters(value), type);
    } else {
      value = matters(get(key, type->isPointerTy() ? 64 : type->getIntegerBitWidth()));
      if (type->isPointerTy()) value = at_.CreateIntToPtr(value, type);
    }
    if (!call_.getType()->isStructTy()) return value;
    whole = at_.CreateInsertValue(whole, value, i);
  }
  return whole;
}

static bool match_zero(const Value* value) {
  auto* number = dyn_cast<ConstantInt>(value);
  return number != nullptr && number->isZero();
}

bool AsmState::place_of(const AsmOperand& operand, Place& out) {
  if (operand.kind == AsmOperand::Kind::Number) {
    out.constant = at_.getInt64(static_cast<std::uint64_t>(operand.value));
  } else if (operand.kind == AsmOperand::Kind::Argument) {
    if (operand.value < 0 || static_cast<std::size_t>(operand.value) >= places_.size()) return false;
    out = places_[static_cast<std::size_t>(operand.value)];
  } else {
    out.key = operand.name;
    out.bits = operand.bits;
  }
  if (operand.memory) {
    if (out.key.empty() || out.key == "sp") return false;
    Value* base = at_.CreateIntToPtr(matters(get(out.key, 64)), at_.getPtrTy());
    Value* offset = at_.getInt64(static_cast<std::uint64_t>(operand.offset));
    if (operand.scale != 0) {
      Place index;
      AsmOperand name;
      name.kind = operand.index_kind;
      name.value = operand.index_value;
      name.name = operand.index_name;
      if (!place_of(name, index) || index.key.empty() || index.key == "sp") return false;
      offset = at_.CreateAdd(offset, at_.CreateMul(matters(get(index.key, 64)), at_.getInt64(operand.scale)));
    }
    out = {};
    out.address = match_zero(offset) ? base : at_.CreatePtrAdd(base, offset);
  }
  if (operand.bits != 0) out.bits = operand.bits;
  return true;
}

Value* AsmState::read(const Place& place, unsigned bits, bool atomic) {
  if (place.constant != nullptr) return at_.CreateSExtOrTrunc(place.constant, at_.getIntNTy(bits));
  if (place.address == nullptr) return get(place.key, bits);
  LoadInst* load = keep(at_.CreateAlignedLoad(at_.getIntNTy(bits), place.address, Align(atomic ? bits / 8 : 1)));
  if (atomic) load->setOrdering(AtomicOrdering::Acquire);
  return load;
}

bool AsmState::write(const Place& place, Value* value, bool atomic) {
  if (place.constant != nullptr) return false;
  if (place.address == nullptr) {
    // 32 bits clear the rest of the register, fewer leave it as it is.
    const unsigned bits = value->getType()->getIntegerBitWidth();
    if (bits < 32)
      value = at_.CreateOr(at_.CreateAnd(get_or_zero(place.key, 64), ~((std::uint64_t{1} << bits) - 1)),
                           at_.CreateZExt(value, at_.getInt64Ty()));
    set(place.key, value);
    return true;
  }
  StoreInst* store = keep(at_.CreateAlignedStore(matters(value), place.address,
                                                 Align(atomic ? value->getType()->getIntegerBitWidth() / 8 : 1)));
  if (atomic) store->setOrdering(AtomicOrdering::Release);
  return true;
}

void AsmState::flags_of(Value* result) {
  zero_ = at_.CreateIsNull(result);
  negative_ = at_.CreateIsNeg(result);
  carry_ = overflow_ = nullptr;
}

Value* AsmState::condition(StringRef name) {
  const bool is_opposite = name == "a" || name == "ae" || name == "g" || name == "ge";
  if (is_opposite) return condition(name == "a" ? "nbe" : name == "ae" ? "nb" : name == "g" ? "nle" : "nl");
  const bool negated = name.size() > 1 && name.consume_front("n");
  if (negated && (name == "a" || name == "ae" || name == "g" || name == "ge"))
    return condition(name == "a" ? "be" : name == "ae" ? "b" : name == "g" ? "le" : "l");
  const auto either = [&](Value* one, Value* other) { return one && other ? at_.CreateOr(one, other) : nullptr; };
  Value* less = negative_ && overflow_ ? at_.CreateXor(negative_, overflow_) : nullptr;
  Value* flag = name == "e" || name == "z"   ? zero_
                : name == "s"                ? negative_
                : name == "c" || name == "b" ? carry_
                : name == "o"                ? overflow_
                : name == "be"               ? either(carry_, zero_)
                : name == "l"                ? less
                : name == "le"               ? either(less, zero_)
                                             : nullptr;
  return flag == nullptr || !negated ? flag : at_.CreateNot(flag);
}

}  // namespace heddle
