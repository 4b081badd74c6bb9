// The brute force; see standard.h. Main functions: Enumeration::explore, which runs every interleaving, and
// Relations, which computes happens-before of one of them.
//
// Atomic objects of different sizes that share bytes are beyond the standard. Here each byte has a modification order
// and release sequences of its own, and reading a value means reading any of its bytes.
#include "standard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace litmus {
namespace {

using Set = std::uint64_t;  // of events, by their position in the interleaving
constexpr int kInitial = -1;

struct Event {
  Place place;
  const Operation* operation;
  bool reads, writes;
  Order order;              // of a failed compare-and-swap the order of failure
  std::array<int, 8> from;  // for each byte read: the event that wrote it, or kInitial

  bool atomic() const { return operation->action < Action::Fence; }
  bool fence() const { return operation->action == Action::Fence; }
  bool modifies() const { return atomic() && writes; }
  bool read_modify_write() const { return atomic() && reads && writes; }
  bool acquires() const {
    return order == Order::Acquire || order == Order::AcquireRelease || order == Order::Sequential;
  }
  bool releases() const {
    return order == Order::Release || order == Order::AcquireRelease || order == Order::Sequential;
  }
};

Set bit(std::size_t k) { return Set{1} << k; }

bool overlap(const Operation& a, const Operation& b) {
  return a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}

// Happens-before of one interleaving: after[k] holds the events that happen before event k.
class Relations {
 public:
  Relations(const std::vector<Event>& events, const Rules& rules) : events_(events), rules_(rules) {
    before_.resize(events.size());
    for (std::size_t b = 0; b < events.size(); ++b) {
      threads_(b);
      if (!events[b].atomic() || !events[b].reads) continue;
      for (unsigned i = 0; i < events[b].operation->size; ++i) reads_from(b, events[b].operation->offset + i, i);
    }
    for (std::size_t b = 0; b < events.size(); ++b)  // edges lead forward, so one pass closes them
      for (std::size_t a = 0; a < b; ++a)
        if (before_[b] & bit(a)) before_[b] |= before_[a];
  }

  bool happens_before(std::size_t a, std::size_t b) const { return (before_[b] & bit(a)) != 0; }

 private:
  bool sequenced_before(std::size_t a, std::size_t b) const {
    return a < b && events_[a].place.thread == events_[b].place.thread;
  }

  // Sequenced-before, creation, joining.
  void threads_(std::size_t b) {
    for (std::size_t a = 0; a < b; ++a) {
      const Operation &first = *events_[a].operation, &second = *events_[b].operation;
      if (sequenced_before(a, b) || (first.action == Action::Create && first.thread == events_[b].place.thread) ||
          (second.action == Action::Join && second.thread == events_[a].place.thread))
        before_[b] |= bit(a);
    }
  }

  // Atomic operation r reads a byte that an atomic operation wrote: everything that follows for synchronizes-with.
  void reads_from(std::size_t r, unsigned byte, unsigned index) {
    const int writer = events_[r].from[index];
    if (writer == kInitial || !events_[static_cast<std::size_t>(writer)].modifies()) return;
    for (std::size_t head = 0; head <= static_cast<std::size_t>(writer); ++head) {
      if (!writes(head, byte) || !events_[head].modifies()) continue;
      if (!in_release_sequence(head, static_cast<std::size_t>(writer), byte)) continue;
      if (events_[head].releases()) synchronize(head, r);
      for (std::size_t fence = 0; fence < head && !rules_.no_fences; ++fence)
        if (events_[fence].fence() && events_[fence].releases() && sequenced_before(fence, head)) synchronize(fence, r);
    }
  }

  // a (a release operation or fence) synchronizes with r if that acquires, and with acquire fences after r.
  void synchronize(std::size_t a, std::size_t r) {
    if (events_[r].acquires()) before_[r] |= bit(a);
    for (std::size_t fence = r + 1; fence < events_.size() && !rules_.no_fences; ++fence)
      if (events_[fence].fence() && events_[fence].acquires() && sequenced_before(r, fence)) before_[fence] |= bit(a);
  }

  bool writes(std::size_t k, unsigned byte) const {
    const Operation& o = *events_[k].operation;
    return events_[k].writes && o.offset <= byte && byte < o.offset + o.size;
  }

  // Is `last` in the (hypothetical) release sequence on this byte that `head` heads?
  bool in_release_sequence(std::size_t head, std::size_t last, unsigned byte) const {
    if (rules_.no_sequences) return head == last;
    for (std::size_t k = head + 1; k <= last; ++k) {
      if (!writes(k, byte)) continue;
      const bool same_thread = events_[k].place.thread == events_[head].place.thread;
      if (!events_[k].read_modify_write() && !(rules_.same_thread_continues && same_thread && events_[k].atomic()))
        return false;
    }
    return true;
  }

