// See constraints.h. What a call does: enter (a function of the program), intrinsic, library_call (flow: where pointers
// go; synchronisation: whom it calls or starts), unknown_call (everything that it is given may go everywhere).
#include "static/constraints.h"

#include <algorithm>

#include "ir/library_bitcode.h"
#include "llvm/Analysis/ValueTracking.h"
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

std::uint64_t constant_or(const Value* value, std::uint64_t otherwise) {
  auto* constant = dyn_cast<ConstantInt>(value);
  return constant == nullptr ? otherwise : constant->getLimitedValue();
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

void Reader::intrinsic(const CallBase& call, const Function& callee) {
  if (auto* transfer = dyn_cast<AnyMemTransferInst>(&call))
    return graph_.copy_memory(node(transfer->getRawDest()), node(transfer->getRawSource()),
                              constant_or(transfer->getLength(), 0));
  switch (callee.getIntrinsicID()) {
    case Intrinsic::vastart: {
      // The registers and the stack behind a va_list: an object that holds what was passed.
      const ObjectIndex area = fresh(call, Object::Kind::Stack, nullptr, 0);
      const LocationIndex anywhere = all_.locations_.anywhere_in(area);
      graph_.copy(all_.instances_[self_].varargs, graph_.content(anywhere));
      const NodeIndex pointer = graph_.add_node(), list = graph_.add_node();
      graph_.include(pointer, anywhere);
      graph_.shift(node(call.getArgOperand(0)), list, Shift{.anywhere = true});
      return graph_.store(pointer, list);
    }
    case Intrinsic::vacopy:
      return graph_.copy_memory(node(call.getArgOperand(0)), node(call.getArgOperand(1)), 0);
    default:
      break;
  }
  // Instructions for vectors, jumps over frames: where they write and go is not followed.
  const StringRef name = callee.getName();
  const bool uses_pointer =
      any_of(call.args(), [](const Use& argument) { return argument->getType()->isPtrOrPtrVectorTy(); });
  const bool foreign = name.starts_with("llvm.x86.") || name.starts_with("llvm.masked.") ||
                       name.starts_with("llvm.vp.") || name.starts_with("llvm.eh.sjlj.");
  if (foreign && uses_pointer && call.mayReadOrWriteMemory()) gap(call, "the instruction '" + name.str() + "'");
  if (!may_hold_pointer(call.getType())) return;
  for (const Use& argument : call.args())  // threadlocal.address, launder.invariant.group, expect ...
    if (may_hold_pointer(argument->getType()) && !isa<ConstantInt>(argument)) graph_.copy(node(argument), node(&call));
}

void Reader::library_call(const CallBase& call, const Function& callee) {
  const LibraryFunction& function = library_function({callee.getName().data(), callee.getName().size()});
  if (!function.known || callee.hasFnAttribute(kUnseen)) return unknown_call(call, callee.getName().str());
  flow(call, function);
  if (callee.getName() == "__cxa_throw" || callee.getName() == "__cxa_init_primary_exception") thrown(call);
  if (const auto format = format_call(call, callee.getName())) allocate_input(call, *format);
  synchronisation(call, function, callee.getName());
}

void Reader::flow(const CallBase& call, const LibraryFunction& function) {
  const auto argument = [&](unsigned i) {
    return call.arg_size() > i ? node(call.getArgOperand(i)) : graph_.add_node();
  };
  const auto block = [&] {
    const bool sized = function.flow == Flow::Fresh && call.arg_size() == 1;
    return fresh(call, Object::Kind::Heap, nullptr, sized ? constant_or(call.getArgOperand(0), 0) : 0);
  };
  const NodeIndex result = node(&call);
  switch (function.flow) {
    case Flow::Nothing:
      return;
    case Flow::Fresh:
      return graph_.include(result, all_.locations_.start_of(block()));
    case Flow::FreshAt0: {
      const NodeIndex pointer = graph_.add_node();
      graph_.include(pointer, all_.locations_.start_of(block()));
      return graph_.store(pointer, argument(0));
    }
    case Flow::TextAt0: {  // in a block, or in the string itself
      const NodeIndex pointer = graph_.add_node();
      graph_.include(pointer, all_.locations_.start_of(block()));
      graph_.shift(argument(0), pointer, Shift{.anywhere = true});
      return graph_.store(pointer, argument(0));
    }
    case Flow::FreshFrom0: {
      const NodeIndex pointer = graph_.add_node();
      graph_.include(pointer, all_.locations_.start_of(block()));
      graph_.copy(pointer, result);
      graph_.copy(argument(0), result);
      return graph_.copy_memory(pointer, argument(0), 0);
    }
    case Flow::Copies:
    case Flow::CopiesPast:
      graph_.copy_memory(argument(0), argument(1), call.arg_size() > 2 ? constant_or(call.getArgOperand(2), 0) : 0);
      if (function.flow == Flow::CopiesPast) return graph_.shift(argument(0), result, Shift{.strides = {1}});
      return graph_.copy(argument(0), result);
    case Flow::Returns0:
      return graph_.copy(argument(0), result);
    case Flow::Inside0:
      return graph_.shift(argument(0), result, Shift{.strides = {1}});
    case Flow::Outside:
      if (may_hold_pointer(call.getType()) && !call.getType()->isIntegerTy())
        graph_.include(result, all_.locations_.anywhere_in(all_.outside_));
      return;
    case Flow::Throw:
      return graph_.copy(argument(0), all_.thrown_);
    case Flow::CaughtAt0:
      return graph_.store(all_.thrown_, argument(0));
    case Flow::Rethrown:
      return graph_.load(argument(0), all_.thrown_);
    case Flow::Stores:
      return graph_.store(argument(1), argument(0));
    case Flow::AtomicCopies: {
      // (size, from, to), (size, to, from), (size, place, from, to), (size, place, expected, wanted)
      const StringRef name = call.getCalledFunction() == nullptr ? "" : call.getCalledFunction()->getName();
      const std::uint64_t size = call.arg_empty() ? 0 : constant_or(call.getArgOperand(0), 0);
      if (name == "__atomic_load") return graph_.copy_memory(argument(2), argument(1), size);
      graph_.copy_memory(argument(1), argument(name == "__atomic_compare_exchange" ? 3 : 2), size);
      if (name == "__atomic_exchange") graph_.copy_memory(argument(3), argument(1), size);
      if (name == "__atomic_compare_exchange") graph_.copy_memory(argument(2), argument(1), size);
      return;
    }
    case Flow::Caught:  // a pointer that was thrown is caught by its value
      graph_.copy(all_.thrown_pointers_, result);
      return graph_.copy(all_.thrown_, result);
    case Flow::DynamicCast: {
      const auto* hint = call.arg_size() > 3 ? dyn_cast<ConstantInt>(call.getArgOperand(3)) : nullptr;
      if (hint != nullptr && hint->getSExtValue() >= 0)
        return graph_.shift(argument(0), result, Shift{.constant = -hint->getSExtValue()});
      return graph_.shift(argument(0), result, Shift{.anywhere = true});
    }
    case Flow::SetSpecific:
      return graph_.copy(argument(1), all_.contexts_[all_.instances_[self_].context].specific);
    case Flow::GetSpecific:
      return graph_.copy(all_.contexts_[all_.instances_[self_].context].specific, result);
    case Flow::ThreadResult:
      return graph_.store(all_.thread_results_, argument(1));
    case Flow::VariableArguments:
      return;
  }
}

// Its destructor runs when nobody handles or owns the object any more.
void Reader::thrown(const CallBase& call) {
  if (call.arg_size() < 3) return;
  auto* type = dyn_cast<GlobalVariable>(call.getArgOperand(1)->stripPointerCasts());
  if (type == nullptr || !type->getName().starts_with("_ZTI") || type->getName().starts_with("_ZTIP"))
    graph_.load(node(call.getArgOperand(0)), all_.thrown_pointers_);
  each_function(node(call.getArgOperand(2)), [copy = *this, &call](const Function& destructor) mutable {
    if (destructor.isDeclaration()) return copy.registered_library(call, destructor);
    copy.all_.add_thrown({copy.all_.instances_[copy.self_].context, &destructor, copy.node(call.getArgOperand(0))});
  });
}

// scanf with "%ms" puts a new block where the argument points.
void Reader::allocate_input(const CallBase& call, const FormatCall& format) {
  if (!format.scans) return;
  StringRef text;
  const auto uses = getConstantStringInfo(call.getArgOperand(format.format), text)
                        ? scanf_uses({text.data(), text.size()})
                        : std::nullopt;
  if (uses && std::find(uses->begin(), uses->end(), FormatUse::Allocates) == uses->end()) return;
  const NodeIndex pointer = graph_.add_node();
  graph_.include(pointer, all_.locations_.start_of(fresh(call, Object::Kind::Heap, nullptr, 0)));
  if (format.has_list) {  // the list holds pointers to where the arguments are
    const NodeIndex list = graph_.add_node(), area = graph_.add_node(), in_area = graph_.add_node(),
                    given = graph_.add_node();
    graph_.shift(node(call.getArgOperand(format.first)), list, Shift{.anywhere = true});
    graph_.load(list, area);
    graph_.shift(area, in_area, Shift{.anywhere = true});
    graph_.load(in_area, given);
    return graph_.store(pointer, given);
  }
  for (unsigned i = format.first; i < call.arg_size(); ++i) graph_.store(pointer, node(call.getArgOperand(i)));
}

void Reader::synchronisation(const CallBase& call, const LibraryFunction& function, StringRef name) {
  switch (function.sync) {
    case Sync::Create:
      return create(call);
    case Sync::Self:
      return graph_.include(node(&call),
                            all_.locations_.start_of(all_.contexts_[all_.instances_[self_].context].handle));
    case Sync::Once:
      unknown_function(call, 1, "a function that is called once and");
      return each_function(node(call.getArgOperand(1)), [copy = *this, &call](const Function& once) mutable {
        if (call.arg_size() < 3) return copy.call_function(call, once);
        copy.enter(call, once, {copy.node(call.getArgOperand(2))});  // a closure
      });
    case Sync::EndThread:
      return graph_.copy(node(call.getArgOperand(0)), all_.thread_results_);
    case Sync::AtProcessEnd:
      unknown_function(call, 0, "a function that is registered for the end and");
      return each_function(node(call.getArgOperand(0)), [copy = *this, &call](const Function& handler) mutable {
        if (handler.isDeclaration()) return copy.registered_library(call, handler);
        const NodeIndex argument = call.arg_size() > 1 ? copy.node(call.getArgOperand(1)) : copy.graph_.add_node();
        copy.all_.exit_handlers_.push_back({&handler, argument});
        for (ContextIndex c = 0; c < copy.all_.contexts_.size(); ++c)
          if (copy.all_.contexts_[c].exits) copy.all_.add_exit_handler(c, copy.all_.exit_handlers_.back());
      });
    case Sync::ExitHandlers: {
      const ContextIndex own = all_.instances_[self_].context;
      if (std::exchange(all_.contexts_[own].exits, true)) return;
      const auto handlers = all_.exit_handlers_;
      for (const auto& handler : handlers) all_.add_exit_handler(own, handler);
      return;
    }
    case Sync::AtThreadEnd: {
      const bool key = name.contains("key_create");
      unknown_function(call, key ? 1 : 0, "a function that is registered for the end and");
      return each_function(
          node(call.getArgOperand(key ? 1 : 0)), [copy = *this, &call, key](const Function& handler) mutable {
            if (handler.isDeclaration()) return copy.registered_library(call, handler);
            const ContextIndex own = copy.all_.instances_[copy.self_].context;
            // What a key's destructor gets is another thread's, too: the contexts that exist, and those to come, are
            // not followed. It is reported as a gap if it touches anything that is not its own.
            if (key) copy.gap(call, "the destructor of a thread-specific value");
            const InstanceIndex target = copy.all_.instance(own, handler);
            if (handler.arg_size() > 0 && !key && call.arg_size() > 1)
              copy.graph_.copy(copy.node(call.getArgOperand(1)), copy.all_.value_node(target, *handler.getArg(0)));
            if (handler.arg_size() > 0 && key)
              copy.graph_.copy(copy.all_.contexts_[own].specific, copy.all_.value_node(target, *handler.getArg(0)));
            auto& list = copy.all_.contexts_[own].at_end;
            if (std::find(list.begin(), list.end(), target) == list.end()) list.push_back(target);
          });
    }
    case Sync::GivesUp:
      return all_.add_gives_up({self_, &call});
    case Sync::Unsupported:
      return gap(call, name.str());
    default:
      return;
  }
}

void Reader::create(const CallBase& call) {
  if (call.arg_size() < 4) return gap(call, "a thread that is created in an unknown way");
  all_.thread_arguments_.push_back(node(call.getArgOperand(3)));
  each_function(node(call.getArgOperand(2)), [copy = *this, &call](const Function& entry) mutable {
    if (entry.isDeclaration()) return copy.gap(call, "a thread that runs '" + entry.getName().str() + "'");
    const ContextIndex started = copy.all_.context(call, entry, copy.self_);
    if (!copy.all_.instances_[copy.self_].starts[&call].insert(started).second) return;
    const NodeIndex handle = copy.graph_.add_node();
    copy.graph_.include(handle, copy.all_.locations_.start_of(copy.all_.contexts_[started].handle));
    copy.graph_.store(handle, copy.node(call.getArgOperand(0)));
    if (entry.arg_size() > 0)
      copy.graph_.copy(copy.node(call.getArgOperand(3)),
                       copy.all_.value_node(copy.all_.contexts_[started].first, *entry.getArg(0)));
  });
  unknown_function(call, 2, "a thread whose function");
}

// Callers of a library may have brought it.
void Reader::unknown_function(const CallBase& call, unsigned argument, const char* what) {
  graph_.watch(node(call.getArgOperand(argument)), [copy = *this, &call, what](LocationIndex location) mutable {
    if (copy.all_.locations_[location].object == copy.all_.outside_)
      copy.gap(call, std::string(what) + " comes from outside");
  });
}

// A handler without a body: what it does to locks and threads would not be seen.
void Reader::registered_library(const CallBase& call, const Function& handler) {
  const LibraryFunction& does = library_function({handler.getName().data(), handler.getName().size()});
  if (!does.known || does.sync != Sync::Nothing)
    gap(call, "'" + handler.getName().str() + "' as a function that is registered for the end");
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
