// A program whose threads wait for each other in loops, as data: what the generator makes, what states.cpp gives a
// meaning, and what is printed as C. The threads share a few atomic variables of small values and a mutex; each has one
// local bit, `seen`, and the value that it looked up last, `old`, in a local variable or in a global one that others leave
// alone. Main creates the others, does its part, joins them and prints the variables.
//
// Attempts: old = a, then compare-exchanges of a from old to something until one succeeds. One that fails makes old what
// it found.
#pragma once
#include <string>
#include <vector>

namespace waiting {

inline constexpr unsigned kVariables = 4;

enum class Kind {
  Store,       // a = x
  Flip,        // a ^= 1
  Wait,        // while (a == x) {}
  WaitBoth,    // while (!(a == x && b == y)) {}
  SleepUntil,  // while (a == x) usleep(1)
  Beat,        // while (a == x) b = y
  Lock,        // while (exchange(a, 1)) {}
  LookAndLock,   // do { while (a) {} } while (exchange(a, 1))
  Poll,          // { lock; s = a == x; unlock } while (s)
  TimedWait,     // lock; while (a == x) timedwait; unlock
  Section,       // lock; body; unlock
  Loop,          // while (a == x) { body }
  If,            // if (a == x) { body }
  See,           // seen &= a == x
  SeeHeld,       // seen &= whether the mutex is held == x, found out by trying to lock it
  Attempt,        // old = a; while (!cas(a, old, y)) {}
  AttemptUnless,  // old = a; while (old != x && !cas(a, old, y)) {}
  AttemptAnew,    // do old = a; while (!cas(a, old, y))
  AttemptAfter,   // old = a; do { body } while (!cas(a, old, y))
  LookAgain,      // old = a; while (old == x) { body; old = a }
  SeeOld,         // seen &= old == x
  AssertOld,      // assert(old != x)
  AssertUnseen,  // assert(!seen)
  Assert,        // assert(a != x)
};

// What an attempt stores: y itself if it is a value, or
inline constexpr unsigned kNextValue = 3, kOtherBit = 4;  // (old + 1) % 3, old ^ 1

struct Statement {
  Kind kind;
  unsigned a = 0, x = 0, b = 0, y = 0;
  std::vector<Statement> body = {};
};
using Block = std::vector<Statement>;

struct Program {
  std::vector<Block> threads;  // [0] is main
  bool global_old = false;
  bool allocates = false;  // in each round of a loop, a block that is freed again: nobody can tell
};

// The source of many programs; argv[1] chooses one. Assertions are numbered in the order of the text, by program:
// lines[program][assertion].
struct Source {
  std::string text;
  std::vector<std::vector<unsigned>> lines;
};
// `handles`: where main keeps the handles of its threads, or 0.
Source write_batch(const std::vector<Program>& programs, unsigned long handles);
std::string write_single(const Program& program);

// Each without one statement, or with the body of one in its place.
std::vector<Program> smaller_versions(const Program& program);

Program random_program(unsigned long seed);
// With attempts, and with nothing by which a thread could learn of another one without being ordered after it.
Program random_attempts(unsigned long seed);

}  // namespace waiting
