// What the machine knows of one program thread beside its synchronisation state (sync::World) and its memory.
#pragma once
#include <unwind.h>

#include <cstdint>

#include "model/hooks.h"
#include "model/operation.h"

namespace heddle {

// The C++ runtime keeps the exceptions in flight per OS thread; ours follow the program thread. Layout of
// __cxa_eh_globals in the Itanium C++ ABI.
struct ExceptionGlobals {
  void* caught = nullptr;
  unsigned uncaught = 0;
};

struct ThreadEntry {
  enum class Kind : std::uint8_t { Main, Pthread, StdThread, C11, Kernel };
  Kind kind = Kind::Main;
  void* function = nullptr;  // StdThread: the std::thread::_State
  void* argument = nullptr;
  Address code = 0;  // where it begins; 0: unknown
};

// Operands of a pending atomic operation, on the thread's own stack.
struct AtomicOperands {
  const void* value = nullptr;     // stored, combined or desired
  const void* expected = nullptr;  // compare-exchange
  void* old = nullptr;             // receives the value before
  RmwKind kind = RmwKind::Exchange;
};

// The last round of the loop the thread is in, as far as it tells whether the thread merely spins (spin.cpp).
struct SpinRound {
  static constexpr unsigned kMax = 48;
  // A read with the value seen, a write with the value before, or (width 0) a mutex with how deep the thread held it.
  struct Cell {
    Address address;
    std::uint64_t value;
    std::uint32_t width;
    bool written;
    bool knows_after;       // a write, after which (or when the thread stopped next) it held
    std::uint64_t after;    // this
    std::uint64_t run;      // Engine::runs when it was last written
    std::uint64_t at_wait;  // a write: what it held where the round waits, or takes back what it held at the head
    std::uint64_t at_end = 0;  // a write: what it held when the round was over
    bool atomic = false;
    bool toggled = false;  // a write: others could see it hold something else than when the round began
    bool counts = false;   // ... and what they saw was a count of references (restless.cpp)
    Address object =
        0;  // of the world outside, whose operations change it (models_channels.cpp); 0: it is memory itself
    bool stored = false;  // by an atomic store, which ends the release sequences of others (restless.cpp)
  };
  std::uint32_t loop = 0;     // site of the back edge; 0: not watching
  std::uint32_t inner = 0;    // the loop inside it, in the same function, that the thread came into last
  std::uint32_t count = 0;    // cells in use
  bool pure = false;          // nothing happened in this round that could make the next one different
  bool torn = false;          // something changed while the thread looked: the round is not one view
  bool waited = false;        // for a condition, and nobody ended the wait
  SiteId wait_site;           // where
  bool locked = false;        // a mutex, or let go of one: cells of width 0
  bool timed = false;         // it read the clock
  bool copied = false;        // the stack as it was when the round began is in Engine::stack_copies
  bool late = false;          // it began with a leap of the clock
  bool toggles = false;       // there is a toggled cell that others may look at: restless.cpp
  bool plain_toggles = false; // ... and it is not atomic
  bool touched = false;       // and somebody has looked at it since
  bool overwritten = false;   // ... or just stored where it stores: another round ends that release sequence
  bool echo = false;          // it began for that reason alone
  bool met_a_moment = false;  // it found a free lock held, by a std::lock that went on (lock_all.cpp)
  bool cancellable = false;   // it came to a point where a request of cancellation would have ended it (cancel.cpp)
  std::uint8_t mode = 0;      // ... and how the thread took such requests when it began: Cancellation::mode
  std::uint64_t kept = 0;     // what the thread kept under keys when it began: Engine::kept_under_keys
  bool in_transit = false;    // over, and the thread is on its way to where such a round waits,
  std::uint64_t left_at = 0;  // since this value of Engine::runs
  std::uint64_t readings = 0; // of the clock by the thread before it began
  bool plain = false;         // an access that can be part of a race
  bool forever = false;       // the thread came round a loop that has no exit: it is not meant to end
  // Blocks of the heap that the round has allocated lie from here on: nobody else knows them (round_blocks.cpp).
  Address own_heap = 0, own_heap_end = 0;
  std::uint32_t blocks = 0;     // of them, not freed yet
  ExceptionGlobals exceptions;  // that were being handled when it began
  bool stores = false;        // an atomic store, be it of the value that was there
  std::uint64_t stack_hash = 0;
  Address stack_pointer = 0;
  // The loop that the thread came into last inside this round, and all that it has seen since (in_vain.cpp).
  struct Inside {
    static constexpr unsigned kMax = 8;
    Address stack_pointer;
    std::uint64_t stack_hash;
    std::uint32_t site = 0;  // 0: none, or it has done more than look
    std::uint32_t count;
    bool plain, torn, forever;
    struct Seen {
      Address address;
      std::uint64_t value;
      std::uint32_t width;
    } seen[kMax];
  };
  Inside inside;
  // Heads of loops where the thread has been since it last did something that others could notice (in_vain.cpp).
  struct Visit {
    Address stack_pointer;
    std::uint64_t stack_hash;
    std::uint32_t site;
    std::uint32_t returns;
    bool plain;  // since then the thread has made an access that can be part of a race
  };
  static constexpr unsigned kMaxVisits = 8;
  Visit visits[kMaxVisits];
  std::uint32_t visit_count = 0;
  std::uint32_t timed_returns = 0;  // to the head where the round began, in a row, the same but for time
  Cell cells[kMax];
};

// pthread_cancel, deferred (cancel.cpp).
struct Cancellation {
  bool requested = false;
  bool disabled = false;      // pthread_setcancelstate, and while it is being cancelled
  bool asynchronous = false;  // pthread_setcanceltype: remembered for who asks; refused where threads are cancelled
  bool acting = false;        // the operation applied last was ended by the request

