// Programs become lists of instructions with at most one access each; a step is one such instruction of one thread and
// all that is local after it. See states.h.
#include "states.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <vector>

namespace waiting {
namespace {

// What comes after Assert is local. So is Release, unless somebody tries to lock the mutex: otherwise nobody can tell
// whether it is free without waiting for it. (The tool lets a thread go on with that, too; where an assertion fails there,
// nobody else gets a turn before.)
enum class Code { Load, CompareExchange, Store, Flip, BranchEqual, BranchUnequal, BranchTaken, See, Acquire, Try, Join,
                  Assert, Release, Goto, BranchOld, BranchNotOld, SeeOld, AssertOld, AssertUnseen, End };

struct Instruction {
  Code code;
  unsigned a = 0, x = 0;
  std::size_t target = 0;  // of a branch; or the number of the assertion
};

class Compiler {
 public:
  std::vector<std::vector<Instruction>> all(const Program& program) {
    std::vector<std::vector<Instruction>> threads(program.threads.size());
    for (std::size_t t = 1; t < threads.size(); ++t) thread(program.threads[t], threads[t], 0);
    thread(program.threads[0], threads[0], threads.size());  // the text has main last
    return threads;
  }

 private:
  void thread(const Block& body, std::vector<Instruction>& code, std::size_t joins) {
    code_ = &code;
    block(body);
    for (unsigned t = 1; t < joins; ++t) emit({Code::Join, t});
    emit({Code::End});
  }
  std::size_t emit(Instruction i) { return code_->push_back(i), code_->size() - 1; }
  std::size_t here() const { return code_->size(); }
  void block(const Block& statements) {
    for (const Statement& s : statements) statement(s);
  }

  void statement(const Statement& s) {
    const std::size_t start = here();
    switch (s.kind) {
      case Kind::Store: emit({Code::Store, s.a, s.x}); break;
      case Kind::Flip: emit({Code::Flip, s.a}); break;
      case Kind::Wait:
      case Kind::SleepUntil: emit({Code::BranchEqual, s.a, s.x, start}); break;
      case Kind::WaitBoth:
        emit({Code::BranchUnequal, s.a, s.x, start});
        emit({Code::BranchUnequal, s.b, s.y, start});
        break;
      case Kind::Beat: {
        const std::size_t test = emit({Code::BranchUnequal, s.a, s.x});
        emit({Code::Store, s.b, s.y});
        emit({Code::Goto, 0, 0, start});
        (*code_)[test].target = here();
        break;
      }
      case Kind::Lock: emit({Code::BranchTaken, s.a, 1, start}); break;
      case Kind::LookAndLock:
        emit({Code::BranchUnequal, s.a, 0, start});
        emit({Code::BranchTaken, s.a, 1, start});
        break;
      case Kind::Poll:
      case Kind::TimedWait: {  // the time may be over at once
        emit({Code::Acquire});
        const std::size_t test = emit({Code::BranchUnequal, s.a, s.x});
        emit({Code::Release});
        emit({Code::Goto, 0, 0, start});
        (*code_)[test].target = here();
        emit({Code::Release});
        break;
      }
      case Kind::Section:
        emit({Code::Acquire});
        block(s.body);
        emit({Code::Release});
        break;
      case Kind::Loop:
      case Kind::If: {
        const std::size_t test = emit({Code::BranchUnequal, s.a, s.x});
        block(s.body);
        if (s.kind == Kind::Loop) emit({Code::Goto, 0, 0, start});
        (*code_)[test].target = here();
        break;
      }
      case Kind::See: emit({Code::See, s.a, s.x}); break;
      case Kind::SeeHeld: {
        const std::size_t test = emit({Code::Try, 0, s.x});
        emit({Code::Release});
        (*code_)[test].target = here();
        break;
      }
      case Kind::Attempt:
      case Kind::AttemptUnless: {
        emit({Code::Load, s.a});
        const std::size_t test = s.kind == Kind::Attempt ? here() : emit({Code::BranchOld, 0, s.x});
        emit({Code::CompareExchange, s.a, s.y, test});
        if (s.kind == Kind::AttemptUnless) (*code_)[test].target = here();
        break;
      }
      case Kind::AttemptAnew:
        emit({Code::Load, s.a});
        emit({Code::CompareExchange, s.a, s.y, start});
        break;
      case Kind::AttemptAfter: {
        emit({Code::Load, s.a});
        const std::size_t round = here();
        block(s.body);
        emit({Code::CompareExchange, s.a, s.y, round});
        break;
      }
      case Kind::LookAgain: {
        emit({Code::Load, s.a});
        const std::size_t test = emit({Code::BranchNotOld, 0, s.x});
        block(s.body);
        emit({Code::Load, s.a});
        emit({Code::Goto, 0, 0, test});
        (*code_)[test].target = here();
        break;
      }
      case Kind::SeeOld: emit({Code::SeeOld, 0, s.x}); break;
      case Kind::AssertOld: emit({Code::AssertOld, 0, s.x, assertions_++}); break;
      case Kind::AssertUnseen: emit({Code::AssertUnseen, 0, 0, assertions_++}); break;
      case Kind::Assert: emit({Code::Assert, s.a, s.x, assertions_++}); break;
    }
  }

  std::vector<Instruction>* code_ = nullptr;
  std::size_t assertions_ = 0;
};

constexpr std::size_t kMostThreads = 4;
struct State {
  std::array<unsigned char, kVariables> values{};
  std::array<unsigned char, kMostThreads> at{}, seen{}, old{};
  unsigned char owner = 0;  // of the mutex, plus 1
  auto operator<=>(const State&) const = default;
};

class Enumeration {
 public:
  explicit Enumeration(const Program& program) : code_(Compiler().all(program)) {
    for (const auto& thread : code_)
      for (const Instruction& i : thread) tries_ |= i.code == Code::Try;
  }

