// What each thread may do, as far as the module tells: for the entry functions of threads the closure over the call
// graph, flow-insensitive (ops(thread) of Stoller 2002, section 6). Read from the hooks, which name what they touch,
// and from calls of library functions, whose effect the symbol policy knows (model/library_effect.h). An object is a
// global variable or unknown.
//
// An upper bound, always: a call through a pointer may reach every function whose address is taken, of the program or
// of a library (there on an unknown object), and where streams or locales are used whatever stands in the tables of
// virtual functions inside the library; creating a thread includes what the thread does; a function of which nothing is
// known may do everything. What nobody calls by name: destructors of exceptions, which native code calls at the end of
// a handler; the state of a std::thread, which its thread deletes; destructors of keys and thread-local variables; the
// handler of operator new. The searches check at each state that what is about to happen was foreseen
// (search/selective.h).
//
// Main functions: read_abilities; Reader::function (one function), Reader::closure.
#include <map>
#include <set>

#include "instrument/context.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "model/operation.h"

namespace heddle {

using namespace llvm;

namespace {

using K = OperationKind;

// What a std::thread runs: a virtual function of an object that nobody else gets hold of, and then its destructor.
constexpr StringLiteral kRun = "6_M_runEv", kDelete = "D0Ev";
bool is_body_of_std_thread(const Function& function) {
  StringRef name = function.getName();
  return name.starts_with("_ZNSt6thread11_State_impl") && name.ends_with(kRun);
}

bool is_address_taken(const Function& function) { return function.hasAddressTaken(nullptr, false, true, true, true); }

class Reader {
 public:
  explicit Reader(Context& context) : context_(context) {}

  void read() {
    for (Function& function : context_.module) {
      if (function.isDeclaration()) {
        note_reference(function);
        continue;
      }
      if (is_address_taken(function)) pointed_to_.push_back(&function);
      if (is_body_of_std_thread(function)) bodies_.push_back(&function);
    }
    context_.out.hidden_effects |= context_.out.uses_library_state || context_.out.locks_streams;
    read_outside();
    for (Function& function : context_.module)
      if (!function.isDeclaration()) this->function(function);
    read_every_thread();
    for (Function* entry : entries_) context_.out.abilities.push_back(closure(*entry, false));
    for (Function* body : bodies_) context_.out.abilities.push_back(closure(*body, false));
    if (Function* main = context_.module.getFunction("main"); main && !main->isDeclaration())
      context_.out.abilities.push_back(closure(*main, true));
  }

 private:
  struct Touch {
    K kind;
    const GlobalVariable* object;  // nullptr: unknown
    auto operator<=>(const Touch&) const = default;
  };
  struct Summary {
    bool everything = false, calls_pointers = false;
    std::set<Touch> touches;
    std::set<Function*> callees;
  };

  const SymbolRule& rule_of(const Function& callee) {
    const auto [known, fresh] = rules_.try_emplace(&callee);
    if (fresh) known->second = symbol_rule({callee.getName().data(), callee.getName().size()});
    return known->second;
  }
  const LibraryEffect& effect_of(const Function& callee) { return rule_of(callee).effect; }
  bool is_modelled(const Function& callee) {  // with a known effect
    return rule_of(callee).policy == SymbolPolicy::Modelled && !effect_of(callee).does.is_anything();
  }
  bool may_do_anything(const Function& callee) {
    if (callee.isIntrinsic() || is_modelled(callee)) return false;
    SymbolPolicy policy = context_.policy(callee.getName());
    return policy != SymbolPolicy::Intercepted && policy != SymbolPolicy::Forwarded;
  }

  void note_reference(const Function& function) {
    if (function.use_empty() || hook_kind(&function)) return;
    const LibraryEffect& effect = effect_of(function);
    if (may_do_anything(function)) context_.out.hidden_effects = true;
    // What runs at the end of a thread or of the process is called through pointers.
    const bool at_both = effect.registers == Registers::ForBothEnds;
    ends_threads_ |= at_both || effect.registers == Registers::ForThreadEnd;
    ends_process_ |= at_both || effect.registers == Registers::ForProcessEnd;
    leaves_main_ |= effect.ends == MayEnd::Thread;
    counts_references_ |= effect.does.has(K::AtomicRmw);
    has_tables_ |= function.getName().starts_with("_Z") && !is_modelled(function);
    if (context_.policy(function.getName()) == SymbolPolicy::Forwarded) note_callbacks(function);
  }