  unsigned mode() const { return unsigned{disabled} | unsigned{asynchronous} << 1; }
};

struct ThreadRecord {
  // What nearly every step of the thread changes: journalled whenever it is about to run (Engine::remember).
  Operation pending;
  void* context = nullptr;   // where its fiber goes on
  std::uint64_t result = 0;  // of the operation applied last
  ExceptionGlobals exceptions;
  bool live = false;
  bool newborn = false;  // created in this step: has not run yet
  bool silent = false;   // the pending operation happens as soon as it can, without being scheduled
  bool ended = false;
  bool visible_since_edge = false;
  bool woke_alone = false;          // its last wait for a condition ended by time or for no reason
  bool barren = false;              // its next such wait would lead it round the same loop again: see spin.h
  std::uint32_t barren_step = 0;    // since when
  std::uint32_t published = 0;      // the step in which `pending` was published
  std::uint8_t granted = 0;         // locks that std::lock has waited for and takes now, one after the other
  std::uint16_t section_depth = 0;  // heddle_atomic_begin without its end
  int saved_errno = 0;
  std::uint16_t saved_float_flags = 0;  // of the x87 unit; the others lie in its context
  std::uint32_t children = 0;
  std::uint32_t rounds = 0;     // back edges since the last visible operation, in units of the loop budget
  std::uint32_t misses = 0;     // watched rounds in which something changed, and
  std::uint32_t unwatched = 0;  // how many rounds to leave alone because of them
  // The rest is journalled by who changes it, or belongs to the thread from its creation on.
  AtomicOperands operands;
  Cancellation cancellation;
  void* value = nullptr;  // what it returned
  _Unwind_Exception unwinding{};  // as which pthread_exit and a cancellation go up its stack
  std::uint64_t draws = 0;  // state of std::random_device
  std::uint64_t blocked_signals = 0;
  char name[16] = {};  // pthread_setname_np
  bool named = false;  // ... was called; otherwise the name is the program's
  bool named_by_other = false;
  std::uint64_t seen_on_stack = 0;  // a Bloom filter of the words of its stack that other threads have accessed
  ThreadEntry entry;
  std::uint8_t process = 0;  // whose thread it is
  ThreadId parent;
  SiteId created_at;
  Address end = 0;             // the semaphore that is its end, where somebody may try to join (joins.cpp)
  Address first_frame = 0;     // frames above this one are ours, not the program's
  Address program_frames = 0;  // where those of the program begin, going down
};

}  // namespace heddle
