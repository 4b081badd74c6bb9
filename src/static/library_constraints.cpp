// See constraints.h: calls of functions without a body. intrinsic: LLVM's own; library_call: what the table of library
// functions (library.h) says, in two parts: flow, where pointers go, and synchronisation, whom the call starts or
// calls.
#include <algorithm>
#include <utility>

#include "ir/library_bitcode.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "static/constraints.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

std::uint64_t constant_or(const Value* value, std::uint64_t otherwise) {
  auto* constant = dyn_cast<ConstantInt>(value);
  return constant == nullptr ? otherwise : constant->getLimitedValue();
}

}  // namespace

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

}  // namespace heddle::analysis
