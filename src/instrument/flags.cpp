// What the machine has to know about the program as a whole, read off the functions and variables it refers to.
//
// `unlock_is_visible`: an unlock can be noticed without taking the lock only by trylock, timed locks and destroy. It
// must not depend on the optimiser, or a replay without optimisation would count steps differently. Orders of atomics
// are read after optimisation, when the branches over a constant order inside std::atomic are gone.
//
// `tells_without_order`: a thread can go on, or see something, because of what another one has done, without being ordered
// after it. Conditions, trylocks, time limits and clocks are like that, and atomics that do not acquire what they read
// or do not release what they write. Listed is what is not; everything that is neither listed nor known to concern the
// caller alone is taken to be.
#include <initializer_list>

#include "instrument/context.h"
#include "llvm/IR/InstIterator.h"
#include "model/operation.h"

namespace heddle {

using namespace llvm;

namespace {

bool is_one_of(StringRef name, std::initializer_list<StringRef> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool notices_free_lock(StringRef name) {
  if (name.starts_with("pthread_rwlock_"))
    return name.contains("_try") || name.contains("_timed") || name.contains("_clock") || name.ends_with("_destroy");
  return is_one_of(name, {"pthread_mutex_trylock", "pthread_mutex_timedlock", "pthread_mutex_clocklock",
                          "pthread_mutex_destroy", "pthread_spin_trylock", "pthread_spin_destroy", "mtx_trylock",
                          "mtx_timedlock", "mtx_destroy", "__gthrw_pthread_mutex_trylock", "ftrylockfile"});
}

// Somewhere else than in std::lock, which waits until the locks are free before its own code tries them.
bool is_called_otherwise(const Function& function, unsigned depth) {
  if (locks_all_at_once(function)) return false;
  if (function.use_empty()) return !function.hasLocalLinkage() && !function.isDeclaration();
  for (const User* user : function.users()) {
    const auto* call = dyn_cast<CallBase>(user);
    if (call == nullptr || call->getCalledOperand() != &function || depth > 20) return true;
    if (is_called_otherwise(*call->getFunction(), depth + 1)) return true;
  }
  return false;
}

// Somewhere else than in what runs before main.
bool registers_handlers(const Function& function) {
  if (!is_one_of(function.getName(), {"atexit", "on_exit", "__cxa_atexit"})) return false;
  return llvm::any_of(function.users(), [&](const User* user) {
    const auto* call = dyn_cast<CallBase>(user);
    if (call == nullptr || call->getCalledOperand() != &function) return true;
    StringRef caller = call->getFunction()->getName();
    return !caller.starts_with("__cxx_global_var_init") && !caller.starts_with("_GLOBAL__");
  });
}

bool waits_on_condition(StringRef name) {
  if (name.starts_with("pthread_cond_")) return name.contains("wait");
  if (is_one_of(name, {"cnd_wait", "cnd_timedwait"})) return true;
  return name.starts_with("_ZNSt18condition_variable4wait") || name.starts_with("_ZNSt3_V222condition_variable_any");
}

// With none of these nobody can tell whether a call of stdio on a shared stream has taken its lock.
bool locks_streams(StringRef name) {
  return is_one_of(name, {"flockfile", "ftrylockfile", "funlockfile"}) || name.ends_with("_unlocked");
}

bool reads_float_flags(StringRef name) {
  return is_one_of(name, {"fetestexcept", "fegetexcept", "feclearexcept", "feraiseexcept", "fesetexcept",
                          "llvm.x86.sse.stmxcsr", "llvm.x86.sse.ldmxcsr"});
}

// iostreams, locales and everything that drags them in: libstdc++ keeps their state in its own data.
bool is_library_state(StringRef name) {
  if (!name.starts_with("_Z")) return false;
  for (StringRef part : {"ios_base", "basic_ios", "basic_streambuf", "basic_ostream", "basic_istream", "basic_iostream",
                         "basic_filebuf", "basic_stringbuf", "basic_stringstream", "basic_ofstream", "basic_ifstream",
                         "basic_fstream", "6locale", "basic_syncbuf"})
    if (name.contains(part)) return true;
  if (name.starts_with("_ZNSo") || name.starts_with("_ZNSi") || name.starts_with("_ZNSd") ||
      name.starts_with("_ZStls") || name.starts_with("_ZStrs"))
    return true;
  return is_one_of(
      name, {"_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt3cin", "_ZSt5wcout", "_ZSt5wcerr", "_ZSt5wclog", "_ZSt4wcin"});
}

// Whoever goes on because of one of these is ordered after it, or nobody does.
bool orders_what_it_tells(StringRef name) {
  if (name.starts_with("_Zn") || name.starts_with("_Zd")) return true;  // operator new, delete
  return is_one_of(name, {"pthread_create", "pthread_join", "pthread_detach", "pthread_exit", "pthread_self", "pthread_equal",
                          "pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_spin_init",
                          "pthread_spin_lock", "pthread_spin_unlock", "pthread_once", "pthread_barrier_init",
                          "pthread_barrier_wait", "sem_init", "sem_wait", "sem_post", "sched_yield", "usleep", "sleep",
                          "nanosleep", "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
                          "_ZNSt6thread4joinEv", "_ZNSt6thread6detachEv", "_ZSt9terminatev", "__cxa_guard_acquire",
                          "__cxa_guard_release", "__cxa_guard_abort", "__once_proxy", "__emutls_get_address", "__cxa_atexit",
                          "__gxx_personality_v0", "__gcc_personality_v0", "malloc", "calloc", "realloc", "free",
                          "aligned_alloc", "posix_memalign", "strdup", "printf", "puts", "putchar", "sprintf", "snprintf",
                          "exit", "_exit", "_Exit", "abort", "__assert_fail", "reach_error", "heddle_reaches_error",
                          "heddle_choose", "heddle_assertion_failed", "heddle_label",
                          "heddle_count_references"});  // docs/decisions/15-shared-state.md
}

bool tells_without_order(SymbolPolicy policy, StringRef name) {
  if (policy == SymbolPolicy::Unknown) return true;
  return policy == SymbolPolicy::Modelled && !orders_what_it_tells(name);
}

bool is_weak_order(std::uint64_t code) {
  return code != static_cast<std::uint64_t>(MemoryOrder::SequentiallyConsistent);
}

// The position of the order among a hook's arguments, counted from the end (the site is last).
bool uses_weak_order(const CallInst& call) {
  StringRef name = call.getCalledFunction()->getName();
  if (name == "heddle_guard_load") return false;
  const Value* argument = name == "heddle_fence" ? call.getArgOperand(0) : call.getArgOperand(call.arg_size() - 2);
  auto* order = dyn_cast<ConstantInt>(argument);
  if (order == nullptr) return true;
  std::uint64_t code = order->getZExtValue();
  if (name.starts_with("heddle_atomic_cas")) return is_weak_order(code & 0xff) || is_weak_order(code >> 8 & 0xff);
  return is_weak_order(code & 0xff);
}

// Whoever reads what another thread has written by such an operation is ordered after it.
bool orders_atomics(const CallInst& call) {
  StringRef name = call.getCalledFunction()->getName();
  if (name == "heddle_guard_load") return true;
  if (name == "heddle_fence") return false;
  auto* order = dyn_cast<ConstantInt>(call.getArgOperand(call.arg_size() - 2));
  if (order == nullptr) return false;
  const auto first = static_cast<MemoryOrder>(order->getZExtValue() & 0xff);
  const auto failure = static_cast<MemoryOrder>(order->getZExtValue() >> 8 & 0xff);
  if (name.starts_with("heddle_atomic_load")) return acquires(first);
  if (name.starts_with("heddle_atomic_store")) return releases(first);
  if (name.starts_with("heddle_atomic_rmw")) return acquires(first) && releases(first);
  return name.starts_with("heddle_atomic_cas") && acquires(first) && releases(first) && acquires(failure);
}

}  // namespace

void read_references(Context& context) {
  Instrumentation& out = context.out;
  for (const Function& function : context.module) {
    if (!function.isDeclaration() || function.use_empty() || function.isIntrinsic() || hook_kind(&function)) continue;
    StringRef name = function.getName();
    out.unlock_is_visible |= notices_free_lock(name) && is_called_otherwise(function, 0);
    out.locks_streams |= locks_streams(name);
    out.uses_conditions |= waits_on_condition(name);
    out.cancels_threads |= name == "pthread_cancel";
    out.tries_to_join |= is_one_of(name, {"pthread_tryjoin_np", "pthread_timedjoin_np", "pthread_clockjoin_np"});
    out.registers_handlers |= registers_handlers(function);
    out.deletes_keys |= name == "pthread_key_delete" || name == "__pthread_key_delete";
    out.sets_new_handler |= name == "_ZSt15set_new_handlerPFvvE";
    out.uses_library_state |= is_library_state(name);
    out.reads_float_flags |= reads_float_flags(name);
    SymbolPolicy policy = context.policy(name);
    out.tells_without_order |= tells_without_order(policy, name) || registers_handlers(function);
    if (policy == SymbolPolicy::Forwarded) out.harmless_calls.push_back(name.str());
    if (policy == SymbolPolicy::Refused) out.refused_calls.push_back(name.str());
  }
  for (const GlobalVariable& global : context.module.globals())
    if (global.isDeclaration() && !global.use_empty()) out.uses_library_state |= is_library_state(global.getName());
  out.tells_without_order |= out.uses_library_state;  // streams and locales that threads share
  for (const Function& function : context.module)
    for (const Instruction& instruction : instructions(function))
      if (auto* cas = dyn_cast<AtomicCmpXchgInst>(&instruction)) out.weak_compare_exchange |= cas->isWeak();
}

void read_atomic_orders(Context& context) {
  for (const Function& function : context.module)
    for (const Instruction& instruction : instructions(function)) {
      std::optional<HookKind> kind = hook_kind(instruction);
      if (!kind) continue;
      ++context.out.hooks;
      context.out.may_spin |= *kind == HookKind::BackEdge && !makes_progress(instruction);
      if (*kind != HookKind::Atomic) continue;
      context.out.weak_atomics |= uses_weak_order(cast<CallInst>(instruction));
      context.out.tells_without_order |= !orders_atomics(cast<CallInst>(instruction));
    }
}

}  // namespace heddle