  const std::vector<Event>& events_;
  const Rules& rules_;
  std::vector<Set> before_;
};

struct State {
  struct Thread {
    bool created = false;
    unsigned next = 0;
    std::vector<std::uint64_t> registers;
  };
  std::vector<Thread> threads;
  std::array<unsigned char, kBytes> memory{};
  std::array<int, kBytes> writer{};
};

class Enumeration {
 public:
  Enumeration(const Program& program, const Rules& rules, std::size_t most)
      : program_(program), rules_(rules), most_(most) {}

  std::optional<Meaning> run() {
    State state;
    state.writer.fill(kInitial);
    for (const auto& operations : program_.threads)
      state.threads.push_back({false, 0, std::vector<std::uint64_t>(operations.size(), kUnset)});
    state.threads[0].created = true;
    explore(state);
    if (meaning_.interleavings > most_) return std::nullopt;
    return std::move(meaning_);
  }

 private:
  bool ended(const State& state, unsigned t) const { return state.threads[t].next == program_.threads[t].size(); }

  void explore(const State& state) {
    if (meaning_.interleavings > most_) return;
    bool over = true;
    for (unsigned t = 0; t < state.threads.size(); ++t) {
      if (!state.threads[t].created || ended(state, t)) continue;
      const Operation& o = program_.threads[t][state.threads[t].next];
      if (o.action == Action::Join && !ended(state, o.thread)) continue;
      over = false;
      step(state, t, o, false);
      if (o.action == Action::CasWeak && rules_.weak_fails) step(state, t, o, true);
    }
    if (over) finish(state);
  }

  void step(State state, unsigned t, const Operation& o, bool fail) {
    State::Thread& thread = state.threads[t];
    const Place place{t, thread.next++};
    const std::size_t events = events_.size();
    if (o.action == Action::Create) state.threads[o.thread].created = true;
    Event event{place, &o, false, false, o.order, {}};
    if (o.access()) access(state, thread.registers[place.operation], event, fail);
    events_.push_back(event);
    pass_over_guarded(state, t);
    explore(state);
    events_.resize(events, event);
  }

  // Operations whose condition does not hold are no steps.
  void pass_over_guarded(State& state, unsigned t) const {
    State::Thread& thread = state.threads[t];
    for (; !ended(state, t); ++thread.next) {
      const Operation& o = program_.threads[t][thread.next];
      if (o.guard < 0 || thread.registers[static_cast<unsigned>(o.guard)] == o.guard_value) return;
    }
  }

  void access(State& state, std::uint64_t& into, Event& event, bool fail) const {
    const Operation& o = *event.operation;
    std::uint64_t old = 0;
    std::memcpy(&old, &state.memory[o.offset], o.size);
    std::uint64_t now = o.value;
    event.reads = o.action != Action::Store && o.action != Action::PlainStore;
    event.writes = o.action != Action::Load && o.action != Action::PlainLoad;
    if (o.action == Action::Add) now = old + o.value;
    if (o.cas()) {
      event.writes = old == o.expected && !fail;
      if (!event.writes) event.order = o.failure;
      into = old * 2 + event.writes;
    } else if (event.reads) {
      into = old;
    }
    for (unsigned i = 0; i < o.size; ++i) event.from[i] = state.writer[o.offset + i];
    if (!event.writes) return;
    std::memcpy(&state.memory[o.offset], &now, o.size);
    for (unsigned i = 0; i < o.size; ++i) state.writer[o.offset + i] = static_cast<int>(events_.size());
  }

  void finish(const State& state) {
    ++meaning_.interleavings;
    std::string output;
    for (const State::Thread& thread : state.threads) {
      std::uint64_t hash = 0;
      for (const std::uint64_t r : thread.registers) hash = hash * kHashFactor + r;
      output += fmt::format("{:x} ", hash);
    }
    std::uint64_t words[2];
    std::memcpy(words, state.memory.data(), sizeof words);
    meaning_.outputs.insert(output + fmt::format("{:x} {:x}\n", words[0], words[1]));
    const Relations relations(events_, rules_);
    for (std::size_t b = 0; b < events_.size(); ++b)
      for (std::size_t a = 0; a < b; ++a)
        if (conflict(events_[a], events_[b]) && !relations.happens_before(a, b))
          meaning_.races.insert(std::minmax(events_[a].place, events_[b].place));
  }

  static bool conflict(const Event& a, const Event& b) {
    return a.operation->access() && b.operation->access() && a.place.thread != b.place.thread &&
           overlap(*a.operation, *b.operation) && (a.writes || b.writes) &&
           (a.operation->plain() || b.operation->plain());
  }

  const Program& program_;
  const Rules& rules_;
  const std::size_t most_;
  std::vector<Event> events_;
  Meaning meaning_;
};

}  // namespace

std::optional<Meaning> meaning_of(const Program& program, const Rules& rules, std::size_t most) {
  return Enumeration(program, rules, most).run();
}

}  // namespace litmus
