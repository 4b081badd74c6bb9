// What each thread may do, as far as the module tells: for the entry functions of threads the closure over the call
// graph, flow-insensitive (ops(thread) of Stoller 2002, section 6). Read from the hooks, which name what they touch,
// and from calls of library functions that a table below knows. An object is a global variable or unknown.
//
// An upper bound, always: a call through a pointer may reach every function whose address is taken, of the program or
// of a library (there on an unknown object), and where streams or locales are used whatever stands in the tables of
// virtual functions inside the library; creating a thread includes what the thread does; a function that is not in the
// table may do everything. What nobody calls by name: destructors of exceptions, which native code calls at the end of
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

// Library functions whose effect on others is one or two operations on the object that the first argument names (None:
// on nothing), and which change nothing else that another thread could see.
struct Known {
  StringLiteral name;
  K first, second;
  K third = K::None;  // for a limit that is out of reach
};
constexpr Known kKnown[] = {
    {"pthread_mutex_init", K::MutexInit, K::None},
    {"pthread_mutex_destroy", K::MutexDestroy, K::None},
    {"pthread_mutex_lock", K::MutexLock, K::None},
    {"pthread_mutex_unlock", K::MutexUnlock, K::None},
    {"pthread_mutex_trylock", K::MutexTryLock, K::None},
    {"pthread_mutex_timedlock", K::MutexTimedLock, K::MutexLock},
    {"pthread_mutex_clocklock", K::MutexTimedLock, K::MutexLock},
    {"pthread_spin_init", K::MutexInit, K::None},
    {"pthread_spin_destroy", K::MutexDestroy, K::None},
    {"pthread_spin_lock", K::MutexLock, K::None},
    {"pthread_spin_trylock", K::MutexTryLock, K::None},
    {"pthread_spin_unlock", K::MutexUnlock, K::None},
    {"pthread_cond_init", K::CondInit, K::None},
    {"pthread_cond_destroy", K::CondDestroy, K::None},
    {"pthread_cond_wait", K::CondWait, K::CondReacquire},
    {"pthread_cond_timedwait", K::CondTimedWait, K::CondReacquire, K::CondWait},
    {"pthread_cond_clockwait", K::CondTimedWait, K::CondReacquire, K::CondWait},
    {"pthread_cond_signal", K::CondSignal, K::None},
    {"pthread_cond_broadcast", K::CondBroadcast, K::None},
    {"_ZNSt18condition_variableC1Ev", K::CondInit, K::None},
    {"_ZNSt18condition_variableC2Ev", K::CondInit, K::None},
    {"_ZNSt18condition_variableD1Ev", K::CondDestroy, K::None},
    {"_ZNSt18condition_variableD2Ev", K::CondDestroy, K::None},
    {"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", K::CondWait, K::CondReacquire},
    {"_ZNSt18condition_variable10notify_oneEv", K::CondSignal, K::None},
    {"_ZNSt18condition_variable10notify_allEv", K::CondBroadcast, K::None},
    {"pthread_rwlock_init", K::RwInit, K::None},
    {"pthread_rwlock_destroy", K::RwDestroy, K::None},
    {"pthread_rwlock_rdlock", K::RwReadLock, K::None},
    {"pthread_rwlock_wrlock", K::RwWriteLock, K::RwWriteArrive},
    {"pthread_rwlock_tryrdlock", K::RwTryReadLock, K::None},
    {"pthread_rwlock_trywrlock", K::RwTryWriteLock, K::None},
    {"pthread_rwlock_unlock", K::RwUnlock, K::None},
    {"sem_init", K::SemInit, K::None},
    {"sem_destroy", K::SemDestroy, K::None},
    {"sem_wait", K::SemWait, K::None},
    {"sem_trywait", K::SemTryWait, K::None},
    {"sem_timedwait", K::SemTimedWait, K::SemWait},
    {"sem_clockwait", K::SemTimedWait, K::SemWait},
    {"sem_post", K::SemPost, K::None},
    {"sem_getvalue", K::SemGetValue, K::None},
    {"pthread_barrier_init", K::BarrierInit, K::None},
    {"pthread_barrier_destroy", K::BarrierDestroy, K::None},
    {"pthread_barrier_wait", K::BarrierArrive, K::BarrierLeave},
    {"heddle_count_references", K::AtomicRmw, K::None},
    {"__cxa_guard_acquire", K::OnceEnter, K::None},
    {"__cxa_guard_release", K::OnceDone, K::None},
    {"__cxa_guard_abort", K::OnceAbandon, K::None},
    {"__cxa_atexit", K::RwWriteLock, K::None},  // of the list of exit handlers, an unknown object here
    {"exit", K::ProcessExit, K::None},
    {"_exit", K::ProcessExit, K::None},
    {"_Exit", K::ProcessExit, K::None},
    {"quick_exit", K::ProcessExit, K::None},
    {"heddle_atomic_begin", K::AtomicSection, K::None},
    {"heddle_atomic_end", K::AtomicSection, K::None},
    {"__VERIFIER_atomic_begin", K::AtomicSection, K::None},
    {"__VERIFIER_atomic_end", K::AtomicSection, K::None},
};

