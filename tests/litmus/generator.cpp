// See generator.h. Plain accesses at random would nearly always race, so most programs are variations of handing over:
// plain accesses, then an operation that publishes, and elsewhere an operation that looks and plain accesses that
// depend on what it saw. Orders are chosen at random everywhere, with fences in between: whether the hand-over is one
// is what the oracle is to tell.
#include "generator.h"

#include <random>

namespace litmus {
namespace {

class Generator {
 public:
  Generator(std::uint64_t seed, const Choices& choices) : random_(seed), choices_(choices) {}

  Program program() {
    constexpr unsigned kThreads[] = {1, 2, 2, 2, 3, 3};  // besides main
    const unsigned threads = kThreads[below(6)];
    locations();
    if (!one_in(3)) return chain();
    Program program;
    program.threads.resize(threads + 1);
    budget_ = 9;
    for (unsigned t = 1; t <= threads; ++t) role(program.threads[t]);
    main(program);
    for (unsigned t = 0; t < program.threads.size(); ++t) aim(program, t);
    return program;
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }

  struct Location {
    unsigned offset, size;
  };

  void locations() {
    const unsigned size = 1u << below(4);
    atomics_.push_back({0, size});
    if (size < 8 && one_in(2)) atomics_.push_back({4, size});
    if (choices_.mixed_sizes)
      for (unsigned n = 1 + below(2); n > 0; --n) {
        const unsigned other = 1u << below(4);
        atomics_.push_back({below(8 / other) * other, other});
      }
    plain_.push_back({8, 1u << below(4)});
    if (one_in(3)) plain_.push_back({8 + below(2) * 4, 4});
    if (one_in(5)) plain_.push_back({8 + below(8), 1});
    if (choices_.mixed_access) plain_.push_back(atomics_[below(static_cast<unsigned>(atomics_.size()))]);
  }

  Location pick(const std::vector<Location>& from) { return from[below(static_cast<unsigned>(from.size()))]; }

  Order order(bool load, bool store) {
    while (true) {
      const Order o = static_cast<Order>(below(5));
      if (o == Order::Acquire && !load) continue;
      if (o == Order::Release && !store) continue;
      if (o == Order::AcquireRelease && !(load && store)) continue;
      return o;
    }
  }

  Operation atomic(Action action) {
    const Location l = pick(atomics_);
    Operation o;
    o.action = action;
    o.offset = l.offset;
    o.size = l.size;
    o.order = order(action != Action::Store, action != Action::Load);
    o.failure = order(true, false);
    o.value = filled(1 + below(3), o.size);
    o.expected = filled(below(3), o.size);
    return o;
  }

  // With mixed sizes every byte of a value is the same, so that one size sees what another has written.
  std::uint64_t filled(std::uint64_t value, unsigned size) const {
    if (!choices_.mixed_sizes) return value;
    return (value * 0x0101010101010101) >> (64 - 8 * size);
  }

  Operation looks() {
    constexpr Action kActions[] = {Action::Load, Action::Load,      Action::Load,   Action::Exchange,
                                   Action::Add,  Action::CasStrong, Action::CasWeak};
    Operation o = atomic(kActions[below(choices_.weak ? 7 : 6)]);
    if (o.action == Action::Add && one_in(2)) o.value = 0;
    return o;
  }
  Operation publishes() {
    constexpr Action kActions[] = {Action::Store,    Action::Store, Action::Store,
                                   Action::Exchange, Action::Add,   Action::CasStrong};
    return atomic(kActions[below(6)]);
  }
  Operation fence() {
    Operation o;
    o.action = Action::Fence;
    o.order = static_cast<Order>(1 + below(4));
    return o;
  }
  Operation plain() {
    const Location l = pick(plain_);
    Operation o;
    o.action = one_in(2) ? Action::PlainLoad : Action::PlainStore;
    o.offset = l.offset;
    o.size = l.size;
    o.value = 1 + below(3);
    return o;
  }

