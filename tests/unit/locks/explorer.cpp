#include "explorer.h"

#include <algorithm>
#include <deque>
#include <map>

namespace heddle::locks::oracle {

namespace {

constexpr std::uint32_t kUnknownLock = 1000;

struct Local {
  int phase = 0;                                      // 0: not started, 1: runs, 2: ended
  std::vector<std::pair<std::uint32_t, Node>> stack;  // procedure and node
  std::vector<std::tuple<std::uint32_t, Mode, int>> held;
  int waiting = -1;  // inside a wait on this edge
  std::uint32_t wait_lock = 0;
  friend auto operator<=>(const Local&, const Local&) = default;
};

struct Global {
  std::vector<Local> threads;
  std::set<std::uint32_t> forked;
  friend auto operator<=>(const Global&, const Global&) = default;
};

struct Move {
  std::size_t thread;
  Step::What what;
  std::uint32_t edge;
  std::optional<std::uint32_t> lock, callee;
  Global after;
  bool not_nested = false;
};

// A request of a thread that cannot go on by itself.
struct Block {
  std::uint32_t edge;
  std::optional<LockId> lock;
  std::vector<std::size_t> by;  // instances
};

class World {
 public:
  explicit World(const Program& program) : program_(program) {
    for (std::uint32_t t = 0; t < program.threads.size(); ++t)
      for (std::uint32_t i = 0; i < (program.threads[t].several ? 2 : 1); ++i) instances.push_back({ThreadId(t), i});
  }
  explicit World(const Program& program, const std::vector<Participant>& participants)
      : instances(participants), program_(program) {}

  std::vector<Participant> instances;

  Global start() const {
    Global global;
    global.threads.resize(instances.size());
    for (std::size_t i = 0; i < instances.size(); ++i)
      if (!program_[instances[i].thread].forked) begin(global, i);
    return global;
  }

  std::vector<Move> moves(const Global& now) const {
    std::vector<Move> result;
    for (std::size_t i = 0; i < now.threads.size(); ++i) {
      const Local& local = now.threads[i];
      if (local.phase != 1) continue;
      const auto [procedure, node] = local.stack.back();
      const Procedure& code = program_.procedures[procedure];
      if (node == code.exit) {
        Move move{i, Step::What::kReturn, 0, {}, {}, now};
        Local& mine = move.after.threads[i];
        mine.stack.pop_back();
        if (mine.stack.empty()) mine.phase = 2;
        result.push_back(std::move(move));
        continue;
      }
      for (std::uint32_t e = 0; e < code.edges.size(); ++e)
        if (code.edges[e].from == node) take(now, i, e, code.edges[e], result);
    }
    return result;
  }

  // What keeps thread i from taking edges, for the blocking ones.
  std::vector<Block> blocks(const Global& now, std::size_t i) const {
    std::vector<Block> result;
    const Local& local = now.threads[i];
    if (local.phase != 1) return result;
    const auto [procedure, node] = local.stack.back();
    const Procedure& code = program_.procedures[procedure];
    for (std::uint32_t e = 0; e < code.edges.size() && node != code.exit; ++e) {
      if (code.edges[e].from != node) continue;
      const Action& action = code.edges[e].action;
      const auto want = [&](std::uint32_t lock, Mode mode) {
        Block block{e, LockId(lock), {}};
        for (std::size_t other = 0; other < now.threads.size(); ++other) {
          if (other == i ? !enters(local, lock, mode) : excludes(now.threads[other], lock, mode))
            block.by.push_back(other);
        }
        if (!block.by.empty()) result.push_back(block);
      };
      if (local.waiting >= 0) {
        if (local.waiting != static_cast<int>(e)) continue;
        for (const std::uint32_t lock : reacquired(std::get<Wait>(action), local)) want(lock, Mode::kExclusive);
      } else if (const auto* acquire = std::get_if<Acquire>(&action); acquire != nullptr && !acquire->tries) {
        for (const LockId lock : acquire->choices) want(lock.value, acquire->mode);
      } else if (const auto* all = std::get_if<AcquireAll>(&action)) {
        for (const LockId lock : all->locks) want(lock.value, Mode::kExclusive);
      } else if (const auto* join = std::get_if<Join>(&action)) {
        if (join->others || join->choices.size() != 1 || program_[join->choices[0]].several) continue;
        Block block{e, std::nullopt, {}};
        for (std::size_t other = 0; other < now.threads.size(); ++other)
          if (instances[other].thread == join->choices[0] && now.threads[other].phase == 1) block.by.push_back(other);
        if (!block.by.empty()) result.push_back(block);
      }
    }
    return result;
  }