// These end the execution with a bug, wait for what the search knows anyway, or concern nobody else.
constexpr StringLiteral kNothing[] = {
    "pthread_create",
    "pthread_join",
    "pthread_detach",
    "pthread_exit",
    "pthread_self",
    "getpid",
    "gettid",
    "pthread_equal",
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
    "_ZNSt6thread4joinEv",
    "_ZNSt6thread6detachEv",
    "_ZNSt6thread20hardware_concurrencyEv",
    "__errno_location",
    "sched_yield",
    "pthread_yield",
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "free",
    "aligned_alloc",
    "memalign",
    "valloc",
    "pvalloc",
    "posix_memalign",
    "malloc_usable_size",
    "strdup",
    "strndup",
    "_Znwm",
    "_Znam",
    "_ZnwmRKSt9nothrow_t",
    "_ZnamRKSt9nothrow_t",
    "_ZnwmSt11align_val_t",
    "_ZnamSt11align_val_t",
    "_ZdlPv",
    "_ZdaPv",
    "_ZdlPvm",
    "_ZdaPvm",
    "_ZdlPvSt11align_val_t",
    "_ZdaPvSt11align_val_t",
    "_ZdlPvmSt11align_val_t",
    "_ZdaPvmSt11align_val_t",
    "printf",
    "vprintf",
    "fprintf",
    "vfprintf",
    "puts",
    "fputs",
    "fputc",
    "putc",
    "putchar",
    "fwrite",
    "fflush",
    "perror",
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "sscanf",
    "__isoc99_sscanf",
    "abort",
    "__assert_fail",
    "reach_error",
    "_ZSt9terminatev",
    "heddle_assertion_failed",
    "heddle_assume_that",
    "heddle_label",
    "heddle_choose",
    "__VERIFIER_assume",
    "__VERIFIER_error",
    "clock_gettime",
    "gettimeofday",
    "time",
    "clock",
    "_ZNSt6chrono3_V212steady_clock3nowEv",
    "_ZNSt6chrono3_V212system_clock3nowEv",
    "nanosleep",
    "clock_nanosleep",
    "usleep",
    "sleep",
    "__emutls_get_address",
    "heddle_notices_processors",
    "heddle_notices_environment",
    "__libc_single_threaded"};

constexpr StringLiteral kCreate = "pthread_create",
                        kStartThread =
                            "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE";

// What a std::thread runs: a virtual function of an object that nobody else gets hold of, and then its destructor.
constexpr StringLiteral kRun = "6_M_runEv", kDelete = "D0Ev";
bool is_body_of_std_thread(const Function& function) {
  StringRef name = function.getName();
  return name.starts_with("_ZNSt6thread11_State_impl") && name.ends_with(kRun);
}

