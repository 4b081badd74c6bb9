// The exploring process: a child that runs the program under test, and what it shares with the process that reports.
// Bugs and the outcome come back through a pipe, one message at a time, as soon as they are known; counters and the
// current schedule stand in shared memory, so that even kill -9 loses nothing.
#pragma once
#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

#include "report/wire.h"
#include "search/search.h"

namespace heddle::run {

struct SharedState {
  LiveState live;
  ThreadTree threads;
};

// Length, then the text. False: the reader is gone.
bool send_message(int descriptor, const std::string& text);

// How the child was watched.
struct WatchLimits {
  std::optional<double> seconds;           // asks it to stop, and kills it some seconds later
  std::optional<std::uint64_t> memory_mb;  // likewise
  bool progress = false;                   // a line on standard error while it runs
  double grace_seconds = 3;                // from asking to killing
};

// Why and how it ended.
struct ChildEnd {
  enum class Reason { Exited, Interrupted, TimeUp, MemoryFull, Signalled, Failed };
  Reason reason = Reason::Exited;
  bool killed = false;           // did not end when it was asked to
  bool in_a_transition = false;  // ... because a transition went on and on
  int signal = 0;                // Signalled
  int status = 0;                // Failed: its exit status
  double wall_ms = 0;
  std::uint64_t peak_rss_kb = 0;
};

// Runs `work` in a child that gets the pipe's descriptor; calls `received` for every message. `shared` must have been
// made by make_shared_state.
ChildEnd run_isolated(SharedState& shared, const WatchLimits& limits, const std::function<int(int descriptor)>& work,
                      const std::function<void(Message)>& received);

// Runs `work` in a fork that does not outlive us; its status as waitpid gives it. Nothing: there could be no fork.
std::optional<int> run_in_fork(const std::function<int()>& work);

// This process ends after so many seconds, unless it is said again; 0: it does not. For forks that may hang.
void end_process_after(double seconds);

SharedState* make_shared_state();  // nullptr: no memory

// "main main/1 main/1:2 ..." as it stands in shared memory; the middle of a long one is left out.
std::string live_schedule(const SharedState& shared);
// The thread of the last step, or empty.
std::string live_thread(const SharedState& shared);

// SIGINT and SIGTERM are remembered instead of ending the process.
void catch_interruptions();
bool interrupted();

}  // namespace heddle::run
