// The contract between instrumented code and the machine's runtime: every function that instrument/ calls and
// machine/ defines. A hook comes before the access it announces; the calls named "atomic" and mem* perform it.
//
// Before each call of an external function instrumented code stores the call's SiteId into heddle_call_site, so
// that a modelled function (pthread_mutex_lock, malloc, ...) knows where it was called without another parameter.
//
//   name                                         who performs the access
//   heddle_read{1,2,4,8,16}(p, site)             the program, right after
//   heddle_write{1,2,4,8,16}(p, site)            the program, right after
//   heddle_new_read/new_write(p, n, site)        the program, right after; of 1 to 16 bytes, and not known in place
//   heddle_read_range/write_range(p, n, site)    the program, right after (odd widths)
//   heddle_memcpy/memmove(d, s, n, site)         the hook
//   heddle_memset(d, byte, n, site)              the hook
//   heddle_atomic_*                              the hook
//   heddle_guard_load(p, site)                   the hook: first byte of a guard of a function-local static
//   heddle_fence(order, site)                    -
//   heddle_back_edge(loop_site)                  - ; once per round of every loop that is not provably finite
//   heddle_loop_head(loop_site, around)          - ; the same for a loop that may wait, and once on the way in;
//                                                `around`: the site of the next such loop around it, or 0
//   heddle_stack_begin(p, n, variable)           - ; an address-taken local comes to life / dies
//   heddle_stack_end(p, n, site)
//   heddle_parameter_begin(p, n, variable)       - ; the same for a slot without zones (model/red_zones.h) around it
//   heddle_arguments_begin(va_list)              - ; after va_start: where the arguments lie
//   heddle_read_outside/write_outside(p, n, offset, size, variable, site)
//                                                - ; these bytes are not inside their object: an access at this offset
//                                                of an object of this size (bounds.h); variable: its index, or ~0
//   heddle_read_leap/write_leap(origin, p, n, site)
//                                                - ; p was made from origin by an index: are both in one object?
//                                                Leaves in heddle_found_object where that lies, or size 0
//   heddle_runs_forever()                        - ; on the way round a loop without an exit
//   heddle_external_call(index, site)            - ; before a call of Image::external_calls[index]
//   heddle_external_pointer(p)                   - ; then once for each pointer that it is given
//   heddle_indirect_call(function)               - ; a pointer out of the program is about to be called: what to call
//                                                instead. Then heddle_external_pointer for each pointer that it is
//                                                given
//   heddle_branch(number)                        - ; the code divides here, Image::flows.branches[number] says into
//   what:
//                                                only for the search by property-driven pruning
//   heddle_returns(site)                         - ; main is about to return
//   heddle_expectation(framework, ...)           - ; a test framework judges an expectation: machine/expectations.cpp
//   heddle_refused(what, site)                   - ; the program is about to do something we do not model: a refused
//                                                function (its linker-level name), inline assembly; ends the run
//   heddle_decides(value)                        - ; a comparison, a switch or a branch is about to look at the value;
//                                                only if heddle_watches_decisions
//   heddle_undefined(what, signal, site)         - ; undefined behaviour that ends the program: a crash with these
//   words heddle_uninitialised(site, copied)           - ; a variable without a value is about to be read, and
//   `copied`: only
//                                                to be stored somewhere else
//
// Before some of them instrumented code finds out for itself that the detector knows the access:
// model/known_accesses.h.
#pragma once
#include <cstdint>

namespace heddle {

// Which function of which test framework called heddle_expectation, with that function's arguments.
enum class Framework : std::uint32_t {
  GoogleTest,            // reporter, result
  Catch2,                // run context, result
  Doctest,               // result builder
  DoctestMessage,        // message builder: FAIL
  BoostTest,             // result, description, file, line, level
  BoostExpectsFailures,  // test, how many
};

// Where an object lies; size 0: unknown.
struct FoundObject {
  std::uint64_t begin, size;
};

// What heddle_input (a modelled function, machine/models_heddle.cpp) is to give the bits of.
enum class InputKind : std::uint32_t { Integer, Float, Double, Pointer };

// In the order of an atomic access that is, or would become, a call of libatomic, which takes objects at any address.
inline constexpr std::uint32_t kAnyAlignment = 1u << 24;

enum class RmwKind : std::uint32_t { Exchange, Add, Sub, And, Nand, Or, Xor, Max, Min, UMax, UMin, FAdd, FSub, FMax, FMin };

}  // namespace heddle

