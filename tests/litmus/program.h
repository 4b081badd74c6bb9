// A litmus program: a handful of atomic operations, fences and plain accesses on sixteen shared bytes, by main and up
// to three threads, as data: what the generator makes, what standard.cpp gives a meaning, and what is printed as C++.
//
// Operation k of a thread puts what it reads into the local register r<k>; a later operation of the same thread may
// depend on it (`guard`). A thread returns a hash of its registers, main prints the hashes and the final bytes, so that
// the output of an execution is all that it has seen.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace litmus {

enum class Action { Load, Store, Exchange, Add, CasStrong, CasWeak, Fence, PlainLoad, PlainStore, Create, Join };
enum class Order { Relaxed, Acquire, Release, AcquireRelease, Sequential };

struct Operation {
  Action action = Action::Fence;
  unsigned offset = 0, size = 4;      // bytes of the shared memory
  Order order = Order::Sequential;    // of a compare-and-swap: if it succeeds
  Order failure = Order::Sequential;  // and if it fails
  std::uint64_t value = 0, expected = 0;
  int guard = -1;  // only if register `guard` holds `guard_value`
  std::uint64_t guard_value = 0;
  unsigned thread = 0;  // created or joined

  bool plain() const { return action == Action::PlainLoad || action == Action::PlainStore; }
  bool cas() const { return action == Action::CasStrong || action == Action::CasWeak; }
  bool access() const { return action < Action::Fence || plain(); }
};

struct Program {
  std::vector<std::vector<Operation>> threads;  // [0] is main, with Create and Join
  std::size_t size() const;                     // operations other than Create and Join
};

inline constexpr unsigned kBytes = 16;
inline constexpr std::uint64_t kUnset = 0xee;  // a register before its operation, or whose operation was skipped
inline constexpr std::uint64_t kHashFactor = 1000003;

// The source of many programs (argv[1] chooses one) or, with one program, of one a person can run; `lines` gets the
// line of every operation: lines[program][thread][operation].
struct Source {
  std::string text;
  std::vector<std::vector<std::vector<unsigned>>> lines;
};
Source write_batch(const std::vector<Program>& programs, unsigned long handles);
std::string write_single(const Program& program);

std::vector<Program> smaller_versions(const Program& program);

}  // namespace litmus
