// The threads of a trace and whether what it says of them can be: nobody acts before being forked or after the end,
// nobody is forked twice, nobody joins a thread that never was.
//
// Until the first fork a thread that appears is a root: it runs from the beginning, ordered after nothing. Many traces
// never say how their threads came to be. Once threads are forked, one that appears from nowhere never started; where
// a trace leaves out some of its forks, `unforked` takes these threads as roots too.
//
// Some tools write begin and end for the life of a thread, others for atomic blocks. A thread that begins a second time
// or after other events shows that this trace means blocks.
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
  Threads(bool blocks, bool unforked) : unforked_(unforked), blocks_(blocks) {}

  // The thread of this name, which acts in this line; `begins`: with a begin. False: it cannot, see why().
  bool acts(std::string_view name, std::uint64_t line, bool begins, ThreadId& thread) {
    if (name != last_name_) look_up(name);
    thread = ThreadId(static_cast<std::uint16_t>(last_));
    return states_[last_].runs || starts(last_, line, begins);
  }

  bool fork(ThreadId parent, std::string_view child, std::uint64_t line, ThreadId& number);
  bool join(ThreadId joiner, std::string_view finished, std::uint64_t line, ThreadId& number);
  void begin(ThreadId, std::uint64_t line);
  void end(ThreadId, std::uint64_t line);

  const std::string& why() const { return why_; }
  bool too_many() const { return names_.size() > kMaxThreads; }  // more than the detectors can tell apart

  std::string_view name(ThreadId t) const { return names_.name(t.value); }
  std::size_t size() const { return names_.size(); }
  // Without the thread of the first event.
  std::vector<std::string_view> roots() const;
  // The line that showed that begin and end enclose blocks; 0: none did.
  std::uint64_t shown_as_blocks() const { return shown_as_blocks_; }

 private:
  struct State {
    bool runs = false;  // has acted and may go on
    bool root = false;
    bool begun = false;
    bool ended = false;
    bool joined = false;
    std::uint64_t first = 0;   // line of its first event; 0: none yet
    std::uint64_t forked = 0;  // line
    std::uint64_t last = 0;    // line that ended it
  };

  void look_up(std::string_view name);
  std::uint32_t number(std::string_view name);
  bool starts(std::uint32_t thread, std::uint64_t line, bool begins);
  void means_blocks(std::uint64_t line);
  bool fail(std::string message) {
    why_ = std::move(message);
    return false;
  }

  const bool unforked_;
  bool blocks_;
  std::uint64_t shown_as_blocks_ = 0;  // line
  std::uint64_t first_fork_ = 0;       // line
  NameTable names_;
  std::vector<State> states_;
  std::string_view last_name_;  // kept by names_
  std::uint32_t last_ = 0;
  std::string why_;
};

}  // namespace heddle::trace
