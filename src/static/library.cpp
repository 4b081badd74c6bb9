// See library.h. Names that are not listed here take what the symbol policy says: modelled, intercepted and forwarded
// functions are known, and return memory of their own if they return a pointer; refused and unknown ones are not known.
#include "static/library.h"

#include <string>
#include <unordered_map>

#include "model/symbol_policy.h"

namespace heddle::analysis {
namespace {

class Table {
 public:
  Table() {
    flows();
    locks();
    threads();
    for (const MemoryEffectsLine& line : kMemoryEffects)
      each(line.names,
           [&](std::string_view name) { effects_[std::string(name)] = parse_memory_effects(line.effects); });
  }

  const LibraryFunction& find(std::string_view name) {
    // What our own versions of library functions (src/library) call: the function of the library itself.
    constexpr std::string_view kReal = "heddle_real.";
    const auto [entry, fresh] = found_.try_emplace(std::string(name));
    if (!fresh) return entry->second;
    const bool of_ours = name.starts_with(kReal);
    if (of_ours) name.remove_prefix(kReal.size());
    LibraryFunction& result = entry->second;
    if (of_ours && name.starts_with("_ZNKSt8__detail20_Prime_rehash_policy")) {
      result.known = true;  // given a copy on the stack (src/library/hash.cpp)
      return result;
    }
    if (const auto listed = listed_.find(std::string(name)); listed != listed_.end()) {
      result = listed->second;
      result.known = true;
    } else {
      const SymbolPolicy policy = symbol_rule(name).policy;
      result.known = policy != SymbolPolicy::Unknown && policy != SymbolPolicy::Refused;
      if (name.ends_with("_unlocked")) result.known = false;  // uses a stream that others may use at the same time
      result.flow = Flow::Outside;
    }
    if (const auto effects = effects_.find(std::string(name)); effects != effects_.end())
      result.effects = effects->second;
    return result;
  }

 private:
  template <class Use>
  static void each(std::string_view words, Use use) {
    while (!words.empty()) {
      const std::size_t end = std::min(words.find(' '), words.size());
      if (end > 0) use(words.substr(0, end));
      words.remove_prefix(std::min(end + 1, words.size()));
    }
  }
  void flow(Flow flow, std::string_view names) {
    each(names, [&](std::string_view name) { listed_[std::string(name)].flow = flow; });
  }
  void sync(Sync sync, std::string_view names, bool tries = false, std::uint8_t lock = 0) {
    each(names, [&](std::string_view name) {
      LibraryFunction& entry = listed_[std::string(name)];
      entry.sync = sync, entry.tries = tries, entry.lock = lock;
    });
  }

  void flows() {
    flow(Flow::Fresh,
         "malloc calloc aligned_alloc memalign valloc pvalloc strdup __strdup strndup __strndup _Znwm _Znam "
         "_ZnwmRKSt9nothrow_t _ZnamRKSt9nothrow_t _ZnwmSt11align_val_t _ZnamSt11align_val_t "
         "_ZnwmSt11align_val_tRKSt9nothrow_t _ZnamSt11align_val_tRKSt9nothrow_t __cxa_allocate_exception "
         "__cxa_allocate_dependent_exception");
    flow(Flow::FreshAt0, "posix_memalign asprintf vasprintf __asprintf_chk __vasprintf_chk");
    flow(Flow::TextAt0, "_ZNKSt10error_code7messageB5cxx11Ev _ZNKSt15error_condition7messageB5cxx11Ev");
    flow(Flow::Nothing,
         "_ZSteqRKSt10error_codeRKSt15error_condition _ZSteqRKSt15error_conditionRKSt10error_code "
         "_ZNKSt10error_code23default_error_conditionEv");
    flow(Flow::FreshFrom0, "realloc reallocarray");
    flow(Flow::Copies, "memcpy memmove __memcpy_chk __memmove_chk");
    flow(Flow::CopiesPast, "mempcpy __mempcpy_chk");
    flow(Flow::Returns0, "memset strcpy strcat strncpy strncat __memset_chk");
    flow(Flow::Inside0, "memchr strchr strrchr strstr stpcpy memrchr");
    flow(Flow::Throw, "__cxa_throw");
    flow(Flow::CaughtAt0, "_ZSt17current_exceptionv");
    flow(Flow::Rethrown, "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE");
    flow(Flow::Returns0, "__cxa_init_primary_exception");
    flow(Flow::Stores, "_ZNSt15__exception_ptr13exception_ptrC1EPv _ZNSt15__exception_ptr13exception_ptrC2EPv");
    flow(Flow::AtomicCopies, "__atomic_load __atomic_store __atomic_exchange __atomic_compare_exchange");
    flow(Flow::Caught, "__cxa_begin_catch __cxa_get_exception_ptr");
    flow(Flow::DynamicCast, "__dynamic_cast");
    flow(Flow::SetSpecific, "pthread_setspecific");
    flow(Flow::GetSpecific, "pthread_getspecific");
    flow(Flow::Nothing,
         "free _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm _ZdlPvSt11align_val_t _ZdaPvSt11align_val_t _ZdlPvmSt11align_val_t "
         "_ZdaPvmSt11align_val_t _ZdlPvRKSt9nothrow_t _ZdaPvRKSt9nothrow_t _ZdlPvSt11align_val_tRKSt9nothrow_t "
         "_ZdaPvSt11align_val_tRKSt9nothrow_t cfree __cxa_rethrow __cxa_free_exception "
         "__cxa_pure_virtual _Unwind_Resume __clang_call_terminate __gxx_personality_v0 __gcc_personality_v0 "
         "pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype pthread_mutexattr_gettype "
         "pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_setkind_np "
         "pthread_mutexattr_setprotocol pthread_mutexattr_setpshared "
         "pthread_mutex_init pthread_mutex_destroy pthread_spin_init pthread_spin_destroy pthread_rwlock_init "
         "pthread_rwlock_destroy pthread_cond_init pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast "
         "sem_init sem_destroy sem_post sem_trywait sem_getvalue pthread_barrier_init pthread_barrier_destroy "
         "pthread_detach pthread_equal sched_yield pthread_yield pthread_setname_np "
         "_ZNSt6thread6detachEv _ZNSt6thread20hardware_concurrencyEv _ZNSt18condition_variableC1Ev "
         "_ZNSt18condition_variableC2Ev _ZNSt18condition_variableD1Ev _ZNSt18condition_variableD2Ev "
         "_ZNSt18condition_variable10notify_oneEv _ZNSt18condition_variable10notify_allEv "
         "heddle.point heddle_label heddle_choose heddle_assume_that heddle_atomic_begin heddle_atomic_end "
         "__VERIFIER_atomic_begin __VERIFIER_atomic_end __VERIFIER_assume assume_abort_if_not heddle_benign_race");
    for (const char* name :
         {"free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvSt11align_val_t", "_ZdaPvSt11align_val_t",
          "_ZdlPvmSt11align_val_t", "_ZdaPvmSt11align_val_t", "_ZdlPvRKSt9nothrow_t", "_ZdaPvRKSt9nothrow_t",
          "_ZdlPvSt11align_val_tRKSt9nothrow_t", "_ZdaPvSt11align_val_tRKSt9nothrow_t", "realloc", "reallocarray"})
      listed_[name].is_free = true;
  }

