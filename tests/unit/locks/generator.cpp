#include "generator.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace heddle::locks::oracle {

namespace {

constexpr unsigned kLocks = 3;

class Writer {
 public:
  Writer(std::mt19937& random, const Shape& shape) : random_(random), shape_(shape) {
    for (unsigned l = 0; l < kLocks; ++l)
      program_.locks.push_back({std::string(1, static_cast<char>('a' + l)), shape.extras && below(4) == 0});
  }

  Program nested() {
    helpers();
    threads();
    for (unsigned t = 0; t < shape_.threads; ++t) write_thread(t);
    return std::move(program_);
  }

  Program wild() {
    for (unsigned p = 0; p < 2; ++p) wild_procedure("p" + std::to_string(p), p);
    threads();
    for (unsigned t = 0; t < shape_.threads; ++t) {
      wild_procedure("thread" + std::to_string(t), 2);
      program_.threads[t].entry = ProcedureId(static_cast<std::uint32_t>(program_.procedures.size() - 1));
      if (t == 0 && shape_.forks) {
        Procedure& main = program_.procedures.back();
        for (unsigned child = 1; child < shape_.threads; ++child) {
          const Node fresh = main.nodes++;
          main.edges.push_back({fresh, main.entry, Fork{ThreadId(child)}});
          main.entry = fresh;
        }
      }
    }
    return std::move(program_);
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  LockId any_lock() { return LockId(below(kLocks)); }
  Mode any_mode() { return shape_.modes && below(2) == 0 ? Mode::kShared : Mode::kExclusive; }

  Procedure& code() { return program_.procedures[current_]; }
  void begin(const std::string& name) {
    current_ = program_.procedures.size();
    program_.procedures.push_back({name, 1, 0, 0, {}});
    at_ = 0;
  }
  void emit(Action action) {
    const Node to = code().nodes++;
    code().edges.push_back({at_, to, std::move(action)});
    at_ = to;
  }
  void finish() {
    code().exit = code().nodes++;
    code().edges.push_back({at_, code().exit, Nothing{}});
  }
  void access() {
    program_.accesses.push_back({{ObjectId(below(2))}, below(3) > 0, below(6) == 0});
    emit(Access{AccessId(static_cast<std::uint32_t>(program_.accesses.size() - 1))});
  }

  // Balanced procedures, and for each lock one that acquires and one that releases it.
  void helpers() {
    for (unsigned l = 0; l < kLocks; ++l) {
      begin("open_" + program_.locks[l].name);
      emit(Acquire{{LockId(l)}});
      finish();
      begin("close_" + program_.locks[l].name);
      emit(Release{{LockId(l)}});
      finish();
    }
    begin("idle");
    access();
    finish();
    for (unsigned p = 0; p < 2; ++p) {
      begin("p" + std::to_string(p));
      balanced_ = static_cast<std::uint32_t>(current_) + (shape_.recursion ? 1 : 0);
      depth_ = 1;
      held_.clear();
      block(1 + below(2));
      finish();
    }
    balanced_ = static_cast<std::uint32_t>(program_.procedures.size());
  }

  void threads() {
    for (unsigned t = 0; t < shape_.threads; ++t)
      program_.threads.push_back({"thread" + std::to_string(t), ProcedureId(0), false, shape_.forks && t > 0, {}});
    if (shape_.several) program_.threads.back().several = true;
    parents_.assign(shape_.threads, 0);
    for (unsigned t = 1; t < shape_.threads && shape_.tree; ++t) parents_[t] = below(t);
    if (!shape_.initially) return;
    for (unsigned l = 0; l < kLocks; ++l) {
      const unsigned t = below(shape_.threads + 1);
      if (t < shape_.threads && !program_.threads[t].forked && !program_.threads[t].several)
        program_.threads[t].initially_held.push_back({LockId(l), any_mode()});
    }
  }

  void write_thread(unsigned t) {
    begin("thread" + std::to_string(t));
    program_.threads[t].entry = ProcedureId(static_cast<std::uint32_t>(current_));
    forks_.clear();
    joins_.clear();
    for (unsigned child = t + 1; shape_.forks && child < shape_.threads; ++child) {
      if (parents_[child] == t) forks_.emplace_back(child);
      if (parents_[child] != t && t == 0 && below(2) == 0) joins_.emplace_back(child);
    }
    held_ = program_.threads[t].initially_held;
    depth_ = 0;
    std::vector<Held> initial = held_;
    while (!initial.empty() && below(4) > 0) {
      block(1);
      emit(Release{{initial.back().lock}});
      initial.pop_back();
      held_ = initial;
    }
    block(shape_.threads > 2 ? 2 : 3);
    while (!forks_.empty()) statement();
    if (below(2) == 0) block(1);
    access();
    finish();
  }

  void block(unsigned statements) {
    for (unsigned i = 0; i < statements; ++i) statement();
  }
  void statement() {
    if (!forks_.empty() && below(2) == 0) return fork();
    if (!joins_.empty() && below(3) == 0) return join();
    switch (below(depth_ > 2 ? 3 : 9)) {
      case 0:
        return emit(Nothing{});
      case 1:
      case 2:
        return access();
      case 3:
        return branch();
      case 4:
        return call();
      default:
        return section();
    }
  }
  void fork() {
    emit(Fork{forks_.back()});
    joins_.push_back(forks_.back());
    forks_.pop_back();
  }
  void join() {
    const ThreadId joined = joins_.back();
    joins_.pop_back();
    if (!shape_.joins_all || !program_[joined].several) return emit(Join{{joined}});
    emit(Join{{joined}, false, /*waits=*/false, /*all=*/true});
    if (below(2) == 0) forks_.push_back(joined);
  }
  void branch() {
    // No forks or joins inside: one on a branch and one behind it would be one thread forked twice.
    const auto forks = std::exchange(forks_, {});
    const auto joins = std::exchange(joins_, {});
    const Node from = at_;
    ++depth_;
    emit(Nothing{});
    block(1);
    const Node end = at_;
    const bool loop = below(3) == 0;
    if (loop) {
      code().edges.push_back({end, from, Nothing{}});
    } else {
      at_ = from;
      emit(Nothing{});
      if (below(2) == 0) block(1);
      code().edges.push_back({at_, end, Nothing{}});
      at_ = end;
    }
    --depth_;
    forks_ = forks;
    joins_ = joins;
  }
  void call() {
    const std::uint32_t first = 2 * kLocks;  // idle and the balanced ones
    const std::uint32_t count =
        std::max(first + 1, std::min(balanced_, static_cast<std::uint32_t>(program_.procedures.size())));
    emit(Call{{ProcedureId(first + below(count - first))}});
  }
  void section() {
    LockId lock = any_lock();
    const auto is_held = [&](LockId l) {
      return std::ranges::any_of(held_, [&](const Held& h) { return h.lock == l; });
    };
    if (is_held(lock) && below(4) > 0) lock = any_lock();
    if (shape_.extras && below(6) == 0) return set_section();
    const Mode mode = any_mode();
    const Node from = at_;
    const bool tries = shape_.extras && below(5) == 0;
    if (mode == Mode::kExclusive && !tries && below(4) == 0)
      emit(Call{{ProcedureId(2 * lock.value)}});
    else
      emit(Acquire{{lock}, mode, tries});
    held_.push_back({lock, mode});
    ++depth_;
    block(1 + below(2));
    if (shape_.extras && mode == Mode::kExclusive && below(5) == 0) emit(Wait{{lock}});
    if (below(3) == 0) block(1);
    --depth_;
    held_.pop_back();
    if (below(4) == 0)
      emit(Call{{ProcedureId(2 * lock.value + 1)}});
    else
      emit(Release{{lock}});
    if (tries && forks_.empty() && joins_.empty() && shape_.threads > 1 && !shape_.forks)
      code().edges.push_back({from, at_, Nothing{}});
  }
  void set_section() {
    const LockId a(below(kLocks)), b((a.value + 1 + below(kLocks - 1)) % kLocks);
    const auto is_held = [&](LockId l) {
      return std::ranges::any_of(held_, [&](const Held& h) { return h.lock == l; });
    };
    if (is_held(a) || is_held(b)) return;
    emit(AcquireAll{{a, b}});
    held_.push_back({a});
    held_.push_back({b});
    ++depth_;
    block(1);
    --depth_;
    held_.pop_back();
    held_.pop_back();
    emit(Release{{b}});
    emit(Release{{a}});
  }

  void wild_procedure(const std::string& name, unsigned callable) {
    begin(name);
    code().nodes = 7;
    code().exit = 6;
    for (Node node = 0; node < 6; ++node)
      for (unsigned e = 0; e < 1 + below(2); ++e)
        code().edges.push_back({node, below(3) == 0 ? below(7) : node + 1, wild_action(callable)});
  }
  Action wild_action(unsigned callable) {
    switch (below(10)) {
      case 0:
      case 1:
      case 2:
        return Acquire{{any_lock()}, any_mode(), shape_.extras && below(4) == 0};
      case 3:
      case 4:
      case 5:
        if (shape_.extras && below(4) == 0) return Release{{LockId(0), LockId(1)}};
        return Release{{any_lock()}};
      case 6:
        if (callable > 0) return Call{{ProcedureId(below(callable))}};
        return Nothing{};
      case 7:
        if (shape_.extras && below(2) == 0) return Wait{{any_lock()}};
        return Nothing{};
      case 8:
        if (shape_.extras && below(3) == 0) return End{};
        if (shape_.forks && below(2) == 0) return Join{{ThreadId(1 + below(shape_.threads - 1))}};
        return Nothing{};
      default:
        program_.accesses.push_back({{ObjectId(below(2))}, below(3) > 0, false});
        return Access{AccessId(static_cast<std::uint32_t>(program_.accesses.size() - 1))};
    }
  }

  std::mt19937& random_;
  Shape shape_;
  Program program_;
  std::size_t current_ = 0;
  Node at_ = 0;
  std::uint32_t balanced_ = 0;  // procedures before it may be called
  unsigned depth_ = 0;
  std::vector<Held> held_;
  std::vector<ThreadId> forks_, joins_;
  std::vector<unsigned> parents_;  // of each thread, with forks
};

std::string lock_names(const Program& program, const std::vector<LockId>& locks) {
  std::string names;
  for (const LockId lock : locks) names += " " + program[lock].name;
  return names;
}

std::string describe(const Program& program, const Action& action) {
  if (const auto* a = std::get_if<Acquire>(&action))
    return std::string(a->tries ? "try" : "acquire") + (a->mode == Mode::kShared ? " shared" : "") +
           lock_names(program, a->choices);
  if (const auto* a = std::get_if<AcquireAll>(&action)) return "acquire all" + lock_names(program, a->locks);
  if (const auto* a = std::get_if<Release>(&action)) return "release" + lock_names(program, a->choices);
  if (const auto* a = std::get_if<Wait>(&action)) return "wait" + lock_names(program, a->choices);
  if (const auto* a = std::get_if<Call>(&action)) return "call " + program[a->choices[0]].name;
  if (const auto* a = std::get_if<Fork>(&action)) return "fork " + program[a->thread].name;
  if (const auto* a = std::get_if<Join>(&action)) return "join " + program[a->choices[0]].name;
  if (const auto* a = std::get_if<Access>(&action)) return "access " + std::to_string(a->access.value);
  if (std::holds_alternative<End>(action)) return "end";
  return "-";
}

}  // namespace

Program random_nested(std::mt19937& random, const Shape& shape) { return Writer(random, shape).nested(); }
Program random_wild(std::mt19937& random, const Shape& shape) { return Writer(random, shape).wild(); }

std::string print(const Program& program) {
  std::ostringstream out;
  for (const Lock& lock : program.locks)
    if (lock.recursive) out << "recursive " << lock.name << "\n";
  for (const Thread& thread : program.threads) {
    out << thread.name << (thread.forked ? " forked" : "") << (thread.several ? " several" : "") << " "
        << program[thread.entry].name;
    for (const Held& held : thread.initially_held)
      out << " holds " << program[held.lock].name << (held.mode == Mode::kShared ? " shared" : "");
    out << "\n";
  }
  for (const Procedure& procedure : program.procedures) {
    out << procedure.name << ": " << procedure.entry << " to " << procedure.exit << "\n";
    for (const Edge& edge : procedure.edges)
      out << "  " << edge.from << " -> " << edge.to << " " << describe(program, edge.action) << "\n";
  }
  return out.str();
}

}  // namespace heddle::locks::oracle
