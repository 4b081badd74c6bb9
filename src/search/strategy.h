// The questions that a depth-first strategy answers, and the frames that they are about. The explorer (explorer.h) owns
// the frames and the loop; a strategy decides what is explored from a state and learns from what is executed. What it
// plans for a state it keeps itself, by the depth of that state.
#pragma once
#include <memory>
#include <vector>

#include "machine/abstract_machine.h"
#include "model/schedule.h"
#include "search/frontier.h"
#include "search/thread_set.h"
#include "search/walk.h"

namespace heddle {

// A state of the path: frame i is the one before step i.
struct Frame {
  ScheduleStep step;      // being explored from here
  unsigned explored = 0;  // branches that were
  std::size_t scheduled = 0;  // steps of the schedule that lead here: as many as frames, or more (Walk::take_at_once)
  // Whether the strategy may come back to explore another branch: only then is the state saved.
  bool is_saved = false;
  std::unique_ptr<SavedState> saved;
};

inline constexpr const char* kNobodyEnabled = "internal error: a running state without an enabled thread";

class Strategy {
 public:
  // `follows_steps`: it wants to be told before and after each of them.
  explicit Strategy(bool follows_steps = true) : follows_steps_(follows_steps) {}
  virtual ~Strategy() = default;

  // A new state, at the end of the path. True: frame.step is what to explore first; frame.is_saved says whether there
  // may be more. False: nothing has to be explored from here.
  virtual bool enter(Frame& frame, std::size_t depth) = 0;
  // The step that is about to be executed is that of the last frame. Neither this nor executed() is called unless the
  // strategy follows steps.
  virtual void before_step() {}
  // It was executed.
  virtual void executed(const Transition&, Standing) {}
  // The execution has ended or was cut off; or all that could follow was explored before (Running).
  virtual void ended(Standing) {}
  // All that begins with frame.step was explored. True: frame.step is another one. Then the path ends at this depth
  // again, and the strategy forgets what it knows about states beyond.
  virtual bool next(Frame& frame, std::size_t depth) = 0;
  // How many branches it knows of that are neither explored nor being explored, from the state at this depth: for the
  // estimate of what is done.
  virtual unsigned left(std::size_t depth) const = 0;

  // The frontier (frontier.h): what is planned for a state of the path, and what belongs to no state.
  virtual void write_plan(std::size_t depth, WordWriter&) const = 0;
  // After enter(frame, depth), in the place of what that chose.
  virtual void read_plan(Frame& frame, std::size_t depth, WordReader&) = 0;
  virtual void write_common(WordWriter&) const {}
  virtual void read_common(WordReader&) {}
  // What is stored of all states that were met, which may be large.
  virtual void write_store(WordWriter&) const {}
  virtual void read_store(WordReader&) {}
  // From now on, until false is said, states are entered and steps executed that were before; what was planned is read.
  virtual void follow(bool) {}

  // The program does something that this strategy is not made for: the search is to end.
  bool gives_up() const { return gives_up_; }
  bool follows_steps() const { return follows_steps_; }

 protected:
  bool gives_up_ = false;

 private:
  const bool follows_steps_;
};

}  // namespace heddle
