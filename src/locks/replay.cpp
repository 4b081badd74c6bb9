// Performs schedules on programs of locks (replay.h).
#include "locks/replay.h"

#include <algorithm>
#include <set>

namespace heddle::locks {

const ThreadState::Counted* ThreadState::find(LockId lock) const {
  for (const Counted& c : held)
    if (c.held.lock == lock) return &c;
  return nullptr;
}

bool stands_before(const Program& program, const ThreadState& thread, Place place) {
  if (!thread.started || thread.ended || thread.stack.empty()) return false;
  const ThreadState::Frame& top = thread.stack.back();
  if (top.procedure != place.procedure || top.node != program[place].from) return false;
  return top.node != program[place.procedure].exit && (!thread.inside_wait || thread.wait == place);
}

bool blocked_by(const Program& program, LockId lock, Mode mode, const ThreadState& other) {
  if (lock.index() >= program.locks.size() || !program[lock].concrete) return false;
  const ThreadState::Counted* theirs = other.find(lock);
  return theirs != nullptr && conflict(mode, theirs->held.mode);
}

namespace {

class Machine {
 public:
  Machine(const Program& program, const std::vector<bool>& passable, const Schedule& schedule)
      : program_(program), passable_(passable), schedule_(schedule) {
    result_.threads.resize(schedule.participants.size());
    moved_.resize(schedule.participants.size());
    for (std::size_t i = 0; i < schedule.participants.size(); ++i) begin(i);
    for (std::uint32_t t = 0; t < program.threads.size(); ++t)
      if (std::ranges::find(schedule.participants, ThreadId(t), &Participant::thread) == schedule.participants.end())
        for (const Held& held : program.threads[t].initially_held) held_by_absent_.push_back(held);
  }

  Replay run() {
    for (const Participant& p : schedule_.participants) {
      const auto same = std::ranges::count(schedule_.participants, p);
      if (p.thread.index() >= program_.threads.size() || same != 1) return refuse("the participants are wrong");
      if (p.instance > 0 && !program_[p.thread].several) return refuse("there is only one such thread");
    }
    for (const Step& step : schedule_.steps) {
      if (step.participant >= result_.threads.size()) return refuse("no such participant");
      ThreadState& thread = result_.threads[step.participant];
      if (!thread.started || thread.ended) return refuse("the thread does not run");
      if (const std::string wrong = perform(step, thread); !wrong.empty()) return refuse(wrong);
      moved_[step.participant] = true;
      ++result_.steps;
    }
    return std::move(result_);
  }

 private:
  Replay refuse(const std::string& wrong) {
    result_.wrong = wrong;
    return std::move(result_);
  }

  void begin(std::size_t i) {
    const Thread& thread = program_[schedule_.participants[i].thread];
    if (!thread.forked) start(i);
  }
  void start(std::size_t i) {
    const Thread& thread = program_[schedule_.participants[i].thread];
    ThreadState& state = result_.threads[i];
    state.started = true;
    state.stack.push_back({thread.entry, program_[thread.entry].entry});
    for (const Held& held : thread.initially_held) state.held.push_back({held});
  }

  std::string perform(const Step& step, ThreadState& thread) {
    ThreadState::Frame& top = thread.stack.back();
    if (step.what == Step::What::kReturn) return returns(thread);
    if (top.procedure != step.place.procedure || step.place.edge >= program_[top.procedure].edges.size())
      return "the thread is in another procedure";
    const Edge& edge = program_[step.place];
    if (!stands_before(program_, thread, step.place)) return "the thread is at another node";
    if (thread.inside_wait != (step.what == Step::What::kReacquire)) return "the thread is inside a wait, or is not";
    if (step.what == Step::What::kReacquire) return reacquire(step, thread, edge);
    if (step.what == Step::What::kSkip) return skip(step, thread, edge);
    return std::visit([&](const auto& action) { return take(action, step, thread, edge); }, edge.action);
  }

  std::string returns(ThreadState& thread) {
    if (thread.inside_wait || thread.stack.back().node != program_[thread.stack.back().procedure].exit)
      return "returns from another node than its exit";
    thread.stack.pop_back();
    if (thread.stack.empty()) thread.ended = true;
    return "";
  }

  std::string go(ThreadState& thread, const Edge& edge) {
    thread.stack.back().node = edge.to;
    return "";
  }
  template <class Action>
  std::string take(const Action&, const Step&, ThreadState& thread, const Edge& edge) {
    return go(thread, edge);  // Nothing, Access, Label
  }

