// Shared by the files that model library functions. A modelled function runs on the program's fiber; it opens a Call,
// which leaves program mode and knows where the program called from.
#pragma once
#include <dlfcn.h>

#include <array>
#include <cstring>
#include <ctime>

#include "machine/engine.h"
#include "model/address_space.h"

namespace heddle {

class Call {
 public:
  Call() : Call(Yields{}) {
    engine->close_looks(engine->current);
    no_program_entry();
  }
  // The function needs these arguments after an operation, and nothing else that it has read before (program_entry.h).
  // Not for functions that go on with something else: where states are compared, two of them would be taken for one.
  template <class... A>
  static Call with(A... arguments) {
    if (heddle_program_entry.stack_pointer != 0) keep_arguments(arguments...);
    return Call(Known{});
  }
  // Of a call that does nothing at all.
  struct Yields {};
  struct Known {};
  explicit Call(Known) : Call(Yields{}) { engine->close_looks(engine->current); }
  explicit Call(Yields) : site_(heddle_call_site == kNoCallSite ? 0 : heddle_call_site) { engine->not_in_trial(); }
  SiteId site() const { return site_; }

  // Nothing the caller can see changed: a loop around this call may still be a spin.
  void changes_nothing() { pure_ = true; }
  ~Call() {
    if (pure_) heddle_call_site = kNoCallSite;
  }

  Operation operation(OperationKind kind, const void* object, std::uint64_t argument = 0) const {
    Operation op = engine->operation(kind, object, argument);
    op.site = site_;
    engine->must_be_usable(op);
    return op;
  }

 private:
  ToolScope tool_;
  SiteId site_;
  bool pure_ = false;
};

// The bytes of an object that was just initialised, without the mark in it (object_kinds.cpp).
void write_object(void* object, const void* fresh, std::size_t size);

// Accesses that an intercepted function makes on the program's behalf.
inline void reads(const void* p, std::size_t n, SiteId site) {
  engine->access(reinterpret_cast<Address>(p), n, AccessKind::Read, site);
}
inline void writes(const void* p, std::size_t n, SiteId site) {
  engine->access(reinterpret_cast<Address>(p), n, AccessKind::Write, site);
}

// The program's allocator: nullptr and ENOMEM for what no machine could give. More than our arenas have is refused, and
// does not return ("malloc succeeds").
void* program_allocate(std::size_t size, std::size_t align, SiteId site, Allocator = Allocator::Malloc);
void* program_allocate_zeroed(std::size_t size, SiteId site, Allocator);
void* program_resize(void* p, std::size_t size, SiteId site, Allocator = Allocator::Malloc);  // realloc
// How memory is given back: by which functions, and what they are told of it.
struct Return {
  Allocator allocator = Allocator::Unknown;
  std::uint64_t align = 0;                // 0: a form without alignment
  std::uint64_t size = ~std::uint64_t{0}; // all ones: a form without size
};
void program_free(void* p, SiteId site, const Return& how = {});

// Where a thread may be cancelled: the operation, or nothing else (cancel.cpp).
int cancellation_point(Operation, bool silent = false);
void cancellation_point(const Call&);
[[noreturn]] void no_such_thread(const Call&);
void must_be_known(const Call&, pthread_t);  // a thread that there is or was
void must_be_thread(const Call&, pthread_t);
int detaching(const Call&, pthread_t);  // joins.cpp
std::string where(const Call&);  // for a refusal: file, line, "not modelled: "

// The thread's own clock, in nanoseconds; the time of a wait that gave up has come, or that much time has passed.
std::uint64_t nanoseconds();
void clock_reaches(const timespec& time);
void clock_advances(const timespec& duration);
std::int64_t clock_milliseconds();  // since 1970; nobody has asked for it
// More than a year ahead: who would wait until then waits forever.
bool is_out_of_reach(const timespec& time);
bool lasts_forever(const timespec& duration);

// State of the process that a model keeps, as an object of the dependency relation: whoever changes it or looks at it
// says so first, and the order in which threads come to it is explored. While there is one thread this is nothing.
// The order says what a program may rely on: locks that the C library has there by chance hide no race.
enum class State : std::uint8_t { ExitHandlers, Keys, TerminateHandler, NewHandler, Locale, StreamIndices, Synchronisation };
const char* name_of_state(Address);  // for reports
// A channel, file or descriptor as reports call it; empty: it is none.
std::string name_of_channel(Address);
void name_channel(Address, std::string name);
// Addresses that the program has annotated, in the order in which they were met; for another process.
std::vector<Address> annotated_addresses();
void learn_annotated(std::span<const Address>);
void comes_to(State, SiteId, MemoryOrder);
void looks_at(State, SiteId, MemoryOrder);  // others may look before or after it: that comes to the same
void (*handler_for_new())();  // what the program has set with set_new_handler
// What was set with set_terminate and set_new_handler.
std::array<Address, 2> process_handlers(std::size_t process);

// Operation::object of Join and Detach.
inline void* thread_object(std::uint64_t handle) { return reinterpret_cast<void*>(thread_with(handle).index()); }

int mutex_lock(const Call&, void* mutex);
int mutex_unlock(const Call&, void* mutex);
void stream_unlock(const Call&, Address stream);  // of stdio, a recursive mutex: streams.h

}  // namespace heddle

// The library's own version of a function, as `real`. To be called in program mode: what it allocates is the program's.
#define HEDDLE_LIBRARY_VERSION(symbol, ...) \
  static const auto real = reinterpret_cast<__VA_ARGS__>(dlsym(RTLD_NEXT, symbol))

extern "C" void rt_pthread_exit(void* value);
