// What a program of several processes can do: every interleaving of its steps, and of the crash of one process if that
// is asked for. Shares no code with the tool. A process is a list of steps on one semaphore and one plain variable that
// all share.
#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace processes {

enum class Kind { Post, Wait, Try, ReadX, WriteX, Exit };
using Program = std::vector<std::vector<Kind>>;  // of each process

struct Meaning {
  bool racy = false, stuck = false;
  std::set<unsigned> statuses;  // the highest of those who have not crashed; of executions that come to their end
  std::size_t states = 0;
};

inline unsigned combined(unsigned sum, unsigned value) { return (sum * 7 + value) % 61; }
enum { kGot = 1, kGotNot = 2 };  // what Try and Wait add

Meaning meaning_of(const Program&, bool crashes, std::size_t most_states);
std::string text_of(const Program&);  // as a C initialiser

}  // namespace processes
