// std::terminate and its reason: a bug wherever it is reached, whatever handler the program has set.
//
// Three ways lead here. The program calls it (rt_terminate), by name or because the compiler has inlined it into
// ~thread; the program's landing pads call it for an exception that leaves a noexcept function (rt_terminate too, from
// __clang_call_terminate, the only program code without a source position); libstdc++ calls it when it finds no handler
// for an exception, for a rethrow of nothing and the like (terminate_called, the process's terminate handler). And glibc
// aborts where a `catch (...)` keeps what ends a thread (unwinding_swallowed).
#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <typeinfo>
#include <utility>

#include "machine/models.h"
#include "machine/runtime.h"

namespace heddle {
namespace {

// "of type std::runtime_error", and what() in `what` if it has one.
std::string current_exception_type(const std::type_info& type, std::string& what) {
  int status = 0;
  char* name = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string result = std::string("of type ") + (status == 0 ? name : type.name());
  free(name);
  try {
    throw;
  } catch (const std::exception& e) {
    what = std::string(": ") + e.what();
  } catch (...) {
  }
  return result;
}

[[noreturn]] void terminated(BugKind kind, SiteId site, std::string reason) {
  engine->fail(Failure(kind, engine->current, site, 0, std::move(reason)));
}

// Clang has inlined std::__terminate into its caller.
bool in_thread_object(SiteId site) {
  for (const SourcePosition& frame : engine->image.sites[site].frames)
    if (frame.function.find("thread::~thread") != std::string::npos ||
        frame.function.find("thread::operator=") != std::string::npos)
      return true;
  return false;
}

using Handler = void (*)();
// Of each process; journalled.
Handler program_handlers[kMaxProcesses + 1];  // never called: that std::terminate was reached is the bug
Handler new_handlers[kMaxProcesses + 1];
Handler& program_handler() { return program_handlers[engine->process_of(engine->current)]; }
Handler& new_handler() { return new_handlers[engine->process_of(engine->current)]; }

}  // namespace

Handler handler_for_new() {
  if (!engine->image.sets_new_handler) return nullptr;
  Call call;
  looks_at(State::NewHandler, call.site(), MemoryOrder::Acquire);
  return new_handler();
}

std::array<Address, 2> process_handlers(std::size_t process) {
  return {reinterpret_cast<Address>(program_handlers[process]), reinterpret_cast<Address>(new_handlers[process])};
}

void terminate_called() {
  if (!engine || !engine->on_fiber) abort();
  in_program = false;
  std::string reason = "std::terminate called", what;
  if (const std::type_info* type = abi::__cxa_current_exception_type())
    reason = "uncaught exception " + current_exception_type(*type, what) + what;
  terminated(BugKind::Assertion, SiteId(0), std::move(reason));
}

// As in glibc, "FATAL: exception not rethrown".
void unwinding_swallowed() {
  in_program = false;
  terminated(BugKind::Assertion, SiteId(0), "a handler ends without having rethrown the exception by which pthread_exit or a cancellation ends the thread");
}

}  // namespace heddle

using namespace heddle;

extern "C" {

void rt_terminate() {
  const auto caller = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  Call call;
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type && engine->image.symbolise(caller).empty()) {
    std::string what;
    std::string reason = "exception " + current_exception_type(*type, what) + " leaves a noexcept function" + what;
    terminated(BugKind::Assertion, SiteId(0), std::move(reason));
  }
  if (in_thread_object(call.site())) terminated(BugKind::Misuse, call.site(), "a joinable std::thread is destroyed");
  terminated(BugKind::Assertion, call.site(), "std::terminate called");
}

Handler rt_set_terminate(Handler handler) {
  Call call = Call::with(handler);
  comes_to(State::TerminateHandler, call.site(), MemoryOrder::AcquireRelease);
  engine->journal.remember(program_handler());
  return std::exchange(program_handler(), handler) ?: rt_terminate;
}
Handler rt_get_terminate() {
  Call call = Call::with();
  looks_at(State::TerminateHandler, call.site(), MemoryOrder::Acquire);
  return program_handler() ?: rt_terminate;
}

Handler rt_set_new_handler(Handler handler) {
  Call call = Call::with(handler);
  comes_to(State::NewHandler, call.site(), MemoryOrder::AcquireRelease);
  engine->journal.remember(new_handler());
  return std::exchange(new_handler(), handler);
}
Handler rt_get_new_handler() { return handler_for_new(); }
}