 private:
  void begin(Global& global, std::size_t i) const {
    const Thread& thread = program_[instances[i].thread];
    Local& local = global.threads[i];
    local.phase = 1;
    local.stack = {{thread.entry.value, program_[thread.entry].entry}};
    for (const Held& held : thread.initially_held) local.held.emplace_back(held.lock.value, held.mode, 1);
  }
  bool real(std::uint32_t lock) const { return lock < program_.locks.size() && program_.locks[lock].concrete; }
  static bool has(const Local& local, std::uint32_t lock) {
    return std::ranges::any_of(local.held, [&](const auto& h) { return std::get<0>(h) == lock; });
  }
  bool excludes(const Local& other, std::uint32_t lock, Mode mode) const {
    return real(lock) && std::ranges::any_of(other.held, [&](const auto& h) {
             return std::get<0>(h) == lock && (mode == Mode::kExclusive || std::get<1>(h) == Mode::kExclusive);
           });
  }
  // As far as the thread itself is concerned.
  bool enters(const Local& local, std::uint32_t lock, Mode mode) const {
    if (!real(lock)) return true;
    for (const auto& [mine, how, count] : local.held)
      if (mine == lock) return how == mode && (mode == Mode::kShared || program_.locks[lock].recursive);
    return true;
  }
  bool acquire(Global& global, std::size_t i, std::uint32_t lock, Mode mode) const {
    for (std::size_t other = 0; other < global.threads.size(); ++other)
      if (other != i && excludes(global.threads[other], lock, mode)) return false;
    Local& local = global.threads[i];
    if (!enters(local, lock, mode)) return false;
    for (auto& [mine, how, count] : local.held)
      if (mine == lock) {
        ++count;
        return true;
      }
    local.held.emplace_back(lock, mode, 1);
    return true;
  }
  // Returns whether it was the last one acquired.
  bool release(Global& global, std::size_t i, std::uint32_t lock) const {
    auto& held = global.threads[i].held;
    for (std::size_t h = 0; h < held.size(); ++h) {
      if (std::get<0>(held[h]) != lock) continue;
      if (--std::get<2>(held[h]) > 0) return true;
      const bool last = h + 1 == held.size();
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(h));
      return last;
    }
    return true;
  }
  std::vector<std::uint32_t> releasable(const std::vector<LockId>& choices, bool others, const Local& local) const {
    std::vector<std::uint32_t> held;
    for (const LockId lock : choices)
      if (has(local, lock.value)) held.push_back(lock.value);
    if (others && has(local, kUnknownLock)) held.push_back(kUnknownLock);
    return held;
  }
  static std::vector<std::uint32_t> reacquired(const Wait& wait, const Local& local) {
    if (local.wait_lock != kUnknownLock) return {local.wait_lock};
    std::vector<std::uint32_t> locks;
    for (const LockId lock : wait.choices) locks.push_back(lock.value);
    if (wait.others) locks.push_back(kUnknownLock);
    return locks;
  }