  bool known(LockId lock) const { return lock.index() < program_.locks.size(); }

  std::string acquire(ThreadState& thread, LockId lock, Mode mode) {
    for (const ThreadState& other : result_.threads)
      if (&other != &thread && blocked_by(program_, lock, mode, other)) return "the lock is held by another thread";
    for (const Held& held : held_by_absent_)
      if (held.lock == lock && conflict(held.mode, mode)) return "the lock is held by a thread that does not take part";
    for (ThreadState::Counted& mine : thread.held) {
      if (mine.held.lock != lock) continue;
      const bool again = !known(lock) || !program_[lock].concrete ||
                         (mine.held.mode == mode && (mode == Mode::kShared || program_[lock].recursive));
      if (!again) return "the thread holds the lock already";
      ++mine.count;
      return "";
    }
    thread.held.push_back({{lock, mode}});
    return "";
  }
  void release(ThreadState& thread, LockId lock) {
    for (std::size_t i = 0; i < thread.held.size(); ++i) {
      if (thread.held[i].held.lock != lock) continue;
      if (--thread.held[i].count == 0) thread.held.erase(thread.held.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }
  static bool offers(const std::vector<LockId>& choices, bool others, bool known, LockId lock) {
    return known ? std::ranges::find(choices, lock) != choices.end() : others;
  }

  std::string take(const Acquire& action, const Step& step, ThreadState& thread, const Edge& edge) {
    if (!step.lock || !offers(action.choices, action.others, known(*step.lock), *step.lock)) return "not that lock";
    if (std::string wrong = acquire(thread, *step.lock, action.mode); !wrong.empty()) return wrong;
    return go(thread, edge);
  }
  std::string take(const AcquireAll& action, const Step&, ThreadState& thread, const Edge& edge) {
    for (const LockId lock : action.locks)
      if (std::string wrong = acquire(thread, lock, Mode::kExclusive); !wrong.empty()) return wrong;
    if (action.others) (void)acquire(thread, unknown(), Mode::kExclusive);
    return go(thread, edge);
  }
  // A choice that is held; if none is, no lock (an unknown one) stands for that.
  std::string may_release(const std::vector<LockId>& choices, bool others, const Step& step,
                          const ThreadState& thread) {
    if (!step.lock) return "which lock?";
    const bool any = std::ranges::any_of(choices, [&](LockId l) { return thread.find(l) != nullptr; }) ||
                     (others && thread.find(unknown()) != nullptr);
    if (!any) return known(*step.lock) ? "the lock is not held" : "";
    if (thread.find(*step.lock) == nullptr) return "the lock is not held, another choice is";
    return offers(choices, others, known(*step.lock), *step.lock) ? "" : "not that lock";
  }
  std::string take(const Release& action, const Step& step, ThreadState& thread, const Edge& edge) {
    if (std::string wrong = may_release(action.choices, action.others, step, thread); !wrong.empty()) return wrong;
    release(thread, *step.lock);
    return go(thread, edge);
  }
  std::string take(const Wait& action, const Step& step, ThreadState& thread, const Edge&) {
    if (std::string wrong = may_release(action.choices, action.others, step, thread); !wrong.empty()) return wrong;
    thread.wait_lock = *step.lock;
    thread.inside_wait = true;
    thread.wait = step.place;
    if (thread.find(*step.lock) == nullptr) thread.wait_lock = unknown();  // then it may acquire any of its choices
    release(thread, *step.lock);
    return "";
  }
  std::string reacquire(const Step& step, ThreadState& thread, const Edge& edge) {
    const auto& action = std::get<Wait>(edge.action);
    if (!step.lock || !offers(action.choices, action.others, known(*step.lock), *step.lock)) return "not that lock";
    if (known(thread.wait_lock) && *step.lock != thread.wait_lock) return "acquires another lock than it released";
    if (std::string wrong = acquire(thread, *step.lock, Mode::kExclusive); !wrong.empty()) return wrong;
    thread.inside_wait = false;
    return go(thread, edge);
  }
  std::string take(const Call& action, const Step& step, ThreadState& thread, const Edge& edge) {
    if (!step.callee) return action.others || action.choices.empty() ? go(thread, edge) : "which procedure?";
    if (std::ranges::find(action.choices, *step.callee) == action.choices.end()) return "does not call that";
    thread.stack.back().node = edge.to;
    thread.stack.push_back({*step.callee, program_[*step.callee].entry});
    return "";
  }
  std::string take(const Fork& action, const Step&, ThreadState& thread, const Edge& edge) {
    if (!program_[action.thread].several && !forked_.insert(action.thread).second)
      return "the thread was forked before";
    for (std::size_t i = 0; i < schedule_.participants.size(); ++i)
      if (schedule_.participants[i].thread == action.thread && !result_.threads[i].started) start(i);
    return go(thread, edge);
  }
  // Who has begun has to have ended; who has not was not started yet.
  std::string take_all(ThreadId joined, ThreadState& thread, const Edge& edge) {
    for (std::size_t i = 0; i < schedule_.participants.size(); ++i) {
      ThreadState& other = result_.threads[i];
      if (schedule_.participants[i].thread != joined || !other.started || other.ended) continue;
      if (moved_[i]) return "a joined thread has not ended";
      other = {};
    }
    return go(thread, edge);
  }
  std::string take(const Join& action, const Step&, ThreadState& thread, const Edge& edge) {
    if (action.all && action.choices.size() == 1 && !action.others && program_[action.choices[0]].several)
      return take_all(action.choices[0], thread, edge);
    if (action.others || action.choices.size() != 1 || program_[action.choices[0]].several) return go(thread, edge);
    if (!action.waits && !forked_.contains(action.choices[0])) return go(thread, edge);
    for (std::size_t i = 0; i < schedule_.participants.size(); ++i)
      if (schedule_.participants[i].thread == action.choices[0] && result_.threads[i].ended) return go(thread, edge);
    return "the joined thread has not ended";
  }
  std::string take(const End&, const Step&, ThreadState& thread, const Edge&) {
    thread.ended = true;
    thread.stack.clear();
    return "";
  }

  std::string skip(const Step& step, ThreadState& thread, const Edge& edge) {
    const auto* call = std::get_if<Call>(&edge.action);
    if (call == nullptr || !step.callee) return "skips what is no call";
    if (std::ranges::find(call->choices, *step.callee) == call->choices.end()) return "does not call that";
    return passable_[step.callee->index()] ? go(thread, edge) : "skips a procedure that matters";
  }

  LockId unknown() const { return LockId(static_cast<std::uint32_t>(program_.locks.size())); }

  const Program& program_;
  const std::vector<bool>& passable_;
  const Schedule& schedule_;
  Replay result_;
  std::set<ThreadId> forked_;
  std::vector<bool> moved_;           // participants that have taken a step
  std::vector<Held> held_by_absent_;  // from the beginning to the end
};

bool idle(const Action& action) {
  return std::holds_alternative<Nothing>(action) || std::holds_alternative<Access>(action) ||
         std::holds_alternative<Label>(action);
}

}  // namespace

Replay Replayer::run(const Schedule& schedule) const { return Machine(program_, passable_, schedule).run(); }

// A node is reached if idle edges lead there from its procedure's entry; a call is idle once its callee's exit is
// reached.
Replayer::Replayer(const Program& program) : program_(program), passable_(program.procedures.size()) {
  using At = std::pair<std::uint32_t, Node>;
  std::vector<std::vector<std::vector<const Edge*>>> out(program.procedures.size());
  std::vector<std::vector<bool>> reached(program.procedures.size());
  std::vector<std::vector<At>> behind_calls(program.procedures.size());
  std::vector<At> pending;
  const auto reach = [&](std::uint32_t p, Node node) {
    if (!reached[p][node]) pending.emplace_back(p, node);
    reached[p][node] = true;
  };
  for (std::uint32_t p = 0; p < program.procedures.size(); ++p) {
    const Procedure& procedure = program.procedures[p];
    out[p].resize(procedure.nodes);
    reached[p].resize(procedure.nodes);
    for (const Edge& edge : procedure.edges)
      if (edge.from != procedure.exit) out[p][edge.from].push_back(&edge);
    reach(p, procedure.entry);
  }
  while (!pending.empty()) {
    const auto [p, node] = pending.back();
    pending.pop_back();
    if (node == program.procedures[p].exit) {
      passable_[p] = true;
      for (const auto& [caller, to] : behind_calls[p]) reach(caller, to);
    }
    for (const Edge* edge : out[p][node]) {
      const auto* call = std::get_if<Call>(&edge->action);
      if (idle(edge->action) || (call != nullptr && (call->others || call->choices.empty()))) reach(p, edge->to);
      if (call == nullptr) continue;
      for (const ProcedureId callee : call->choices) {
        behind_calls[callee.index()].emplace_back(p, edge->to);
        if (passable_[callee.index()]) reach(p, edge->to);
      }
    }
  }
}

}  // namespace heddle::locks
