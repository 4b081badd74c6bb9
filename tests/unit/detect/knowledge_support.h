// For the tests of Knowledge: a population that follows an execution, executions that differ a little and end with the
// same locks held by the same threads, and the lockset rules in their simplest form, which go on from any Knowledge.
#pragma once
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <ostream>
#include <set>

#include "detect/goldilocks.h"
#include "detect/knowledge.h"
#include "detect/knowledge_gather.h"
#include "detect/naive.h"
#include "detect/registry.h"
#include "detect/summary.h"
#include "trace.h"

namespace heddle {

// For failed expectations.
inline void PrintTo(const Knowledge& k, std::ostream* out) {
  for (const Knowledge::KnownRange& range : k.ranges()) {
    *out << "\n  " << std::hex << range.begin << std::dec << " +" << range.end - range.begin;
    for (const Knowledge::KnownAccess& access : range.accesses) {
      *out << "  " << name_of(access.kind) << " {";
      for (const auto& [kind, name] : access.lockset) *out << " " << "tfpo"[static_cast<unsigned>(kind)] << name;
      *out << " }";
    }
  }
}

}  // namespace heddle

namespace heddle::test {

// As the machine would say it: threads that have been joined and mutexes that are held are left out.
class Followed final : public Population {
 public:
  using Naming = std::function<Name(const detect::Member&)>;
  explicit Followed(
      unsigned main, Naming naming = [](const detect::Member& m) { return Name{m.index}; })
      : acting_{ThreadId(static_cast<std::uint16_t>(main))}, naming_(std::move(naming)) {}

  void follow(const Event& e) {
    if (e.what == Event::What::Fork) acting_.push_back(e.other);
    if (e.what == Event::What::Join) std::erase(acting_, e.other), gone_.insert(e.other);
    if (e.what == Event::What::Order && e.edge.kind == EdgeKind::Lock) held_.insert(e.edge.object.value);
    if (e.what == Event::What::Order && e.edge.kind == EdgeKind::Unlock) held_.erase(e.edge.object.value);
  }
  Name name(const detect::Member& m) const override {
    const bool object = m.kind == detect::Member::Kind::Object;
    const bool left_out =
        object ? held_.contains(m.index) : gone_.contains(ThreadId(static_cast<std::uint16_t>(m.index)));
    return left_out ? kLeftOut : naming_(m);
  }
  std::optional<std::span<const ThreadId>> acting() const override { return acting_; }

 private:
  std::vector<ThreadId> acting_;
  std::set<ThreadId> gone_;
  std::set<std::uint32_t> held_;
  Naming naming_;
};

inline Knowledge knowledge_of(const RaceDetector& d, const Population& population) {
  static detect::KnowledgeScratch scratch;
  Knowledge k;
  EXPECT_TRUE(d.knowledge(population, scratch, k)) << d.name();
  return k;
}

// The names of make() below. Each with and without listing keeps other accesses.
inline const std::vector<std::string>& exact_detectors() {
  static const std::vector<std::string> names = {"naive",        "goldilocks",           "goldilocks, listing",
                                                 "summary",      "summary, listing",     "summary, sweeping",
                                                 "vector-clock", "vector-clock, listing"};
  return names;
}
inline std::unique_ptr<RaceDetector> make(const std::string& name, Journal& journal) {
  if (name == "summary, sweeping") return std::make_unique<SummaryDetector>(journal, true, false, 1);
  return make_detector(name.substr(0, name.find(',')), journal,
                       DetectorOptions{.list_all = name.find("listing") != std::string::npos});
}

inline Knowledge knowledge_after(const std::vector<Event>& trace, const std::string& detector, const Population& p) {
  Journal journal;
  const auto d = make(detector, journal);
  for (const Event& e : trace) feed(*d, e);
  return knowledge_of(*d, p);
}
inline Followed population_after(const std::vector<Event>& trace, unsigned main) {
  Followed p(main);
  for (const Event& e : trace) p.follow(e);
  return p;
}

// Neither changes who holds what and who has to go on where: it can be left out of an execution, or be anywhere else
// among its thread's events.
inline bool is_loose(const Event& e) {
  if (e.what == Event::What::Access || e.what == Event::What::Fresh) return true;
  if (e.what == Event::What::Forget) return e.edge.object.value >= 4;
  if (e.what != Event::What::Order) return false;
  const bool semaphore = e.edge.object.value == 8;
  return semaphore || e.edge.kind == EdgeKind::Fence || e.edge.kind == EdgeKind::AtomicLoad ||
         e.edge.kind == EdgeKind::AtomicStore || e.edge.kind == EdgeKind::AtomicRmw;
}
// Some events less.
inline std::vector<Event> thinned(const std::vector<Event>& trace, std::mt19937_64& random, unsigned percent) {
  std::vector<Event> rest;
  for (const Event& e : trace)
    if (!is_loose(e) || random() % 100 >= percent) rest.push_back(e);
  return rest;
}

// Nobody can tell which of the two came first.
inline bool commute(const Event& e, const Event& f) {
  using What = Event::What;
  const auto bytes = [](const Event& x) { return x.what == What::Access || x.what == What::Fresh; };
  const auto object = [](const Event& x) {
    return (x.what == What::Order && x.edge.kind != EdgeKind::Fence) || x.what == What::Forget;
  };
  if (e.thread == f.thread) return false;
  for (const auto& [a, b] : {std::pair{&e, &f}, std::pair{&f, &e}})
    if ((a->what == What::Fork || a->what == What::Join) &&
        (a->other == b->thread || ((b->what == What::Fork || b->what == What::Join) && a->other == b->other)))
      return false;
  if (bytes(e) && bytes(f)) {
    const bool apart =
        e.access.address + e.access.size <= f.access.address || f.access.address + f.access.size <= e.access.address;
    const bool both = e.what == What::Access && f.what == What::Access;
    return apart || (both && !conflicting(e.access.kind, f.access.kind));
  }
  if (object(e) && object(f)) return e.edge.object.value / 2 != f.edge.object.value / 2;
  return true;
}

// Locksets as sets and the rules one by one (Elmas 2006, figure 8, and goldilocks.h): slow, and able to begin anywhere.
class PlainLocksets {
 public:
  using Member = detect::Member;