  void take(const Global& now, std::size_t i, std::uint32_t e, const Edge& edge, std::vector<Move>& result) const {
    const Local& local = now.threads[i];
    const auto move = [&](auto change, std::optional<std::uint32_t> lock = {}, std::optional<std::uint32_t> callee = {},
                          Step::What what = Step::What::kEdge) {
      Move next{i, what, e, lock, callee, now};
      next.after.threads[i].stack.back().second = edge.to;
      if (change(next)) result.push_back(std::move(next));
    };
    const auto nothing = [](Move&) { return true; };
    if (local.waiting >= 0) {
      if (local.waiting != static_cast<int>(e)) return;
      for (const std::uint32_t lock : reacquired(std::get<Wait>(edge.action), local))
        move(
            [&](Move& m) {
              m.after.threads[i].waiting = -1;
              m.after.threads[i].wait_lock = 0;
              return acquire(m.after, i, lock, Mode::kExclusive);
            },
            lock, {}, Step::What::kReacquire);
      return;
    }
    if (const auto* a = std::get_if<Acquire>(&edge.action)) {
      for (const LockId lock : a->choices)
        move([&](Move& m) { return acquire(m.after, i, lock.value, a->mode); }, lock.value);
      if (a->others) move([&](Move& m) { return acquire(m.after, i, kUnknownLock, a->mode); }, kUnknownLock);
    } else if (const auto* all = std::get_if<AcquireAll>(&edge.action)) {
      move([&](Move& m) {
        for (const LockId lock : all->locks)
          if (!acquire(m.after, i, lock.value, Mode::kExclusive)) return false;
        return !all->others || acquire(m.after, i, kUnknownLock, Mode::kExclusive);
      });
    } else if (const auto* r = std::get_if<Release>(&edge.action)) {
      const auto locks = releasable(r->choices, r->others, local);
      for (const std::uint32_t lock : locks)
        move(
            [&](Move& m) {
              m.not_nested = !release(m.after, i, lock);
              return true;
            },
            lock);
      if (locks.empty()) move(nothing);
    } else if (const auto* w = std::get_if<Wait>(&edge.action)) {
      auto locks = releasable(w->choices, w->others, local);
      const bool none = locks.empty();
      if (none) locks.push_back(kUnknownLock);
      for (const std::uint32_t lock : locks)
        move(
            [&](Move& m) {
              m.after.threads[i].stack.back().second = edge.from;
              m.after.threads[i].waiting = static_cast<int>(e);
              m.after.threads[i].wait_lock = lock;
              if (!none) m.not_nested = !release(m.after, i, lock);
              return true;
            },
            lock);
    } else if (const auto* c = std::get_if<Call>(&edge.action)) {
      for (const ProcedureId callee : c->choices)
        move(
            [&](Move& m) {
              m.after.threads[i].stack.emplace_back(callee.value, program_[callee].entry);
              return true;
            },
            {}, callee.value);
      if (c->others || c->choices.empty()) move(nothing);
    } else if (const auto* f = std::get_if<Fork>(&edge.action)) {
      if (!program_[f->thread].several && now.forked.contains(f->thread.value)) return;
      std::vector<std::size_t> waiting;
      for (std::size_t other = 0; other < instances.size(); ++other)
        if (instances[other].thread == f->thread && now.threads[other].phase == 0) waiting.push_back(other);
      // Of a thread with several instances any number. It makes no difference who is started and stands still, unless
      // somebody joins all of them.
      const unsigned all = (1U << waiting.size()) - 1;
      for (unsigned some = joins_all_ && program_[f->thread].several ? 0 : all; some <= all; ++some)
        move([&](Move& m) {
          m.after.forked.insert(f->thread.value);
          for (std::size_t k = 0; k < waiting.size(); ++k)
            if ((some >> k & 1U) != 0) begin(m.after, waiting[k]);
          return true;
        });
    } else if (const auto* j = std::get_if<Join>(&edge.action)) {
      const bool blocks = !j->others && j->choices.size() == 1 && !program_[j->choices[0]].several;
      move([&](Move& m) {
        if (j->all && program_[j->choices[0]].several) {
          for (std::size_t other = 0; other < instances.size(); ++other)
            if (instances[other].thread == j->choices[0] && m.after.threads[other].phase == 1) return false;
          return true;
        }
        for (std::size_t other = 0; other < instances.size() && blocks; ++other)
          if (instances[other].thread == j->choices[0]) return m.after.threads[other].phase == 2;
        return !blocks;
      });
    } else if (std::holds_alternative<End>(edge.action)) {
      move([&](Move& m) {
        m.after.threads[i].phase = 2;
        m.after.threads[i].stack.clear();
        return true;
      });
    } else {
      move(nothing);
    }
  }

