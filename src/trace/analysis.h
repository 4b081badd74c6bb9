// A trace through a detector: reads line after line, refuses what cannot have happened, feeds the detector as the
// machine would (detect/race_detector.h) and hands every race to a sink. One pass; memory is bounded by the variables,
// objects and threads of the trace and by the accesses that may still race, never by its length.
//
// An atomic operation learns before it accesses and publishes afterwards, as in the machine: an initialisation that is
// published through the atomic itself does not race with it.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "detect/race_detector.h"
#include "support/journal.h"
#include "trace/line.h"
#include "trace/line_reader.h"

namespace heddle::trace {

struct Side {
  std::uint64_t line = 0;  // 0: the detector does not know the access any more
  std::string_view thread;
  Action action{};
  MemoryOrder order{};
  std::string_view location;
};

struct Finding {
  std::string_view variable;
  Side first, second;
};

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void found(const Finding&) = 0;  // the views are good during the call only
};

struct Settings {
  bool first_only = false;      // one race per variable
  bool blocks = false;          // begin and end enclose atomic blocks, not the life of a thread
  bool unforked = false;        // a thread that nobody forks runs from the beginning, though others are forked
  bool (*stop)() = nullptr;     // asked now and then
  std::uint64_t line_base = 0;  // added to line numbers; for tests
  std::uint64_t largest = std::uint64_t{1} << 34;  // bytes of one event: what is known of 16 GB takes seconds and 3 GB
};

struct Outcome {
  enum class End : std::uint8_t {
    Complete,
    Cut,         // the file ends in the middle of something
    Limit,       // a limit of the detector, or an interruption: the rest was not looked at
    Malformed,   // or unreadable
    Impossible,  // no execution does that
  };
  End end = End::Complete;
  std::uint64_t line = 0, column = 0;  // of what is wrong
  std::string message;                 // unless Complete: one sentence
  std::uint64_t events = 0, races = 0;
  std::size_t threads = 0, variables = 0, objects = 0;
  std::vector<std::string> roots;     // threads that nobody forked, but for the first
  std::uint64_t shown_as_blocks = 0;  // line that showed that begin and end enclose blocks; 0: none did

  bool is_error() const { return end == End::Malformed || end == End::Impossible; }
};

// `detector` was made with list_all and with `journal`, which records nothing; nullptr: only the trace is checked.
Outcome analyse(LineReader& reader, RaceDetector* detector, Journal& journal, const Settings& settings, Sink& sink);

}  // namespace heddle::trace
