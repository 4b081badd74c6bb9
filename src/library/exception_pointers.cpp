// Who owns an exception: std::exception_ptr, the handlers that catch it, and the rethrows of it.
//
// Throwing, unwinding and catching stay libstdc++'s. Counting the owners is done here (references.h), with the layout
// of its unwind-cxx.h: before the thrown object lies a __cxa_refcounted_exception, whose last member is the unwinder's
// header. A rethrow by std::rethrow_exception has a header of its own, __cxa_dependent_exception, which owns the
// exception. A handler gives up its exception in __cxa_end_catch, by the clean-up function of the header:
// __cxa_begin_catch puts ours there.
#include <unwind.h>

#include <cstdint>
#include <exception>
#include <future>
#include <new>

#include "real.h"
#include "references.h"

extern "C" {
void* real_globals() noexcept HEDDLE_REAL("__cxa_get_globals");
void __cxa_free_exception(void*) noexcept;
void __cxa_free_dependent_exception(void*) noexcept;
void* real_begin_catch(void*) noexcept HEDDLE_REAL("__cxa_begin_catch");
void real_current_exception(void** result) noexcept HEDDLE_REAL("_ZSt17current_exceptionv");
[[noreturn]] void real_rethrow_exception(void**)
    HEDDLE_REAL("_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE");
}

namespace {

struct Exception {  // __cxa_refcounted_exception
  References references;
  alignas(16) std::type_info* type;
  void (*destroy)(void*);
  void* of_libstdcxx[8];
  _Unwind_Exception unwind;
};
struct Handled {  // __cxa_exception or __cxa_dependent_exception
  void* object;   // of the latter
  void* of_libstdcxx[3];
  Handled* next;
  void* more_of_libstdcxx[5];
  _Unwind_Exception unwind;
};
struct Globals {  // __cxa_eh_globals
  Handled* handled;
  unsigned uncaught;
};
static_assert(sizeof(Exception) == 128 && sizeof(Handled) == 112);

constexpr std::uint64_t kThrown = 0x474e5543432b2b00;    // "GNUCC++\0"
constexpr std::uint64_t kRethrown = 0x474e5543432b2b01;  // "GNUCC++\x01"

Exception* exception_of(void* object) { return static_cast<Exception*>(object) - 1; }
void add(void* object) { heddle_count_references(&exception_of(object)->references, 1, 1); }

// Takes back what the library has counted: `add` counts it where it is seen. Nobody runs in between.
void uncount(void* object) {
  int count;
  heddle_unseen_copy(&count, &exception_of(object)->references.count, sizeof count);
  count--;
  heddle_unseen_copy(&exception_of(object)->references.count, &count, sizeof count);
}

// By std::rethrow_exception, on its way to a handler.
thread_local void* rethrown = nullptr;

// This thread has thrown it or is handling it: it has a reference that it will drop after any other.
bool is_at_work(void* object) {
  const auto* globals = static_cast<const Globals*>(real_globals());
  if (globals->uncaught > 0 && rethrown == object) return true;
  for (const Handled* h = globals->handled; h; h = h->next) {
    const std::uint64_t kind = h->unwind.exception_class;
    if (kind != kThrown && kind != kRethrown) return false;
    if ((kind == kThrown ? h + 1 : h->object) == object) return true;
  }
  return false;
}

// True: it is gone.
bool drop(void* object) {
  Exception* exception = exception_of(object);
  if (!drop_reference(&exception->references, 1, exception->references.shared && is_at_work(object))) return false;
  if (exception->destroy) exception->destroy(object);
  __cxa_free_exception(object);
  return true;
}

void clean_up(_Unwind_Reason_Code, _Unwind_Exception* header) { drop(header + 1); }
void clean_up_rethrow(_Unwind_Reason_Code, _Unwind_Exception* header) {
  Handled* rethrow = reinterpret_cast<Handled*>(header + 1) - 1;
  void* object = rethrow->object;
  __cxa_free_dependent_exception(rethrow);
  drop(object);
}

}  // namespace

extern "C" void* begin_catch(_Unwind_Exception* header) noexcept __asm__("__cxa_begin_catch");
void* begin_catch(_Unwind_Exception* header) noexcept {
  std::uint64_t kind;
  heddle_unseen_copy(&kind, &header->exception_class, sizeof kind);
  if (kind == kThrown || kind == kRethrown) {
    if (kind == kRethrown) rethrown = nullptr;
    const _Unwind_Exception_Cleanup_Fn ours = kind == kThrown ? clean_up : clean_up_rethrow;
    heddle_unseen_copy(&header->exception_cleanup, &ours, sizeof ours);
  }
  return real_begin_catch(header);
}

extern "C" [[noreturn]] void rethrow_exception(void** pointer) __asm__(
    "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE");
void rethrow_exception(void** pointer) {
  add(*pointer);
  uncount(*pointer);
  rethrown = *pointer;
  real_rethrow_exception(pointer);
}

namespace std {

exception_ptr current_exception() noexcept {
  void* object = nullptr;
  real_current_exception(&object);
  if (!object) return exception_ptr();
  uncount(object);
  return exception_ptr(object);
}

namespace __exception_ptr {

exception_ptr::exception_ptr(void* object) noexcept : _M_exception_object(object) {
  if (object) add(object);
}
void exception_ptr::_M_addref() noexcept {
  if (_M_exception_object) add(_M_exception_object);
}
void exception_ptr::_M_release() noexcept {
  if (_M_exception_object && drop(_M_exception_object)) _M_exception_object = nullptr;
}

}  // namespace __exception_ptr

// What owns one inside libstdc++.
nested_exception::~nested_exception() noexcept = default;
__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

}  // namespace std
