// What a program of tests/programs or examples/ says about itself in its first comment lines:
//
//   // expect: race on counter       race [on NAME], deadlock, livelock, assertion, crash, memory, misuse, exit,
//                                    discipline [on NAME], verified, inconclusive, error. Several lines: exactly these
//                                    bugs, with --keep-going.
//   // expect(eraser): ...           the same for a further run with this detector
//   // lines: 12, 20                 source lines, as a set: of the two accesses of a race, of the waits of a deadlock
//                                    cycle, of the bug otherwise
//   // primitive: std::latch         what a program of tests/programs/matrix shows the use of (correct if it expects
//                                    verified, refused if inconclusive or error, else broken); one line for each
//   // executions(dpor): 6           complete executions of that search under --visible sync, where theory fixes them
//   // blocked(optimal): 0           executions that search may begin in vain, likewise
//   // states(stateful): 244         states that this search finds, likewise
//   // exit: 0 1                     exactly the exit statuses that the program can have; all are accepted unless a
//                                    bug of kind exit is expected or the flags have --exit-status. `never`: it runs
//                                    forever, whatever happens
//   // cycle: 2                      length of a deadlock's cycle
//   // signal: SIGSEGV               of a crash
//   // message: text                 part of the message of a bug or error, or of the limit that made it inconclusive
//   // message(eraser): text         the same for the run with this detector
//   // assumes: text                 part of an assumption of the verdict; one line for each, and there are no others.
//                                    `nothing`: the list is empty
//   // search: dfs dpor              searches to run (dfs, dpor and optimal if not given)
//   // detectors: exact              detectors to run, `exact` for all of that kind (the tool's default if not given)
//   // visible: sync all             policies to run (sync if not given)
//   // flags: -std=c++20             options for heddle check
//   // args: one "two words"         arguments of the program
//   // process: peer.c -DA -- 1      one of several processes, with its files (beside this one), flags and arguments;
//   one
//                                    line for each, this file among them
//   // part: server.c                this file is one of the processes of that program, and no program of its own
//   // input: 1 2                    what its standard input holds, without a newline at the end; nothing if not given
//   // timeout: 60                   seconds for one run
//
// The first line that is not such a comment, in practice a bare "//", ends the list; prose may follow.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::program_tests {

struct ExpectedOutcome {
  std::string kind;      // a bug kind, or verified, inconclusive, error
  std::string variable;  // of a race or a breach of discipline; empty: any
};

// What is different with one detector.
struct WithDetector {
  std::vector<ExpectedOutcome> outcomes;
  std::string message;
};

struct Expectation {
  std::filesystem::path file;
  std::vector<ExpectedOutcome> outcomes;
  std::set<int> lines;
  std::map<std::string, std::uint64_t> executions, blocked, states;
  std::optional<std::set<int>> exit_statuses;
  std::optional<std::size_t> cycle;
  std::string signal, message, input;
  std::vector<std::string> primitives;
  std::optional<std::vector<std::string>> assumptions;
  std::map<std::string, WithDetector> with;  // by detector
  std::vector<std::string> searches, detectors, visibilities, flags, arguments, processes;
  std::string part_of;
  double timeout = 60;
  std::vector<std::string> mistakes;  // in the header itself: a test with one fails

  bool expects_bug() const;
  bool keeps_going() const;
  int exit_status() const;  // of heddle check
  bool accepts_any_status() const;
  // What to expect of a run with this detector, one of `with`.
  Expectation of_detector(const std::string& detector) const;
};

Expectation read_expectation(const std::filesystem::path& file);

// Does a reported variable ("ns::box.items[3]") belong to the one expected ("box")?
bool names_variable(const std::string& reported, const std::string& expected);

}  // namespace heddle::program_tests
