// The C++ runtime: threads, conditions, guards of function-local statics, once, thread_local, exceptions' end.
//
// Written against libstdc++ 12: the mangled names in the symbol policy are its, the layouts are those its headers
// declare (std::thread holds one pthread_t, std::condition_variable starts with its pthread_cond_t).
#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>

#include "machine/announce.h"
#include "machine/runtime.h"

using namespace heddle;

namespace heddle {

// The state ends however the thread does: pthread_exit and a cancellation unwind through here.
void run_std_thread_state(void* p) {
  const std::unique_ptr<std::thread::_State> state(static_cast<std::thread::_State*>(p));
  state->_M_run();
}

Operation guard_operation(OperationKind kind, const void* guard, std::uint32_t site) {
  Operation op;
  op.kind = kind;
  op.site = SiteId(site);
  op.object = reinterpret_cast<Address>(guard);
  op.id = engine->world.object_at(op.object);
  return op;
}

}  // namespace heddle

namespace {

// True: this thread is to run the initialisation. A once that is done already is no scheduling point.
bool enter_once(const Operation& op) {
  if (engine->world.once_done(op.id)) return engine->immediate(op) == 1;
  return engine->visible(op) == 1;
}

pthread_t& handle_in(std::thread* t) { return *reinterpret_cast<pthread_t*>(t); }

}  // namespace

namespace std {
void __throw_system_error(int);
}