// Of an exception or its header: may end in the destructor that was thrown with it.
bool ends_exceptions(StringRef name) { return name.starts_with("__cxa_") || name.starts_with("_Unwind_"); }

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

  static const Known* known(StringRef name) {
    for (const Known& k : kKnown)
      if (k.name == name) return &k;
    return nullptr;
  }
  static bool does_nothing(StringRef name) {
    return std::find(std::begin(kNothing), std::end(kNothing), name) != std::end(kNothing) ||
           name.starts_with("__VERIFIER_nondet_");
  }
  static bool frees(StringRef name) {
    return name == "free" || name.starts_with("realloc") || name.starts_with("_Zdl") || name.starts_with("_Zda");
  }
  bool is_harmless(const Function& callee) const {
    if (callee.isIntrinsic() || does_nothing(callee.getName())) return true;
    SymbolPolicy policy = context_.policy(callee.getName());
    return policy == SymbolPolicy::Intercepted || policy == SymbolPolicy::Forwarded;
  }

  void note_reference(const Function& function) {
    if (function.use_empty() || hook_kind(&function)) return;
    StringRef name = function.getName();
    if (!is_harmless(function) && known(name) == nullptr) context_.out.hidden_effects = true;
    // What runs at the end of a thread or of the process is called through pointers.
    ends_threads_ |= name.starts_with("__cxa_thread_atexit") || name.contains("pthread_key_create");
    ends_process_ |= name.contains("atexit") || name == "on_exit";
    leaves_main_ |= name == "pthread_exit";
    counts_references_ |= name == "heddle_count_references";
    has_tables_ |= name.starts_with("_Z") && !does_nothing(name) && known(name) == nullptr;
    if (context_.policy(name) == SymbolPolicy::Forwarded) note_callbacks(function);
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
                               refers_to("_ZNSt6locale6globalERKS_") || refers_to("_ZSt3cin");
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
    if (name == "heddle_undefined" || name == "heddle_uninitialised") return;
    if (name == "heddle_indirect_call" || name == "heddle_refused" || name == "heddle_external_call" || name == "heddle_external_pointer") return;
    if (name == "heddle_returns" || name == "heddle_expectation") return;
    if (name == "heddle_stack_end") return plain(summary, K::StorageEnd, nullptr);
    if (name == "heddle_stack_begin" || name == "heddle_parameter_begin" || name == "heddle_arguments_begin") return;
    if (name.starts_with("heddle_fence") || name == "heddle_back_edge" || name == "heddle_loop_head")
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
    StringRef name = callee.getName();
    if (const Known* k = known(name)) {
      const Value* object = call == nullptr || call->arg_empty() ? nullptr : call->getArgOperand(0);
      touch(summary, k->first, object);
      if (k->second != K::None) touch(summary, k->second, object);
      if (k->third != K::None) touch(summary, k->third, object);
      if (k->first == K::ProcessExit) summary.calls_pointers |= ends_process_;
    } else if (!is_harmless(callee)) {
      summary.everything = true;
    } else if (name == kStartThread) {
      summary.calls_pointers = true;
    } else if (name == kCreate) {
      auto* entry = call != nullptr && call->arg_size() == 4
                        ? dyn_cast<Function>(call->getArgOperand(2)->stripPointerCasts())
                        : nullptr;
      if (entry == nullptr || entry->isDeclaration()) {
        summary.calls_pointers = true;
      } else {
        summary.callees.insert(entry);
        entries_.insert(entry);
      }
    } else if (ends_exceptions(name)) {
      summary.callees.insert(callbacks_.begin(), callbacks_.end());
      if (counts_references_) touch(summary, K::AtomicRmw, nullptr);
    }
    if (!callee.isIntrinsic()) {  // reads and writes what it is given
      plain(summary, K::PlainRead, nullptr);
      plain(summary, K::PlainWrite, nullptr);
    }
    if (frees(name) || ends_exceptions(name) || name == "__emutls_get_address") plain(summary, K::StorageEnd, nullptr);
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
