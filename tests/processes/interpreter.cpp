// See interpreter.h. Races by vector clocks: a post is ordered before every wait that comes after it.
#include "interpreter.h"

#include <algorithm>

namespace processes {
namespace {

using Clock = std::vector<unsigned>;
struct Process {
  unsigned next = 0, sum = 0;
  bool killed = false;
  Clock clock;
  auto operator<=>(const Process&) const = default;
};
struct State {
  std::vector<Process> processes;
  unsigned count = 0, crashes = 0;  // crashes: that may still happen
  Clock posted, read_x, written_x;  // the last two: the time of each process's last access, 0: none
  auto operator<=>(const State&) const = default;
};

void join(Clock& into, const Clock& other) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], other[i]);
}

class Walk {
 public:
  Walk(const Program& program, bool crashes, std::size_t most) : program_(program), crashes_(crashes), most_(most) {}
  Meaning run() {
    State s;
    const std::size_t n = program_.size();
    for (std::size_t p = 0; p < n; ++p) {
      Process process;
      process.clock.assign(n, 0);
      process.clock[p] = 1;
      s.processes.push_back(process);
    }
    s.posted.assign(n, 0);
    s.read_x.assign(n, 0);
    s.written_x.assign(n, 0);
    s.crashes = crashes_;
    visit(s);
    meaning_.states = seen_.size();
    return meaning_;
  }

 private:
  bool is_over(const State& s, std::size_t p) const {
    return s.processes[p].killed || s.processes[p].next >= program_[p].size();
  }

  void access(State& s, std::size_t p, bool writes) {
    const Clock& now = s.processes[p].clock;
    for (std::size_t u = 0; u < now.size(); ++u) {
      if (u == p) continue;
      if (s.written_x[u] > now[u] || (writes && s.read_x[u] > now[u])) meaning_.racy = true;
    }
    (writes ? s.written_x : s.read_x)[p] = now[p];
  }

  void step(State& s, std::size_t p) {
    Process& process = s.processes[p];
    const Kind kind = program_[p][process.next];
    const bool gets = s.count > 0;
    process.next++;
    switch (kind) {
      case Kind::Post:
        s.count++;
        join(s.posted, process.clock);
        break;
      case Kind::Wait:
      case Kind::Try:
        process.sum = combined(process.sum, gets ? kGot : kGotNot);
        if (!gets) break;
        s.count--;
        join(process.clock, s.posted);
        break;
      case Kind::ReadX:
      case Kind::WriteX:
        access(s, p, kind == Kind::WriteX);
        break;
      case Kind::Exit:
        process.next = static_cast<unsigned>(program_[p].size());
        break;
    }
    process.clock[p]++;
  }

  void visit(const State& s) {
    if (meaning_.racy || seen_.size() > most_ || !seen_.insert(s).second) return;
    bool moved = false, all_over = true;
    for (std::size_t p = 0; p < program_.size(); ++p) {
      if (is_over(s, p)) continue;
      all_over = false;
      if (s.crashes > 0) {
        State after = s;
        after.processes[p].killed = true;
        after.crashes--;
        visit(after);
      }
      if (program_[p][s.processes[p].next] == Kind::Wait && s.count == 0) continue;
      moved = true;
      State after = s;
      step(after, p);
      visit(after);
    }
    if (moved) return;
    if (!all_over) {
      meaning_.stuck = true;
      return;
    }
    end(s);
  }

  // A process may also crash after its last step, before it has ended.
  void end(const State& s) {
    for (std::size_t without = 0; without <= (s.crashes > 0 ? program_.size() : 0); ++without) {
      unsigned status = 0;
      for (std::size_t p = 0; p < program_.size(); ++p)
        if (!s.processes[p].killed && p + 1 != without) status = std::max(status, s.processes[p].sum);
      meaning_.statuses.insert(status);
    }
  }

  const Program& program_;
  bool crashes_;
  std::size_t most_;
  std::set<State> seen_;
  Meaning meaning_;
};

}  // namespace

Meaning meaning_of(const Program& program, bool crashes, std::size_t most_states) {
  return Walk(program, crashes, most_states).run();
}

std::string text_of(const Program& program) {
  static const char* const kNames[] = {"Post", "Wait", "Try", "ReadX", "WriteX", "Exit"};
  std::string text = "{";
  for (const auto& process : program) {
    text += "{";
    for (const Kind kind : process) text += std::string(kNames[static_cast<int>(kind)]) + ", ";
    text += "End}, ";
  }
  return text + "}";
}

}  // namespace processes
