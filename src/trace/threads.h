// The threads of a trace and whether what it says of them can be: nobody acts before being forked or after the end,
// nobody is forked twice, nobody joins a thread that never was.
//
// A thread that no one ever forks is a root: it runs from the beginning, ordered after nothing. Traces of other tools
// often have several. That someone is forked after all shows too late to be a root; it is an error then.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/ids.h"
#include "trace/name_table.h"

namespace heddle::trace {

class Threads {
 public:
  // `blocks`: begin and end enclose atomic blocks and have no meaning here, instead of the life of a thread.
  explicit Threads(bool blocks) : blocks_(blocks) {}

  // The thread of this name, which acts in this line. False: it cannot, see why().
  bool acts(std::string_view name, std::uint64_t line, ThreadId& thread) {
    if (name != last_name_) look_up(name);
    thread = ThreadId(static_cast<std::uint16_t>(last_));
    return states_[last_].runs || starts(last_, line);
  }

  bool fork(ThreadId parent, std::string_view child, std::uint64_t line, ThreadId& number);
  bool join(ThreadId joiner, std::string_view finished, std::uint64_t line, ThreadId& number);
  bool begin(ThreadId, std::uint64_t line);
  bool end(ThreadId, std::uint64_t line);

  const std::string& why() const { return why_; }
  bool too_many() const { return names_.size() > kMaxThreads; }  // more than the detectors can tell apart

  std::string_view name(ThreadId t) const { return names_.name(t.value); }
  std::size_t size() const { return names_.size(); }
  // Without the thread of the first event.
  std::vector<std::string_view> roots() const;

 private:
  struct State {
    bool runs = false;
    bool root = false;
    bool begun = false;
    bool ended = false;
    std::uint64_t first = 0;   // line of its first event; 0: none yet
    std::uint64_t forked = 0;  // line
    std::uint64_t last = 0;    // line that ended it
  };

  void look_up(std::string_view name);
  std::uint32_t number(std::string_view name);
  bool starts(std::uint32_t thread, std::uint64_t line);
  bool fail(std::string message) {
    why_ = std::move(message);
    return false;
  }

  const bool blocks_;
  NameTable names_;
  std::vector<State> states_;
  std::string_view last_name_;  // kept by names_
  std::uint32_t last_ = 0;
  std::string why_;
};

}  // namespace heddle::trace