  // Native code may call what it is given: when, and in which thread, nobody knows.
  void note_callbacks(const Function& native) {
    for (const User* user : native.users())
      if (const auto* call = dyn_cast<CallBase>(user))
        for (const Value* argument : call->args())
          if (const auto* given = dyn_cast<Function>(argument->stripPointerCasts()); given && !given->isDeclaration())
            callbacks_.insert(const_cast<Function*>(given));
  }

  // What a call through a pointer does if it leads out of the program.
  void read_outside() {
    for (const GlobalVariable& global : context_.module.globals())
      has_tables_ |= global.isDeclaration() && !global.use_empty() && global.getName().starts_with("_ZT") &&
                     !global.getName().contains("10__cxxabiv1");
    outside_.everything = context_.out.uses_library_state;
    for (const Function& function : context_.module)
      if (function.isDeclaration() && !hook_kind(&function) && is_address_taken(function))
        read_library_call(outside_, nullptr, function);
    if (!has_tables_) return;
    plain(outside_, K::PlainRead, nullptr);
    plain(outside_, K::PlainWrite, nullptr);
    plain(outside_, K::StorageEnd, nullptr);
  }

  // What any thread may do besides what its function says.
  void read_every_thread() {
    // The library itself locks stdio for std::cin.
    every_thread_.everything = context_.out.locks_streams || context_.out.cancels_threads ||
                               context_.out.tries_to_join || refers_to("_ZNSt6locale6globalERKS_") ||
                               refers_to("_ZSt3cin");
    every_thread_.calls_pointers = ends_threads_ || context_.out.sets_new_handler;
    if (context_.out.deletes_keys || context_.out.sets_new_handler)  // State in machine/models.h
      touch(every_thread_, K::RwReadLock, nullptr);
    // The last thread takes the process with it, and what runs then may create others.
    if (leaves_main_ && (ends_process_ || !context_.out.destructors.empty()))
      touch(every_thread_, K::ProcessExit, nullptr);
  }

  void function(Function& function) {
    Summary& summary = summaries_[&function];
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (call == nullptr || call->isInlineAsm()) continue;
      auto* callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts());
      if (callee == nullptr)
        summary.calls_pointers = true;
      else if (auto hook = callee->getName(); hook_kind(callee))
        read_hook(summary, *call, hook);
      else if (!callee->isDeclaration())
        summary.callees.insert(callee);
      else
        read_library_call(summary, call, *callee);
    }
  }

  void touch(Summary& summary, K kind, const Value* pointer) {
    const auto* global = pointer == nullptr ? nullptr : dyn_cast<GlobalVariable>(getUnderlyingObject(pointer, 0));
    if (global != nullptr && (global->isDeclaration() || global->isThreadLocal() || global->isConstant()))
      global = nullptr;
    summary.touches.insert({kind, global});
  }

  void read_hook(Summary& summary, CallBase& call, StringRef name) {
    const Value* place = call.arg_empty() ? nullptr : call.getArgOperand(0);
    if (name.starts_with("heddle_atomic_load")) return touch(summary, K::AtomicLoad, place);
    if (name.starts_with("heddle_atomic_store")) return touch(summary, K::AtomicStore, place);
    if (name.starts_with("heddle_atomic_rmw")) return touch(summary, K::AtomicRmw, place);
    if (name.starts_with("heddle_atomic_cas")) return touch(summary, K::AtomicCompareExchange, place);
    if (name == "heddle_guard_load") return touch(summary, K::OnceEnter, place);
    if (name == "heddle_undefined" || name == "heddle_uninitialised" || name == "heddle_decides") return;
    if (name == "heddle_indirect_call" || name == "heddle_refused" || name == "heddle_external_call" || name == "heddle_external_pointer") return;
    if (name == "heddle_returns" || name == "heddle_expectation") return;
    if (name == "heddle_stack_end") return plain(summary, K::StorageEnd, nullptr);
    if (name == "heddle_stack_begin" || name == "heddle_parameter_begin" || name == "heddle_arguments_begin") return;
    if (name.starts_with("heddle_fence") || name == "heddle_back_edge" || name == "heddle_loop_head" ||
        name == "heddle_runs_forever")
      return;
    const bool of_stream = is_stream_function(call.getFunction()->getName());
    if (name.starts_with("heddle_read")) return plain(summary, K::PlainRead, place, of_stream);
    if (name.starts_with("heddle_write") || name == "heddle_memset") return plain(summary, K::PlainWrite, place, of_stream);
    if (name == "heddle_memcpy" || name == "heddle_memmove") {
      plain(summary, K::PlainWrite, place, of_stream);
      return plain(summary, K::PlainRead, call.getArgOperand(1), of_stream);
    }
    summary.everything = true;
  }