  // The names in it must be numbers.
  explicit PlainLocksets(const Knowledge& k) {
    for (const Knowledge::KnownRange& range : k.ranges())
      for (Address a = range.begin; a < range.end; ++a)
        for (const Knowledge::KnownAccess& access : range.accesses) {
          One& one = bytes_[a].emplace_back(One{access.kind, {}});
          for (const auto& [kind, name] : access.lockset) one.lockset.insert({kind, static_cast<std::uint32_t>(name)});
        }
  }

  // The bytes on which the event completes a race.
  std::set<Address> feed(const Event& e) {
    const Member self = detect::thread_member(e.thread), other = detect::thread_member(e.other);
    switch (e.what) {
      case Event::What::Access:
        return access(e.access);
      case Event::What::Fork:
        learn(other, self);
        break;
      case Event::What::Join:
        learn(self, other);
        break;
      case Event::What::Forget:
        change(detect::object_member(e.edge.object), [](const Set&) { return false; });
        break;
      case Event::What::Fresh:
        bytes_.erase(bytes_.lower_bound(e.access.address), bytes_.lower_bound(e.access.address + e.access.size));
        break;
      case Event::What::Order:
        order(e.thread, e.edge);
    }
    return {};
  }

 private:
  using Set = std::set<Member>;
  struct One {
    AccessKind kind;
    Set lockset;
  };

  template <class F>
  void change(const Member& m, F is_in) {
    for (auto& [byte, all] : bytes_)
      for (One& one : all) {
        if (is_in(one.lockset))
          one.lockset.insert(m);
        else
          one.lockset.erase(m);
      }
  }
  void learn(const Member& who, const Member& from) {
    change(who, [&](const Set& s) { return s.contains(who) || s.contains(from); });
  }
  void assign(const Member& who, const Member& from) {
    change(who, [&](const Set& s) { return s.contains(from); });
  }
  void order(ThreadId t, const Edge& edge) {
    const Member self = detect::thread_member(t), o = detect::object_member(edge.object);
    const Member published = releases(edge.order) ? self : detect::fence_member(t);
    const Member reader = acquires(edge.order) ? self : detect::pending_member(t);
    switch (edge.kind) {
      case EdgeKind::Lock:
      case EdgeKind::Acquire:
        return learn(self, o);
      case EdgeKind::Unlock:
      case EdgeKind::ReleaseReset:
        return assign(o, self);
      case EdgeKind::Release:
        return learn(o, self);
      case EdgeKind::AtomicLoad:
        return learn(reader, o);
      case EdgeKind::AtomicStore:
        return assign(o, published);
      case EdgeKind::AtomicRmw:
        learn(reader, o);
        return learn(o, published);
      case EdgeKind::Fence:
        if (acquires(edge.order)) learn(self, detect::pending_member(t));
        if (releases(edge.order)) assign(detect::fence_member(t), self);
    }
  }
  std::set<Address> access(const Access& a) {
    std::set<Address> raced;
    const Member self = detect::thread_member(a.thread);
    for (Address byte = a.address; byte < a.address + a.size; ++byte) {
      std::vector<One>& all = bytes_[byte];
      for (const One& one : all)
        if (conflicting(one.kind, a.kind) && !one.lockset.contains(self)) raced.insert(byte);
      if (is_write(a.kind) && !is_atomic(a.kind)) all.clear();
      all.push_back({a.kind, {self}});
    }
    return raced;
  }

  std::map<Address, std::vector<One>> bytes_;
};

}  // namespace heddle::test