  // Does an edge join all instances of a thread?
  static bool joins_all(const Program& program) {
    return std::ranges::any_of(program.procedures, [](const Procedure& procedure) {
      return std::ranges::any_of(procedure.edges, [](const Edge& edge) {
        const auto* join = std::get_if<Join>(&edge.action);
        return join != nullptr && join->all;
      });
    });
  }

  const Program& program_;
  const bool joins_all_ = joins_all(program_);
};

class Exploration {
 public:
  Exploration(const Program& program, std::size_t most, std::size_t highest)
      : program_(program), world_(program), most_(most), highest_(highest) {}

  Explored run() {
    std::set<Global> seen{world_.start()};
    std::deque<Global> pending{world_.start()};
    while (!pending.empty()) {
      const Global now = std::move(pending.front());
      pending.pop_front();
      look(now);
      for (Move& move : world_.moves(now)) {
        result_.not_nested |= move.not_nested;
        if (move.after.threads[move.thread].stack.size() > highest_ || seen.size() >= most_ ||
            counts_high(move.after)) {
          result_.whole = false;
          continue;
        }
        if (seen.insert(move.after).second) pending.push_back(std::move(move.after));
      }
    }
    return std::move(result_);
  }

 private:
  static bool counts_high(const Global& global) {
    for (const Local& local : global.threads)
      for (const auto& [lock, mode, count] : local.held)
        if (count > 4) return true;
    return false;
  }
  std::vector<Place> before(const Local& local) const {
    std::vector<Place> places;
    if (local.phase != 1 || local.waiting >= 0) return places;
    const auto [procedure, node] = local.stack.back();
    const Procedure& code = program_.procedures[procedure];
    for (std::uint32_t e = 0; e < code.edges.size() && node != code.exit; ++e)
      if (code.edges[e].from == node) places.push_back({ProcedureId(procedure), e});
    return places;
  }
  void look(const Global& now) {
    for (std::size_t i = 0; i < now.threads.size(); ++i)
      for (std::size_t j = 0; j < now.threads.size(); ++j) {
        if (i == j) continue;
        for (const Place a : before(now.threads[i]))
          for (const Place b : before(now.threads[j])) pair(a, b);
      }
    std::vector<std::vector<Block>> blocks;
    for (std::size_t i = 0; i < now.threads.size(); ++i) blocks.push_back(world_.blocks(now, i));
    for (std::size_t i = 0; i < blocks.size(); ++i) follow(now, blocks, {i}, {});
  }
  void pair(Place a, Place b) {
    result_.together.insert({a, b});
    const auto* x = std::get_if<Access>(&program_[a].action);
    const auto* y = std::get_if<Access>(&program_[b].action);
    if (x == nullptr || y == nullptr) return;
    const AccessInfo &p = program_[x->access], &q = program_[y->access];
    std::vector<ObjectId> common;
    std::ranges::set_intersection(p.objects, q.objects, std::back_inserter(common));
    if (!common.empty() && (p.write || q.write) && !(p.atomic && q.atomic))
      result_.races.insert(std::minmax(x->access, y->access));
  }
  // The threads of `path` wait for one another in this order; `chosen` says at which edges all but the last.
  void follow(const Global& now, const std::vector<std::vector<Block>>& blocks, const std::vector<std::size_t>& path,
              const std::vector<Block>& chosen) {
    for (const Block& block : blocks[path.back()])
      for (const std::size_t next : block.by) {
        std::vector<Block> more = chosen;
        more.push_back(block);
        if (next == path[0]) {
          cycle(now, path, more);
        } else if (std::ranges::find(path, next) == path.end() && next > path[0]) {
          std::vector<std::size_t> longer = path;
          longer.push_back(next);
          follow(now, blocks, longer, more);
        }
      }
  }
  void cycle(const Global& now, const std::vector<std::size_t>& path, const std::vector<Block>& blocks) {
    Explored::Cycle result;
    bool minimal = true;
    for (std::size_t i = 0; i < path.size(); ++i) {
      result.emplace_back(Place{ProcedureId(now.threads[path[i]].stack.back().first), blocks[i].edge}, blocks[i].lock);
      for (const std::size_t other : blocks[i].by)
        if (other != path[(i + 1) % path.size()] && std::ranges::find(path, other) != path.end()) minimal = false;
    }
    if (path.size() > 1 && minimal) result_.minimal_cycles.insert(smallest_first(result));
    if (path.size() == 1) result_.minimal_cycles.insert(result);
    result_.cycles.insert(smallest_first(result));
  }