extern "C" {

// ---- std::thread ----
void rt_thread_start(std::thread* self, std::unique_ptr<std::thread::_State> state, void (*)()) {
  Call call;
  // Before the thread begins: the completion of the constructor synchronises with it ([thread.thread.constr]).
  announce<"_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE">(call, self);
  // The third entry of its table of virtual functions is _M_run, after two destructors.
  const Address code = (*reinterpret_cast<const Address* const*>(state.get()))[2];
  const ThreadId child =
      engine->create_thread({ThreadEntry::Kind::StdThread, state.release(), nullptr, code}, call.site());
  handle_in(self) = handle_of(child);
}
void rt_thread_join(std::thread* self) {
  int error = EINVAL;
  {
    Call call = Call::with(self);
    announce<"_ZNSt6thread4joinEv">(call, self);
    const pthread_t handle = handle_in(self);
    if (handle == handle_of(engine->current)) {
      error = EDEADLK;  // defined: it throws
    } else if (handle) {
      error = cancellation_point(call.operation(OperationKind::Join, thread_object(handle)), true);
      announce_later<"_ZNSt6thread4joinEv">(call, self);
      handle_in(self) = 0;
    }
  }
  if (error) std::__throw_system_error(error);
}
void rt_thread_detach(std::thread* self) {
  int error = EINVAL;
  {
    Call call = Call::with(self);
    announce<"_ZNSt6thread6detachEv">(call, self);
    if (const pthread_t handle = handle_in(self)) {
      error = detaching(call, handle);
      handle_in(self) = 0;
    }
  }
  if (error) std::__throw_system_error(error);
}
unsigned rt_hardware_concurrency() {
  Call call;
  call.changes_nothing();
  engine->assume(Assumption::Processors);
  return 2;
}

// ---- std::condition_variable ----
void rt_condition_construct(std::condition_variable* c) {
  Call call;
  announce<"_ZNSt18condition_variableC1Ev">(call, c);
  engine->initialise(call.operation(OperationKind::CondInit, c));
  const pthread_cond_t fresh{};
  static_assert(sizeof fresh == sizeof(std::condition_variable));
  write_object(c, &fresh, sizeof fresh);
}
void rt_condition_destroy(std::condition_variable* c) {
  Call call = Call::with(c);
  engine->visible(call.operation(OperationKind::CondDestroy, c));
}
void rt_condition_wait(std::condition_variable* c, std::unique_lock<std::mutex>* lock) {
  Call call = Call::with(c, lock);
  announce<"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE">(call, c, lock);
  cancellation_point(call.operation(OperationKind::CondWait, c, reinterpret_cast<Address>(lock->mutex())));
  if (engine->self().woke_alone) call.changes_nothing();
}
void rt_condition_notify_one(std::condition_variable* c) {
  Call call = Call::with(c);
  engine->visible(call.operation(OperationKind::CondSignal, c));
}
void rt_condition_notify_all(std::condition_variable* c) {
  Call call = Call::with(c);
  engine->visible(call.operation(OperationKind::CondBroadcast, c));
}

// ---- function-local statics and once ----
int rt_guard_acquire(std::uint8_t* guard) {
  Call call = Call::with(guard);
  if (*guard) return engine->immediate(guard_operation(OperationKind::OnceEnter, guard, call.site().value)), 0;
  return enter_once(guard_operation(OperationKind::OnceEnter, guard, call.site().value));
}
void rt_guard_release(std::uint8_t* guard) {
  Call call;
  *guard = 1;
  engine->immediate(guard_operation(OperationKind::OnceDone, guard, call.site().value));
}
void rt_guard_abort(std::uint8_t* guard) {
  Call call;
  engine->immediate(guard_operation(OperationKind::OnceAbandon, guard, call.site().value));
}

int rt_pthread_once(pthread_once_t* once, void (*function)()) {
  Operation op;
  {
    Call call = Call::with(once, function);
    op = call.operation(OperationKind::OnceEnter, once, kOnceDone);
    engine->end_overwritten_once(op);
    if (!enter_once(op)) return 0;
  }
  function = engine->callee(function);
  try {
    ProgramCall().call(function);
  } catch (...) {
    ToolScope tool;
    no_program_entry();
    op.kind = OperationKind::OnceAbandon;
    engine->immediate(op);
    in_program = true;
    throw;
  }
  ToolScope tool;
  no_program_entry();
  op.kind = OperationKind::OnceDone;
  *once = kOnceDone;
  engine->immediate(op);
  return 0;
}

// ---- thread_local ----
struct EmulatedVariable {  // what the compiler emits per thread_local variable with -femulated-tls
  std::size_t size, align;
  void* index;
  const void* initial;
};
void* rt_emutls_get_address(EmulatedVariable* v) {
  ToolScope tool;
  return engine->thread_local_address(v, v->size, v->align, v->initial);
}
// libstdc++'s own thread_locals, through which std::call_once hands the callable to __once_proxy.
EmulatedVariable rt_once_callable{sizeof(void*), alignof(void*), nullptr, nullptr};
EmulatedVariable rt_once_call{sizeof(void*), alignof(void*), nullptr, nullptr};
void rt_once_proxy() { (*static_cast<void (**)()>(rt_emutls_get_address(&rt_once_call)))(); }

// ---- the end ----
int rt_cxa_atexit(void (*function)(void*), void* argument, void*) {
  Call call = Call::with(function, argument);
  comes_to(State::ExitHandlers, call.site(), MemoryOrder::Release);
  engine->add_handler(function, argument, false);
  return 0;
}
int rt_cxa_thread_atexit(void (*function)(void*), void* argument, void*) {
  Call call;
  engine->add_handler(function, argument, true);
  return 0;
}
int rt_atexit(void (*function)()) {
  Call call = Call::with(function);
  comes_to(State::ExitHandlers, call.site(), MemoryOrder::Release);
  engine->add_handler(reinterpret_cast<void (*)(void*)>(function), nullptr, false);
  return 0;
}
int rt_on_exit(void (*function)(int, void*), void* argument) {
  Call call = Call::with(function, argument);
  comes_to(State::ExitHandlers, call.site(), MemoryOrder::Release);
  engine->add_handler(reinterpret_cast<void (*)(void*)>(reinterpret_cast<void*>(function)), argument, false, true);
  return 0;
}
void rt_cxa_finalize(void*) {}

std::uint8_t rt_single_threaded = 0;  // __libc_single_threaded: reference counts are always atomic here
}
