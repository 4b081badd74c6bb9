// See constraints.h: instructions, and calls of functions that the program has. What a call does: enter (a function of
// the program), intrinsic and library_call (library_constraints.cpp), unknown_call (everything that it is given may go
// everywhere).
#include "static/constraints.h"

#include <algorithm>

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "static/normalise.h"

namespace heddle::analysis {

using namespace llvm;

Shift shift_of(const GEPOperator& gep, const DataLayout& layout) {
  Shift by;
  const unsigned bits = layout.getIndexTypeSizeInBits(gep.getPointerOperandType());
  APInt constant(bits, 0);
  MapVector<Value*, APInt> variable;
  if (gep.getType()->isVectorTy() || !gep.collectOffset(layout, bits, variable, constant)) {
    by.anywhere = true;
    return by;
  }
  by.constant = constant.getSExtValue();
  for (const auto& [index, scale] : variable) by.strides.push_back(scale.abs().getZExtValue());
  std::sort(by.strides.rbegin(), by.strides.rend());  // the outermost array first
  by.in_array = gep.getSourceElementType()->isAggregateType() && isa<ConstantInt>(*gep.idx_begin()) &&
                cast<ConstantInt>(*gep.idx_begin())->isZero();
  if (isa<StructType>(gep.getSourceElementType())) by.type = gep.getSourceElementType();
  return by;
}

namespace {

// A pointer that a loop moves on: what it is computed from depends on itself.
bool moves_in_loop(const Instruction& start) {
  SmallVector<const Value*, 8> work{start.getOperand(0)};
  SmallPtrSet<const Value*, 8> seen;
  while (!work.empty() && seen.size() < 32) {
    const Value* value = work.pop_back_val();
    if (value == &start) return true;
    if (!seen.insert(value).second) continue;
    if (auto* phi = dyn_cast<PHINode>(value))
      work.append(phi->incoming_values().begin(), phi->incoming_values().end());
    else if (auto* gep = dyn_cast<GetElementPtrInst>(value))
      work.push_back(gep->getPointerOperand());
    else if (auto* select = dyn_cast<SelectInst>(value))
      work.append({select->getTrueValue(), select->getFalseValue()});
  }
  return seen.size() >= 32;
}

// Memory that is copied byte by byte may hold pointers.
bool is_copied_on(const Instruction& load) {
  return load.getType()->isIntegerTy() && any_of(load.users(), [&](const User* user) {
           auto* store = dyn_cast<StoreInst>(user);
           return store != nullptr && store->getValueOperand() == &load;
         });
}

}  // namespace

void Reader::gap(const Instruction& place, std::string what) {
  Gap entry{&place, std::move(what)};
  if (std::find(all_.gaps_.begin(), all_.gaps_.end(), entry) == all_.gaps_.end())
    all_.gaps_.push_back(std::move(entry));
}

void Reader::read() {
  const Function& function = *all_.instances_[self_].function;
  for (const Argument& argument : function.args())
    if (argument.hasByValAttr()) {  // a copy of its own
      Type* type = argument.getParamByValType();
      const ObjectIndex object = fresh(argument, Object::Kind::Stack, type, all_.layout_.getTypeAllocSize(type));
      const NodeIndex given = node(&argument), own = graph_.add_node();
      graph_.include(own, all_.locations_.start_of(object));
      graph_.copy_memory(own, given, 0);
      graph_.include(given, all_.locations_.start_of(object));
    }
  for (const Instruction& instruction : instructions(function)) this->instruction(instruction);
}

ObjectIndex Reader::fresh(const Value& value, Object::Kind kind, Type* type, std::uint64_t size) {
  auto& objects = all_.instances_[self_].objects;
  if (const auto found = objects.find(&value); found != objects.end()) return found->second;
  Object object;
  object.kind = kind;
  object.context = all_.instances_[self_].context;
  object.owner = self_;
  object.value = &value;
  object.type = type;
  object.size = size;
  const ObjectIndex index = all_.locations_.add(std::move(object));
  return objects[&value] = index;
}

void Reader::instruction(const Instruction& instruction) {
  // Every variable that is used has an object, also where no pointer goes anywhere.
  for (const Use& operand : instruction.operands())
    if (isa<Constant>(operand) && !isa<ConstantData>(operand) && operand->getType()->isPointerTy()) node(operand);
  if (auto* call = dyn_cast<CallBase>(&instruction)) return this->call(*call);
  switch (instruction.getOpcode()) {
    case Instruction::Alloca: {
      const auto& slot = cast<AllocaInst>(instruction);
      const auto size = slot.getAllocationSize(all_.layout_);
      const bool one = slot.isStaticAlloca() && size && !slot.isArrayAllocation();
      const ObjectIndex object =
          fresh(slot, Object::Kind::Stack, one ? slot.getAllocatedType() : nullptr, one ? size->getFixedValue() : 0);
      return graph_.include(node(&instruction), all_.locations_.start_of(object));
    }
    case Instruction::Load:
      if (may_hold_pointer(instruction.getType()) || is_copied_on(instruction))
        graph_.load(node(instruction.getOperand(0)), node(&instruction));
      return;
    case Instruction::Store:
      if (auto* part = dyn_cast<TruncInst>(instruction.getOperand(0));
          part != nullptr && part->getOperand(0)->getType()->isIntegerTy(64)) {
        graph_.watch(node(part->getOperand(0)), [copy = *this, &instruction](LocationIndex location) mutable {
          if (copy.all_.locations_.object(copy.all_.locations_[location].object).kind != Object::Kind::Handle)
            copy.gap(instruction, "a part of a pointer in memory");
        });
      }
      if (may_hold_pointer(instruction.getOperand(0)->getType()) ||
          (isa<LoadInst>(instruction.getOperand(0)) && is_copied_on(*cast<Instruction>(instruction.getOperand(0)))))
        graph_.store(node(instruction.getOperand(0)), node(instruction.getOperand(1)));
      return;
    case Instruction::AtomicCmpXchg:
    case Instruction::AtomicRMW: {
      const Value* stored = instruction.getOperand(instruction.getOpcode() == Instruction::AtomicRMW ? 1 : 2);
      if (!may_hold_pointer(stored->getType())) return;
      graph_.store(node(stored), node(instruction.getOperand(0)));
      return graph_.load(node(instruction.getOperand(0)), node(&instruction));
    }
    case Instruction::GetElementPtr: {
      Shift by = shift_of(cast<GEPOperator>(instruction), all_.layout_);
      if (by.constant != 0 && moves_in_loop(instruction)) {
        by.strides.push_back(static_cast<std::uint64_t>(std::abs(by.constant)));
        by.constant = 0;
        by.in_array = false;
      }
      return graph_.shift(node(instruction.getOperand(0)), node(&instruction), std::move(by));
    }
    case Instruction::Ret:
      if (instruction.getNumOperands() == 1 && may_hold_pointer(instruction.getOperand(0)->getType()))
        graph_.copy(node(instruction.getOperand(0)), all_.instances_[self_].result);
      return;
    case Instruction::LandingPad:
      return graph_.copy(all_.thrown_, node(&instruction));
    case Instruction::Resume:
      return graph_.copy(node(instruction.getOperand(0)), all_.thrown_);
    case Instruction::VAArg:
      return graph_.load(node(instruction.getOperand(0)), node(&instruction));
    case Instruction::ICmp:
    case Instruction::FCmp:
    case Instruction::Br:
    case Instruction::Switch:
      return;
    default:
      break;
  }
  if (!may_hold_pointer(instruction.getType())) return;
  if (auto* operation = dyn_cast<BinaryOperator>(&instruction)) return arithmetic(*operation);
  for (const Use& operand : instruction.operands())  // phi, select, casts, parts of aggregates and vectors
    if (may_hold_pointer(operand->getType())) graph_.copy(node(operand), node(&instruction));
}

void Reader::arithmetic(const BinaryOperator& operation) {
  const bool moves = operation.getOpcode() == Instruction::Add || operation.getOpcode() == Instruction::Sub;
  auto* constant = dyn_cast<ConstantInt>(operation.getOperand(1));
  if (moves && constant != nullptr && constant->getBitWidth() <= 64) {
    const std::int64_t by = constant->getSExtValue();
    return graph_.shift(node(operation.getOperand(0)), node(&operation),
                        Shift{.constant = operation.getOpcode() == Instruction::Add ? by : -by});
  }
  for (const Use& operand : operation.operands()) {
    if (isa<ConstantInt>(operand)) continue;
    graph_.shift(node(operand), node(&operation), Shift{.anywhere = true});
  }
}

void Reader::each_function(NodeIndex pointer, std::function<void(const Function&)> use) {
  graph_.watch(pointer, [this_ = *this, use](LocationIndex location) mutable {
    const Object& object = this_.all_.locations_.object(this_.all_.locations_[location].object);
    if (object.kind == Object::Kind::Function) use(*cast<Function>(object.value));
  });
}

// Its operands are registers and numbers alone: it can touch nothing that it is not said to.
bool names_no_memory(StringRef assembly) {
  SmallVector<StringRef, 4> instructions;
  std::string text = assembly.str();
  std::replace(text.begin(), text.end(), '\n', ';');
  std::replace(text.begin(), text.end(), '\t', ' ');
  StringRef(text).split(instructions, ';', -1, /*KeepEmpty=*/false);
  return all_of(instructions, [](StringRef instruction) {
    const auto [mnemonic, rest] = instruction.trim().split(' ');
    SmallVector<StringRef, 4> operands;
    rest.split(operands, ',', -1, /*KeepEmpty=*/false);
    return all_of(operands, [](StringRef operand) {
      operand = operand.trim();
      return operand.empty() || operand == "nop" ||
             (operand.find_first_of("([") == StringRef::npos && StringRef("$%").contains(operand[0]));
    });
  });
}

void Reader::call(const CallBase& call) {
  if (const auto* assembly = dyn_cast<InlineAsm>(call.getCalledOperand())) {
    const bool touches_operands = call.mayReadOrWriteMemory() && !call.arg_empty();
    if (touches_operands || !names_no_memory(assembly->getAsmString())) gap(call, "inline assembly");
    return;
  }
  const Value* callee = call.getCalledOperand()->stripPointerCastsAndAliases();
  if (auto* function = dyn_cast<Function>(callee)) return call_function(call, *function);
  each_function(node(callee), [copy = *this, &call](const Function& function) mutable {
    // A pointer of another type is never called; one with fewer parameters may be, in C.
    if (function.arg_size() > call.arg_size() || function.isIntrinsic()) return;
    if (function.isDeclaration()) {
      copy.all_.instances_[copy.self_].library[&call].insert(&function);
      const LibraryFunction& does = library_function({function.getName().data(), function.getName().size()});
      if (synchronises(does) && does.sync != Sync::Abort)
        copy.gap(call, "a call of '" + function.getName().str() + "' through a pointer");
    }
    copy.call_function(call, function);
  });
  // A pointer out of memory of a library is a function of the library (virtual functions of its classes), which may use
  // and keep what it is given, unless somebody else may have given us the pointer.
  const bool foreign = call.getModule()->getNamedValue("heddle.memory") != nullptr;
  graph_.watch(node(callee), [copy = *this, &call, foreign](LocationIndex location) mutable {
    if (copy.all_.locations_[location].object != copy.all_.outside_) return;
    if (foreign) return copy.unknown_call(call, "a call through a pointer that comes from outside");
    copy.call_into_library(call);
  });
}

void Reader::call_into_library(const CallBase& call) {
  if (!all_.instances_[self_].into_library.insert(&call).second) return;
  const LocationIndex anywhere = all_.locations_.anywhere_in(all_.outside_);
  for (const Use& argument : call.args()) {
    if (!argument->getType()->isPointerTy() || isa<ConstantData>(argument)) continue;
    graph_.copy(node(argument), graph_.content(anywhere));
    each_function(node(argument), [copy = *this, &call](const Function& callback) mutable {
      if (!callback.isDeclaration()) copy.gap(call, "a function that is given to a library");
    });
  }
  if (call.getType()->isPointerTy()) graph_.include(node(&call), anywhere);
}

void Reader::call_function(const CallBase& call, const Function& callee) {
  if (callee.isIntrinsic()) return intrinsic(call, callee);
  if (callee.isDeclaration()) return library_call(call, callee);
  std::vector<NodeIndex> arguments;
  for (const Use& argument : call.args()) arguments.push_back(node(argument));
  enter(call, callee, std::move(arguments));
}

void Reader::enter(const CallBase& call, const Function& callee, std::vector<NodeIndex> arguments) {
  const InstanceIndex target = all_.instance(all_.instances_[self_].context, callee);
  if (!all_.instances_[self_].callees[&call].insert(target).second) return;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i >= callee.arg_size())
      graph_.copy(arguments[i], all_.instances_[target].varargs);
    else if (may_hold_pointer(callee.getArg(static_cast<unsigned>(i))->getType()))
      graph_.copy(arguments[i], all_.value_node(target, *callee.getArg(static_cast<unsigned>(i))));
  }
  if (may_hold_pointer(call.getType())) graph_.copy(all_.instances_[target].result, node(&call));
}

void Reader::unknown_call(const CallBase& call, const std::string& what) {
  gap(call, what);
  const LocationIndex anywhere = all_.locations_.anywhere_in(all_.outside_);
  const NodeIndex outside = graph_.add_node();
  graph_.include(outside, anywhere);
  for (const Use& argument : call.args()) {
    if (!may_hold_pointer(argument->getType()) || isa<ConstantData>(argument)) continue;
    graph_.copy(node(argument), graph_.content(anywhere));
    if (may_hold_pointer(call.getType())) graph_.copy(node(argument), node(&call));
    each_function(node(argument), [copy = *this, &call, outside](const Function& callback) mutable {
      if (!callback.isDeclaration()) copy.enter(call, callback, std::vector<NodeIndex>(callback.arg_size(), outside));
    });
  }
  if (may_hold_pointer(call.getType())) graph_.include(node(&call), anywhere);
}

}  // namespace heddle::analysis