  void add(std::vector<Operation>& to, Operation o) {
    if (budget_ == 0) return;
    --budget_;
    o.guard = guard_;
    o.guard_value = guard_value_;
    if (guard_ >= 0 && !o.plain() && one_in(2)) o.guard = -1;
    to.push_back(o);
  }

  // What follows depends on what the last operation saw; on which value is settled by aim().
  void depend(const std::vector<Operation>& on) {
    guard_ = static_cast<int>(on.size()) - 1;
    guard_value_ = filled(1 + below(3), on.back().size) * (on.back().cas() ? 2 : 1);
  }

  void hand_over(std::vector<Operation>& to) {
    add(to, plain());
    if (one_in(3)) add(to, fence());
    add(to, publishes());
    if (one_in(2)) add(to, one_in(2) ? publishes() : looks());
  }
  void take_over(std::vector<Operation>& to) {
    const std::size_t before = to.size();
    add(to, looks());
    if (to.size() > before && !one_in(6)) depend(to);
    if (one_in(3)) add(to, fence());
    add(to, plain());
  }
  void in_between(std::vector<Operation>& to) {
    const std::size_t before = to.size();
    add(to, one_in(3) ? publishes() : looks());
    if (to.size() > before && one_in(3)) depend(to);
    if (one_in(4)) add(to, fence());
    if (one_in(2)) add(to, publishes());
  }

  // One hand-over by a chain of operations on one location: a plain access, an operation that publishes, others that
  // change the value, and one that looks for exactly the last value before it touches the plain location. Whether the
  // accesses race depends on the orders, the fences, and on what continues a release sequence.
  Program chain() {
    Program program;
    program.threads.resize(3 + below(2));
    const unsigned threads = static_cast<unsigned>(program.threads.size()) - 1;
    const Location shared = atomics_[0], data = pick(plain_);
    focus_ = below(shared.size);
    std::uint64_t value = 0;
    std::vector<Operation>& writer = program.threads[1];
    writer.push_back(access(data));
    if (one_in(3)) writer.push_back(fence());
    writer.push_back(change(shared, value, true));
    for (unsigned n = below(3); n > 0; --n) {
      const unsigned who = one_in(2) ? 1 : 1 + below(threads - 1);
      if (who != 1 && one_in(4)) program.threads[who].push_back(fence());
      program.threads[who].push_back(change(shared, value, false));
    }
    std::vector<Operation>& reader = program.threads[threads];
    reader.push_back(look(shared, value));
    Operation last = access(data);
    last.guard = static_cast<int>(reader.size()) - 1;
    last.guard_value = filled(value, reader.back().size);
    if (reader.back().cas()) last.guard_value = last.guard_value * 2 + (reader.back().expected == last.guard_value);
    if (one_in(3)) reader.push_back(fence());
    reader.push_back(last);
    if (one_in(3)) disturb(program.threads[1 + below(threads)]);
    for (unsigned t = 1; t <= threads; ++t) program.threads[0].push_back(about(Action::Create, t));
    for (unsigned t = 1; t <= threads; ++t) program.threads[0].push_back(about(Action::Join, t));
    return program;
  }

