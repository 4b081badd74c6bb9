#include "interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

namespace channels {
namespace {

using Clock = std::vector<unsigned>;
struct Byte {
  unsigned value;
  Clock clock;
  auto operator<=>(const Byte&) const = default;
};
struct Pipe {
  std::deque<Byte> bytes;
  unsigned writers = 0;
  Clock closed;
  auto operator<=>(const Pipe&) const = default;
};
struct Thread {
  unsigned next = 0, part = 0, sum = 0;  // part: of a Poll
  Clock clock;
  auto operator<=>(const Thread&) const = default;
};
struct State {
  std::vector<Thread> threads;
  std::vector<Pipe> pipes;
  Clock read_x, written_x;  // the time of each thread's last access, 0: none
  auto operator<=>(const State&) const = default;
};

void join(Clock& into, const Clock& other) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], other[i]);
}

class Walk {
 public:
  Walk(const Program& program, std::size_t most) : program_(program), most_(most) {}
  Meaning run() {
    State s;
    const std::size_t n = program_.size();
    for (std::size_t t = 0; t < n; ++t) {
      Thread thread;
      thread.clock.assign(n, 0);
      thread.clock[t] = 1;
      s.threads.push_back(thread);
    }
    s.pipes.resize(kPipes);
    for (Pipe& p : s.pipes) p.writers = static_cast<unsigned>(n), p.closed.assign(n, 0);
    s.read_x.assign(n, 0);
    s.written_x.assign(n, 0);
    visit(s);
    meaning_.states = seen_.size();
    return meaning_;
  }

 private:
  bool has_end() const { return program_.medium != kDatagrams && program_.medium != kQueue; }
  bool is_ready(const Pipe& p) const { return !p.bytes.empty() || (p.writers == 0 && has_end()); }
  void send(Pipe& p, const Byte& byte) const {
    auto at = p.bytes.end();
    if (program_.medium == kQueue)
      at = std::find_if(p.bytes.begin(), p.bytes.end(),
                        [&](const Byte& b) { return b.value % kPriorities < byte.value % kPriorities; });
    p.bytes.insert(at, byte);
  }

  bool enabled(const State& s, std::size_t t) const {
    const Thread& thread = s.threads[t];
    if (thread.next >= program_[t].size()) return false;
    const Step& step = program_[t][thread.next];
    if (step.kind == Kind::Receive) return is_ready(s.pipes[step.pipe]);
    if (step.kind == Kind::Send) return program_.medium != kQueue || s.pipes[step.pipe].bytes.size() < kQueueRoom;
    if (step.kind != Kind::Poll) return true;
    const Pipe &a = s.pipes[step.pipe], &b = s.pipes[(step.pipe + 1) % kPipes];
    switch (thread.part) {
      case 2:
        return is_ready(a) || is_ready(b);
      case 3:
        return is_ready(a);
      case 4:
        return is_ready(b);
      default:
        return true;
    }
  }

  void receive(State& s, std::size_t t, unsigned pipe) {
    Pipe& p = s.pipes[pipe];
    Thread& thread = s.threads[t];
    if (p.bytes.empty()) {
      join(thread.clock, p.closed);
      thread.sum = combined(thread.sum, kEnded);
      return;
    }
    join(thread.clock, p.bytes.front().clock);
    thread.sum = combined(thread.sum, p.bytes.front().value);
    p.bytes.pop_front();
  }

  // A plain access is a race with one of another thread that is not ordered before it.
  void access(State& s, std::size_t t, bool writes) {
    const Clock& now = s.threads[t].clock;
    for (std::size_t u = 0; u < now.size(); ++u) {
      if (u == t) continue;
      if (s.written_x[u] > now[u] || (writes && s.read_x[u] > now[u])) meaning_.racy = true;
    }
    (writes ? s.written_x : s.read_x)[t] = now[t];
  }

  void step(State& s, std::size_t t) {
    Thread& thread = s.threads[t];
    const Step& step = program_[t][thread.next];
    const unsigned other = (step.pipe + 1) % kPipes;
    bool over = true;
    switch (step.kind) {
      case Kind::Send:
        send(s.pipes[step.pipe], {step.value, thread.clock});
        break;
      case Kind::Receive:
        receive(s, t, step.pipe);
        break;
      case Kind::Try:
        if (is_ready(s.pipes[step.pipe]))
          receive(s, t, step.pipe);
        else
          thread.sum = combined(thread.sum, kWouldBlock);
        break;
      case Kind::Close:
        join(s.pipes[step.pipe].closed, thread.clock);
        s.pipes[step.pipe].writers--;
        break;
      case Kind::Poll:  // looks at one, then at the other, then waits; and receives from the first that was ready
        over = thread.part >= 3;
        if (thread.part >= 3)
          receive(s, t, thread.part == 3 ? step.pipe : other);
        else if (thread.part == 0)
          thread.part = is_ready(s.pipes[step.pipe]) ? 3 : 1;  // that it looks at the other, too, decides nothing
        else if (thread.part == 1)
          thread.part = is_ready(s.pipes[other]) ? 4 : 2;
        else
          thread.part = 0;
        break;
      case Kind::ReadX:
        access(s, t, false);
        break;
      case Kind::WriteX:
        access(s, t, true);
        break;
    }
    if (!over) return;
    thread.next++;
    thread.part = 0;
    thread.clock[t]++;
  }

  void visit(const State& s) {
    if (meaning_.racy || seen_.size() > most_ || !seen_.insert(s).second) return;
    bool moved = false, all_done = true;
    for (std::size_t t = 0; t < program_.size(); ++t) {
      all_done &= s.threads[t].next >= program_[t].size();
      if (!enabled(s, t)) continue;
      moved = true;
      State after = s;
      step(after, t);
      visit(after);
    }
    if (moved) return;
    if (!all_done) {
      meaning_.stuck = true;
      return;
    }
    unsigned status = 0;
    for (const Thread& t : s.threads) status = combined(status, t.sum);
    meaning_.statuses.insert(status);
  }

  const Program& program_;
  std::size_t most_;
  std::set<State> seen_;
  Meaning meaning_;
};

}  // namespace

Meaning meaning_of(const Program& program, std::size_t most_states) { return Walk(program, most_states).run(); }

std::string text_of(const Program& program) {
  static const char* const kNames[] = {"Send", "Receive", "Try", "Close", "Poll", "ReadX", "WriteX"};
  std::string text = "{";
  for (const auto& thread : program) {
    text += "{";
    for (const Step& s : thread)
      text += fmt::format("{{{}, {}, {}}}, ", kNames[static_cast<int>(s.kind)], s.pipe, s.value);
    text += "{End, 0, 0}}, ";
  }
  return text + "}";
}

}  // namespace channels