  const Program& program_;
  World world_;
  std::size_t most_, highest_;
  Explored result_;
};

// A skipped call must be able to pass through the callee by steps without effect.
bool passes(const Program& program, ProcedureId procedure, int depth) {
  if (depth == 0) return false;
  std::set<Node> reached{program[procedure].entry};
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge& edge : program[procedure].edges) {
      if (!reached.contains(edge.from) || edge.from == program[procedure].exit || reached.contains(edge.to)) continue;
      const auto* call = std::get_if<Call>(&edge.action);
      bool idle = std::holds_alternative<Nothing>(edge.action) || std::holds_alternative<Access>(edge.action) ||
                  std::holds_alternative<Label>(edge.action);
      if (call != nullptr)
        idle = call->others ||
               std::ranges::any_of(call->choices, [&](ProcedureId p) { return passes(program, p, depth - 1); });
      if (idle) changed |= reached.insert(edge.to).second;
    }
  }
  return reached.contains(program[procedure].exit);
}

// Every state that the step can lead to.
void perform(const Program& program, const World& world, const Step& step, const Global& now, std::set<Global>& after) {
  const Local& local = now.threads[step.participant];
  if (step.what == Step::What::kSkip) {
    if (local.phase != 1 || local.waiting >= 0 || local.stack.back().first != step.place.procedure.value ||
        local.stack.back().second != program[step.place].from || !passes(program, *step.callee, 6))
      return;
    Global skipped = now;
    skipped.threads[step.participant].stack.back().second = program[step.place].to;
    after.insert(std::move(skipped));
    return;
  }
  for (Move& move : world.moves(now)) {
    if (move.thread != step.participant || move.what != step.what) continue;
    if (step.what != Step::What::kReturn && move.edge != step.place.edge) continue;
    if (local.stack.back().first != step.place.procedure.value) continue;
    if (step.callee && (!move.callee || *move.callee != step.callee->value)) continue;
    if (move.lock && *move.lock != kUnknownLock && (!step.lock || *move.lock != step.lock->value)) continue;
    after.insert(std::move(move.after));
  }
}

std::string compare(const Program& program, const Global& now, const std::vector<Standing>& standing) {
  for (const Standing& stands : standing) {
    const Local& local = now.threads[stands.participant];
    if (local.phase != 1 || local.stack.back().first != stands.place.procedure.value ||
        local.stack.back().second != program[stands.place].from)
      return "a thread does not stand where it should";
    if (local.stack.size() != stands.calls.size() + 1) return "the chain of calls is wrong";
    std::vector<std::uint32_t> held, expected;
    for (const auto& [lock, mode, count] : local.held)
      if (lock != kUnknownLock) held.push_back(lock);
    for (const Held& h : stands.held)
      if (h.lock.index() < program.locks.size()) expected.push_back(h.lock.value);
    if (held != expected) return "the locks held are wrong";
  }
  return "";
}

}  // namespace

Explored::Cycle smallest_first(Explored::Cycle cycle) {
  std::ranges::rotate(cycle, std::ranges::min_element(cycle));
  return cycle;
}

Explored explore(const Program& program, std::size_t most_states, std::size_t highest_stack) {
  return Exploration(program, most_states, highest_stack).run();
}

std::string run(const Program& program, const Schedule& schedule, const std::vector<Standing>& standing) {
  const World world(program, schedule.participants);
  // A fork of several may start any of them: all states that the steps can have led to.
  std::set<Global> states{world.start()};
  for (std::size_t s = 0; s < schedule.steps.size(); ++s) {
    const Step& step = schedule.steps[s];
    std::set<Global> after;
    for (const Global& now : states) perform(program, world, step, now, after);
    if (after.empty()) return "step " + std::to_string(s) + ": cannot happen";
    states = std::move(after);
  }
  std::string wrong;
  for (const Global& now : states)
    if (wrong = compare(program, now, standing); wrong.empty()) return "";
  return wrong;
}

}  // namespace heddle::locks::oracle