  void locks() {
    sync(Sync::Acquire, "pthread_mutex_lock pthread_spin_lock pthread_rwlock_wrlock");
    sync(Sync::Acquire,
         "pthread_mutex_trylock pthread_mutex_timedlock pthread_mutex_clocklock pthread_spin_trylock "
         "pthread_rwlock_trywrlock pthread_rwlock_timedwrlock pthread_rwlock_clockwrlock",
         true);
    sync(Sync::AcquireShared, "pthread_rwlock_rdlock");
    sync(Sync::AcquireShared, "pthread_rwlock_tryrdlock pthread_rwlock_timedrdlock pthread_rwlock_clockrdlock", true);
    sync(Sync::Release, "pthread_mutex_unlock pthread_spin_unlock pthread_rwlock_unlock");
    sync(Sync::Wait, "pthread_cond_wait pthread_cond_timedwait pthread_cond_clockwait heddle.wait", false, 1);
    sync(Sync::GuardAcquire, "__cxa_guard_acquire");
    sync(Sync::GuardRelease, "__cxa_guard_release __cxa_guard_abort");
    sync(Sync::Blocks,
         "sem_wait sem_timedwait sem_clockwait pthread_barrier_wait flockfile "
         "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_"
         "IlS3_ILl1ELl1000000000EEEE "
         "_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1"
         "EEEENS2_IlS3_ILl1ELl1000000000EEEE syscall");
  }

  void threads() {
    sync(Sync::Create, "pthread_create heddle.create");
    sync(Sync::JoinId, "pthread_join");
    // An attempt that may fail orders nothing for certain.
    flow(Flow::ThreadResult, "pthread_join pthread_tryjoin_np pthread_timedjoin_np pthread_clockjoin_np");
    sync(Sync::JoinThread, "_ZNSt6thread4joinEv heddle.join");
    sync(Sync::Self, "pthread_self");
    sync(Sync::Once, "pthread_once heddle.once");
    sync(Sync::AcquireAll, "heddle.lock_all");
    sync(Sync::ThreadEndHandlers, "heddle.thread_end_handlers");
    sync(Sync::ExitHandlers, "heddle.exit_handlers");
    sync(Sync::ThreadGone, "heddle.thread_gone");
    sync(Sync::GivesUp, "__cxa_end_catch _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
    sync(Sync::JoinedAll, "heddle.joined_all");
    sync(Sync::EndThread, "pthread_exit");
    sync(Sync::EndProcess, "exit");
    sync(Sync::Abort,
         "_exit _Exit abort __assert_fail _ZSt9terminatev __VERIFIER_error reach_error "
         "heddle_assertion_failed __stack_chk_fail");
    sync(Sync::AtThreadEnd, "__cxa_thread_atexit __cxa_thread_atexit_impl pthread_key_create __pthread_key_create");
    sync(Sync::AtProcessEnd, "__cxa_atexit atexit");
    sync(Sync::Unsupported,
         "setjmp _setjmp sigsetjmp __sigsetjmp longjmp _longjmp siglongjmp __longjmp_chk pthread_cancel "
         "pthread_setcanceltype pthread_testcancel on_exit signal sigaction bsd_signal sigset timer_create "
         "_ZSt13set_terminatePFvvE _ZSt15set_new_handlerPFvvE pthread_mutexattr_setrobust "
         "pthread_mutexattr_setrobust_np");
    flow(Flow::Nothing, "pthread_key_delete __cxa_finalize");
  }

  std::unordered_map<std::string, LibraryFunction> listed_, found_;
  std::unordered_map<std::string, MemoryEffects> effects_;
};

}  // namespace

const LibraryFunction& library_function(std::string_view name) {
  static Table table;
  return table.find(name);
}

}  // namespace heddle::analysis