extern "C" {
extern std::uint32_t heddle_call_site;
// At a throw: its site, and what heddle_call_site was before.
extern std::uint32_t heddle_thrown_at, heddle_call_before;
extern std::uint8_t heddle_fill;  // what memory that nobody has initialised is made of

extern std::uint8_t heddle_watches_decisions;  // is heddle_decides to be called?

extern heddle::FoundObject heddle_found_object;  // that the last question about a leap was about; none on a stack

void heddle_branch(std::uint32_t number);
void heddle_returns(std::uint32_t site);
void heddle_expectation(std::uint32_t framework, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                        std::uint64_t);

void heddle_read1(const void*, std::uint32_t site);
void heddle_read2(const void*, std::uint32_t site);
void heddle_read4(const void*, std::uint32_t site);
void heddle_read8(const void*, std::uint32_t site);
void heddle_read16(const void*, std::uint32_t site);
void heddle_write1(const void*, std::uint32_t site);
void heddle_write2(const void*, std::uint32_t site);
void heddle_write4(const void*, std::uint32_t site);
void heddle_write8(const void*, std::uint32_t site);
void heddle_write16(const void*, std::uint32_t site);
void heddle_new_read(const void*, std::uint64_t size, std::uint32_t site);
void heddle_new_write(const void*, std::uint64_t size, std::uint32_t site);
void heddle_read_range(const void*, std::uint64_t size, std::uint32_t site);
void heddle_write_range(const void*, std::uint64_t size, std::uint32_t site);

void heddle_memcpy(void* to, const void* from, std::uint64_t size, std::uint32_t site);
void heddle_memmove(void* to, const void* from, std::uint64_t size, std::uint32_t site);
void heddle_memset(void* to, std::uint32_t byte, std::uint64_t size, std::uint32_t site);

// width: 1, 2, 4, 8 bytes; values are zero-extended; order: heddle::MemoryOrder.
std::uint64_t heddle_atomic_load(const void*, std::uint32_t width, std::uint32_t order, std::uint32_t site);
void heddle_atomic_store(void*, std::uint64_t value, std::uint32_t width, std::uint32_t order, std::uint32_t site);
std::uint64_t heddle_atomic_rmw(void*, std::uint64_t operand, std::uint32_t width, std::uint32_t kind,
                                std::uint32_t order, std::uint32_t site);
// Returns the old value; it succeeded iff that equals `expected`. orders = success | failure << 8 | weak << 16.
std::uint64_t heddle_atomic_cas(void*, std::uint64_t expected, std::uint64_t desired, std::uint32_t width,
                                std::uint32_t orders, std::uint32_t site);
// 16 bytes: operands and results by address of private stack slots.
void heddle_atomic_load16(const void*, void* result, std::uint32_t order, std::uint32_t site);
void heddle_atomic_store16(void*, const void* value, std::uint32_t order, std::uint32_t site);
void heddle_atomic_rmw16(void*, const void* operand, void* old, std::uint32_t kind, std::uint32_t order,
                         std::uint32_t site);
void heddle_atomic_cas16(void*, const void* expected, const void* desired, void* old, std::uint32_t orders,
                         std::uint32_t site);
std::uint8_t heddle_guard_load(const void*, std::uint32_t site);
void heddle_fence(std::uint32_t order, std::uint32_t site);

void heddle_back_edge(std::uint32_t loop_site);
__attribute__((preserve_none)) void heddle_loop_head(std::uint32_t loop_site, std::uint32_t around);
extern std::uint32_t heddle_loop_first;  // set right before heddle_loop_head on the way into a loop
void heddle_stack_begin(const void*, std::uint64_t size, std::uint32_t variable);
void heddle_parameter_begin(const void*, std::uint64_t size, std::uint32_t variable);
void heddle_arguments_begin(const void* list);
void heddle_stack_end(const void*, std::uint64_t size, std::uint32_t site);
void heddle_read_outside(const void*, std::uint64_t bytes, std::int64_t offset, std::uint64_t size, std::uint32_t variable,
                         std::uint32_t site);
void heddle_write_outside(const void*, std::uint64_t bytes, std::int64_t offset, std::uint64_t size,
                          std::uint32_t variable, std::uint32_t site);
void heddle_read_leap(const void* origin, const void*, std::uint64_t bytes, std::uint32_t site);
void heddle_write_leap(const void* origin, const void*, std::uint64_t bytes, std::uint32_t site);
void heddle_runs_forever(void);
void heddle_external_call(std::uint32_t index, std::uint32_t site);
void heddle_external_pointer(const void*);
const void* heddle_indirect_call(const void* function);
void heddle_refused(const char* what, std::uint32_t site);
void heddle_undefined(const char* what, std::uint32_t signal, std::uint32_t site);
void heddle_uninitialised(std::uint32_t site, std::uint32_t copied);
void heddle_decides(std::uint64_t value);
void heddle_lock_all(const void* const* locks, const char* kinds, std::uint32_t site);
}