  // Plain accesses are visible only if all of them may be; those of input and output functions to a standard stream are.
  void plain(Summary& summary, K kind, const Value* pointer, bool of_stream = false) {
    if (context_.options.visible == Visibility::All || of_stream) touch(summary, kind, pointer);
  }

  // `call`: nullptr if it may be any call.
  void read_library_call(Summary& summary, const CallBase* call, const Function& callee) {
    const LibraryEffect& effect = effect_of(callee);
    if (may_do_anything(callee)) {
      summary.everything = true;
    } else {
      const Value* object = call == nullptr || call->arg_empty() ? nullptr : call->getArgOperand(0);
      for (const K kind : effect.does) touch(summary, kind, object);
      if (effect.does.has(K::ProcessExit)) summary.calls_pointers |= ends_process_;
      read_start(summary, call, effect.starts);
      if (effect.ends == MayEnd::Exceptions) {
        summary.callees.insert(callbacks_.begin(), callbacks_.end());
        if (counts_references_) touch(summary, K::AtomicRmw, nullptr);
      }
    }
    if (!callee.isIntrinsic()) {  // reads and writes what it is given
      plain(summary, K::PlainRead, nullptr);
      plain(summary, K::PlainWrite, nullptr);
    }
    if (effect.ends == MayEnd::Storage || effect.ends == MayEnd::Exceptions) plain(summary, K::StorageEnd, nullptr);
  }

  void read_start(Summary& summary, const CallBase* call, Starts starts) {
    if (starts == Starts::Nobody) return;
    auto* entry = starts == Starts::ThirdArgument && call != nullptr && call->arg_size() == 4
                      ? dyn_cast<Function>(call->getArgOperand(2)->stripPointerCasts())
                      : nullptr;
    if (entry == nullptr || entry->isDeclaration()) {
      summary.calls_pointers = true;
    } else {
      summary.callees.insert(entry);
      entries_.insert(entry);
    }
  }

  bool refers_to(StringRef name) const { return context_.module.getNamedValue(name) != nullptr; }

  Ability closure(Function& entry, bool is_main) {
    std::set<Function*> seen{&entry};
    std::vector<Function*> work{&entry};
    Summary all = every_thread_;
    all.calls_pointers |= is_main && ends_process_;
    if (is_main) {
      all.touches.insert({K::ProcessExit, nullptr});
      for (const auto* names : {&context_.out.constructors, &context_.out.destructors})
        for (const std::string& name : *names) reach(context_.module.getFunction(name), seen, work);
    }
    if (is_body_of_std_thread(entry))
      reach(context_.module.getFunction((entry.getName().drop_back(kRun.size()) + kDelete).str()), seen, work);
    bool pointers_followed = false;
    while (!all.everything) {
      if (all.calls_pointers && !pointers_followed) {
        pointers_followed = true;
        add(outside_, all, seen, work);
        for (Function* function : pointed_to_) reach(function, seen, work);
      }
      if (work.empty()) break;
      const Summary& next = summaries_[work.back()];
      work.pop_back();
      add(next, all, seen, work);
    }
    Ability ability{is_main ? std::string() : entry.getName().str(), all.everything, {}};
    for (const Touch& t : all.touches) ability.touches.push_back({t.kind, t.object ? t.object->getName().str() : ""});
    return ability;
  }

  static void add(const Summary& next, Summary& all, std::set<Function*>& seen, std::vector<Function*>& work) {
    all.everything |= next.everything;
    all.calls_pointers |= next.calls_pointers;
    all.touches.insert(next.touches.begin(), next.touches.end());
    for (Function* callee : next.callees) reach(callee, seen, work);
  }
  static void reach(Function* function, std::set<Function*>& seen, std::vector<Function*>& work) {
    if (function != nullptr && seen.insert(function).second) work.push_back(function);
  }

  Context& context_;
  std::map<const Function*, SymbolRule> rules_;
  std::map<Function*, Summary> summaries_;
  std::vector<Function*> pointed_to_, bodies_;
  std::set<Function*> entries_;
  std::set<Function*> callbacks_;  // given to native code
  Summary outside_, every_thread_;
  bool ends_threads_ = false, ends_process_ = false;  // with functions that are registered
  bool leaves_main_ = false;
  bool counts_references_ = false;
  bool has_tables_ = false;  // there may be objects with virtual functions of a library
};

}  // namespace

void read_abilities(Context& context) { Reader(context).read(); }

}  // namespace heddle