  bool run(std::size_t most) {
    State first;
    first.seen.fill(1);
    bool fails = false;
    for (std::size_t t = 0; t < code_.size(); ++t) fails |= !go_on(first, t);
    if (fails) return true;
    number(first);
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (states_.size() > most) return false;
      for (std::size_t t = 0; t < code_.size(); ++t) step(i, t);
    }
    meaning.states = states_.size();
    look_for_stuck_states();
    return true;
  }

  Meaning meaning;

 private:
  const Instruction& next(const State& s, std::size_t t) const { return code_[t][s.at[t]]; }
  bool ended(const State& s, std::size_t t) const { return next(s, t).code == Code::End; }

  // What is local. False: an assertion fails.
  bool go_on(State& s, std::size_t t) {
    while (true) {
      const Instruction& i = next(s, t);
      if (i.code == Code::AssertUnseen) {
        if (s.seen[t]) return meaning.failing.insert(static_cast<unsigned>(i.target)), false;
        ++s.at[t];
      } else if (i.code == Code::AssertOld) {
        if (s.old[t] == i.x) return meaning.failing.insert(static_cast<unsigned>(i.target)), false;
        ++s.at[t];
      } else if (i.code == Code::SeeOld) {
        s.seen[t] &= s.old[t] == i.x;
        ++s.at[t];
      } else if (i.code == Code::BranchOld || i.code == Code::BranchNotOld) {
        const bool jumps = (s.old[t] == i.x) == (i.code == Code::BranchOld);
        s.at[t] = static_cast<unsigned char>(jumps ? i.target : s.at[t] + 1u);
      } else if (i.code == Code::Release && !tries_) {
        s.owner = 0;
        ++s.at[t];
      } else if (i.code == Code::Goto) {
        s.at[t] = static_cast<unsigned char>(i.target);
      } else {
        return true;
      }
    }
  }

  std::size_t number(const State& s) {
    const auto [it, fresh] = index_.try_emplace(s, states_.size());
    if (fresh) {
      states_.push_back(s);
      before_.emplace_back();
      good_.push_back(false);
    }
    return it->second;
  }

  static unsigned wanted(unsigned y, unsigned old) {
    return y == kNextValue ? (old + 1) % 3 : y == kOtherBit ? old ^ 1 : y;
  }

  void step(std::size_t from, std::size_t t) {
    State s = states_[from];
    const Instruction& i = next(s, t);
    unsigned char& value = s.values[i.a % kVariables];
    bool jumps = false;
    switch (i.code) {
      case Code::Load: s.old[t] = value; break;
      case Code::CompareExchange:
        jumps = value != s.old[t];
        (jumps ? s.old[t] : value) = static_cast<unsigned char>(jumps ? value : wanted(i.x, value));
        break;
      case Code::Store: value = static_cast<unsigned char>(i.x); break;
      case Code::Flip: value ^= 1; break;
      case Code::BranchEqual: jumps = value == i.x; break;
      case Code::BranchUnequal: jumps = value != i.x; break;
      case Code::BranchTaken:
        jumps = value != 0;
        value = 1;
        break;
      case Code::See: s.seen[t] &= value == i.x; break;
      case Code::Acquire:
        if (s.owner != 0) return;
        s.owner = static_cast<unsigned char>(t + 1);
        break;
      case Code::Try:
        jumps = s.owner != 0;
        s.seen[t] &= jumps == (i.x != 0);
        if (!jumps) s.owner = static_cast<unsigned char>(t + 1);
        break;
      case Code::Join:
        if (!ended(s, i.a)) return;
        break;
      case Code::Assert:
        if (value == i.x) {
          meaning.failing.insert(static_cast<unsigned>(i.target));
          good_[from] = true;
          return;
        }
        break;
      case Code::End:
        if (t == 0) {
          meaning.outputs.insert(fmt::format("{} {} {} {}", s.values[0], s.values[1], s.values[2], s.values[3]));
          good_[from] = true;
        }
        return;
      case Code::Release: s.owner = 0; break;
      case Code::Goto:
      case Code::BranchOld:
      case Code::BranchNotOld:
      case Code::SeeOld:
      case Code::AssertOld:
      case Code::AssertUnseen: return;
    }
    s.at[t] = static_cast<unsigned char>(jumps ? i.target : s.at[t] + 1u);
    if (!go_on(s, t)) {
      good_[from] = true;
      return;
    }
    before_[number(s)].push_back(from);
  }

  void look_for_stuck_states() {
    std::vector<std::size_t> work;
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (good_[i]) work.push_back(i);
    while (!work.empty()) {
      const std::size_t i = work.back();
      work.pop_back();
      for (const std::size_t p : before_[i])
        if (!good_[p]) {
          good_[p] = true;
          work.push_back(p);
        }
    }
    for (const bool good : good_) meaning.stuck |= !good;
  }

  const std::vector<std::vector<Instruction>> code_;
  std::map<State, std::size_t> index_;
  std::vector<State> states_;
  std::vector<std::vector<std::size_t>> before_;
  bool tries_ = false;      // some thread tries to lock the mutex
  std::vector<bool> good_;  // an end can be reached
};

}  // namespace

std::optional<Meaning> meaning_of(const Program& program, std::size_t most_states) {
  Enumeration enumeration(program);
  if (!enumeration.run(most_states)) return std::nullopt;
  return std::move(enumeration.meaning);
}

}  // namespace waiting