  Operation access(Location l) {
    Operation o = plain();
    o.offset = l.offset;
    o.size = l.size;
    return o;
  }
  Operation on(Location l, Action action) {
    Operation o = atomic(action);
    o.size = choices_.mixed_sizes && one_in(2) ? 1u << below(4) : l.size;
    o.offset = choices_.mixed_sizes ? focus_ / o.size * o.size : l.offset;  // the byte that all of them have in common
    return o;
  }
  Operation change(Location l, std::uint64_t& value, bool first) {
    constexpr Action kActions[] = {Action::Store, Action::Exchange, Action::Add, Action::CasStrong};
    Operation o = on(l, first && one_in(2) ? Action::Store : kActions[below(4)]);
    o.expected = filled(value, o.size);
    o.value = filled(o.action == Action::Add ? 1 : value + 1, o.size);
    if (first && one_in(2) && o.order != Order::AcquireRelease) o.order = Order::Release;
    ++value;
    return o;
  }
  Operation look(Location l, std::uint64_t value) {
    constexpr Action kActions[] = {Action::Load, Action::Load, Action::Add, Action::CasStrong, Action::CasWeak};
    Operation o = on(l, kActions[below(choices_.weak ? 5 : 4)]);
    o.expected = one_in(2) ? filled(value, o.size) : 99;
    o.value = o.action == Action::Add ? 0 : 77;
    if (one_in(2)) (o.cas() ? o.failure : o.order) = Order::Acquire;
    return o;
  }
  void disturb(std::vector<Operation>& to) {
    Operation o = one_in(3) ? fence() : one_in(2) ? publishes() : looks();
    const unsigned at = below(static_cast<unsigned>(to.size()) + 1);
    to.insert(to.begin() + at, o);
    for (Operation& later : to)
      if (later.guard >= static_cast<int>(at)) ++later.guard;
  }

  void role(std::vector<Operation>& to) {
    guard_ = -1;
    switch (below(8)) {
      case 0:
      case 1:
        return hand_over(to);
      case 2:
      case 3:
        return take_over(to);
      case 4:
        return in_between(to);
      case 5:
        hand_over(to);
        return take_over(to);
      case 6:
        take_over(to);
        return hand_over(to);
      default:
        return script(to, 2 + below(3));
    }
  }

  void script(std::vector<Operation>& to, unsigned length) {
    for (unsigned k = 0; k < length; ++k) switch (below(5)) {
        case 0:
          add(to, plain());
          break;
        case 1:
          add(to, fence());
          break;
        case 2:
          take_over(to);
          break;
        default:
          add(to, one_in(2) ? publishes() : looks());
          break;
      }
  }

  // Lets conditions of thread t ask for values that somebody else stores.
  void aim(Program& program, unsigned t) {
    for (Operation& o : program.threads[t]) {
      if (o.guard < 0 || one_in(8)) continue;
      const Operation& look = program.threads[t][static_cast<unsigned>(o.guard)];
      std::vector<std::uint64_t> values;
      for (unsigned other = 0; other < program.threads.size(); ++other)
        for (const Operation& w : program.threads[other])
          if (other != t && w.access() && !w.plain() && w.action != Action::Load &&
              (choices_.mixed_sizes || w.offset == look.offset))
            values.push_back(choices_.mixed_sizes ? filled(w.value & 255, look.size) : w.value);
      if (values.empty()) continue;
      o.guard_value = values[below(static_cast<unsigned>(values.size()))];
      if (look.cas()) o.guard_value = one_in(2) ? look.expected * 2 + 1 : o.guard_value * 2;
    }
  }

  void main(Program& program) {
    std::vector<Operation>& to = program.threads[0];
    const unsigned threads = static_cast<unsigned>(program.threads.size()) - 1;
    guard_ = -1;
    if (one_in(6)) script(to, 1);
    for (unsigned t = 1; t <= threads; ++t) {
      to.push_back(about(Action::Create, t));
      guard_ = -1;
      if (threads == 1 || one_in(6)) threads == 1 ? role(to) : script(to, 1);
    }
    for (unsigned t = 1; t <= threads; ++t) {
      to.push_back(about(Action::Join, t));
      guard_ = -1;
      if (one_in(5)) script(to, 1);
    }
  }

  static Operation about(Action action, unsigned thread) {
    Operation o;
    o.action = action;
    o.thread = thread;
    return o;
  }

  std::mt19937_64 random_;
  const Choices choices_;
  std::vector<Location> atomics_, plain_;
  unsigned budget_ = 0, focus_ = 0;
  int guard_ = -1;
  std::uint64_t guard_value_ = 0;
};

}  // namespace

Program random_program(std::uint64_t seed, const Choices& choices) { return Generator(seed, choices).program(); }

}  // namespace litmus
