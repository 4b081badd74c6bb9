// A small concurrent C program as a tree of statements: what the generator makes, what is printed as C, and what the
// shrinker takes apart.
//
// Programs are printed many to a file, since a compiler takes as long for one as for fifty: main(argc, argv) runs the
// one whose number is argv[1]. They all use the same shared variables (prelude); every execution starts from fresh
// ones. In the text of a statement `$name` stands for a name that each program has for itself: $thread1, $t1 (its
// handle), $seen1 (what it has seen, for the final state), $initialise.
//
//   write_batch(programs)   the C source
//   write_single(program)   a source with this program alone, as a person would write it
//   smaller_versions        the program with one part left out, in every possible way
#pragma once
#include <string>
#include <vector>

namespace heddle::oracle {

// Leaf: `open` alone. Block: open, body, middle, otherwise, close, where empty texts are left out.
struct Statement {
  std::string open;
  std::vector<Statement> body = {};
  std::string middle = {};
  std::vector<Statement> otherwise = {};
  std::string close = {};
  // Creating, joining and detaching a thread name it here: left out together with it. 0: none of these.
  unsigned thread = 0;
};
using Script = std::vector<Statement>;

struct Program {
  std::vector<Script> threads;  // [0] is main; thread n is created by a statement with thread == n
  Script once;                  // what pthread_once(&once, ...) runs
  Script at_exit;               // of a handler; empty: none
  unsigned semaphores[2] = {0, 0};
  unsigned barrier = 2;
  bool node = false;           // main allocates a shared node first
  bool plain_handles = false;  // $t and $seen in ordinary memory, not at kHandlePage: a few accesses more for each thread
  // A thread may fail in the middle of a segment: what other threads could have done before that is then only seen
  // where every access is visible. A race may hide behind such a failure.
  bool fails_inside_segments = false;
};

std::string write_batch(const std::vector<Program>& programs);
std::string write_single(const Program& program);

std::size_t statement_count(const Program& program);
std::vector<Program> smaller_versions(const Program& program);

}  // namespace heddle::oracle
