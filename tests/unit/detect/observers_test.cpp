// Every event reaches everybody who follows it, and the detector last at an access.
#include "detect/observers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace heddle {
namespace {

using Heard = std::vector<std::string>;

template <class Base>
struct Listening : Base {
  Listening(Heard& heard, std::string name) : heard(heard), name_of_listener(std::move(name)) {}
  void note(const char* event) { heard.push_back(name_of_listener + " " + event); }
  void running(ThreadId) override { note("running"); }
  void fork(ThreadId, ThreadId) override { note("fork"); }
  void join(ThreadId, ThreadId) override { note("join"); }
  void order(ThreadId, const Edge&) override { note("order"); }
  void forget(ObjectId) override { note("forget"); }
  void copy(ObjectId, ObjectId) override { note("copy"); }
  void fresh(Address, std::uint64_t) override { note("fresh"); }
  void new_interval() override { note("new_interval"); }
  Heard& heard;
  std::string name_of_listener;
};

struct Detector final : Listening<RaceDetector> {
  using Listening::Listening;
  const char* name() const override { return "test"; }
  bool exact() const override { return false; }
  std::optional<Race> access(const Access& a) override {
    note("access");
    return Race{a, a};
  }
};

struct Watcher final : Listening<AccessObserver> {
  using Listening::Listening;
  void access(const Access&) override { note("access"); }
};

struct Follower final : ProgramObserver {
  Follower(Heard& heard, std::string name) : heard(heard), name(std::move(name)) {}
  void note(const char* event) { heard.push_back(name + " " + event); }
  void arrived(ThreadId, const Operation&, bool blocks) override { note(blocks ? "blocks" : "arrived"); }
  void performed(ThreadId, const Operation&, std::int64_t) override { note("performed"); }
  void crashed(ThreadId) override { note("crashed"); }
  void accessed(const Access&) override { note("accessed"); }
  void allocated(Address) override { note("allocated"); }
  void variable_begins(Address, std::uint64_t, std::uint32_t) override { note("variable_begins"); }
  Heard& heard;
  std::string name;
};

void tell_all(Observers& observers) {
  observers.running(ThreadId(0));
  observers.fork(ThreadId(0), ThreadId(1));
  observers.join(ThreadId(0), ThreadId(1));
  observers.order(ThreadId(0), {EdgeKind::Lock, MemoryOrder::SequentiallyConsistent, ObjectId(4)});
  observers.forget(ObjectId(4));
  observers.copy(ObjectId(4), ObjectId(8));
  observers.fresh(16, 8);
  observers.new_interval();
}

Heard by_all(const Heard& names, const Heard& events) {
  Heard all;
  for (const std::string& event : events)
    for (const std::string& name : names) all.push_back(name + " " + event);
  return all;
}

const Heard kOrderEvents = {"running", "fork", "join", "order", "forget", "copy", "fresh", "new_interval"};

TEST(Observers, EverybodyHearsWhatOrders) {
  Heard heard;
  Detector detector(heard, "detector");
  Watcher first(heard, "first"), second(heard, "second");
  Observers observers(&detector);
  observers.add(first);
  observers.add(second);
  tell_all(observers);
  EXPECT_EQ(heard, by_all({"first", "second", "detector"}, kOrderEvents));
}

TEST(Observers, TheDetectorAnswersAnAccessLast) {
  Heard heard;
  Detector detector(heard, "detector");
  Watcher watcher(heard, "watcher");
  Observers observers(&detector);
  EXPECT_FALSE(observers.follow_accesses());
  observers.add(watcher);
  EXPECT_TRUE(observers.follow_accesses());
  const auto race = observers.access({ThreadId(1), AccessKind::Write, 64, 4, SiteId(9)});
  ASSERT_TRUE(race);
  EXPECT_EQ(race->later.site, SiteId(9));
  EXPECT_EQ(heard, (Heard{"watcher access", "detector access"}));
}

TEST(Observers, WithoutADetectorTheOthersHearAllTheSame) {
  Heard heard;
  Watcher watcher(heard, "watcher");
  Observers observers(nullptr);
  EXPECT_FALSE(observers.follow_order());
  tell_all(observers);
  EXPECT_TRUE(heard.empty());
  observers.add(watcher);
  EXPECT_TRUE(observers.follow_order());
  tell_all(observers);
  EXPECT_FALSE(observers.access({}));
  Heard expected = by_all({"watcher"}, kOrderEvents);
  expected.emplace_back("watcher access");
  EXPECT_EQ(heard, expected);
}

TEST(Observers, WhoFollowsTheProgramHearsItUntilItIsRemoved) {
  Heard heard;
  Follower first(heard, "first"), recorder(heard, "recorder");
  Observers observers(nullptr);
  observers.add(first);
  observers.add_first(recorder);
  observers.arrived(ThreadId(0), {}, true);
  observers.performed(ThreadId(0), {}, 0);
  observers.crashed(ThreadId(0));
  observers.accessed({});
  observers.allocated(16);
  observers.variable_begins(16, 8, 0);
  EXPECT_EQ(heard, by_all({"recorder", "first"},
                          {"blocks", "performed", "crashed", "accessed", "allocated", "variable_begins"}));
  observers.remove(recorder);
  observers.remove(first);
  EXPECT_FALSE(observers.follow_program());
}

}  // namespace
}  // namespace heddle
