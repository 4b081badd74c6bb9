// The second search of `auto`, beside the first: one that explores no state twice (search/stateful.h). It runs in a
// fork of the exploring process, from the start of the program, and the two take turns: while one runs the other stands
// still. Whoever comes to an end first, or finds a bug, ends the run. So nobody has to guess whether a program is one
// of those that come back to few states again and again, and neither search loses what it has done.
//
// Who gets how much is counted in transitions, so that two runs give the same result. The first search is alone until
// it has made kAlone of them. Then the second gets a small share, enough to see what it is good for: at how many of its
// steps it met a state that it knew. If at least at half of them, the two get about as much time each. And where the
// first has to leave rounds of a loop out, without a verdict, the second has a go at it by itself.
//
// Main functions: is_due, take_turn (of the first search); work (of the second).
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>

#include "model/bug.h"

namespace heddle::run {

class SecondSearch {
 public:
  explicit SecondSearch(bool wanted);
  ~SecondSearch() { drop(); }
  SecondSearch(const SecondSearch&) = delete;
  SecondSearch& operator=(const SecondSearch&) = delete;

  // The first search has made so many transitions since it began or began again.
  bool is_due(std::uint64_t transitions) const { return page_ != nullptr && earlier_ + transitions >= next_; }
  // The second search goes on; `work` is all of it, in the fork: its status is kTold if it has sent the result of the
  // run, anything else if it gives up. True: the run is over.
  bool take_turn(std::uint64_t transitions, const std::function<int()>& work);
  static constexpr int kTold = 0;

  // The first search has no verdict, because of loops.
  bool take_over(const std::function<int()>& work);

  // The first search begins again, and what it has done before counts on. `afresh`: with another program, as it were:
  // more bytes are visible, races are passed over.
  void begin_round(std::uint64_t transitions, bool afresh);

  // Of the fork: it has come so far, and stands still here if its turn is over.
  bool is_fork() const { return in_fork_; }
  void wait_for_turn(const Statistics& so_far);

  // What was decided, and why; empty: nothing was to be decided.
  std::string choice() const;

 private:
  struct Page;
  void drop();
  bool start(const std::function<int()>& work, std::uint64_t transitions);
  bool run_until(std::uint64_t transitions);
  void look();

  Page* page_ = nullptr;  // shared with the fork; nullptr: there is no second search (any more)
  pid_t fork_ = 0;
  bool in_fork_ = false;
  bool pays_ = false;
  std::uint64_t next_;
  std::uint64_t earlier_ = 0;             // transitions of the first search before it began again
  std::uint64_t steps_ = 0, states_ = 0;  // of the second, when it was last looked at
  std::uint64_t began_at_ = 0;
};

}  // namespace heddle::run
