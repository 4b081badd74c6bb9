// Random executions written out as text, read back and analysed: exactly the races that the detector finds when it is
// fed directly.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "../detect/trace.h"
#include "helpers.h"

namespace heddle::trace {
namespace {

using test::Event;
using Pairs = std::set<std::pair<std::uint64_t, std::uint64_t>>;  // line of the earlier, line of the later

// The objects of the generator: 0 to 3 locks in two parts, 4 to 6 atomics, 8 a semaphore, 10 a barrier.
std::string object_text(std::uint32_t object) {
  if (object < 4) return "lock" + std::to_string(object / 2);
  if (object == 8) return "semaphore";
  if (object == 10) return "barrier";
  return "atomic@" + std::string("0x90000000") + std::to_string(1000 + 16 * object);
}

std::string order_text(MemoryOrder order) {
  static const char* const kNames[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  return std::string(".") + kNames[static_cast<unsigned>(order)];
}

// Empty: the line before says it already.
std::string edge_text(const Edge& edge) {
  const std::uint32_t object = edge.object.value;
  const std::string name = object_text(object);
  switch (edge.kind) {
    case EdgeKind::Fence:
      return "fence" + order_text(edge.order);
    case EdgeKind::Lock:
      return "acq(" + name + ")";
    case EdgeKind::Unlock:
      return "rel(" + name + ")";
    case EdgeKind::AtomicLoad:
      return "load" + order_text(edge.order) + "(" + name + ":4)";
    case EdgeKind::AtomicStore:
      return "store" + order_text(edge.order) + "(" + name + ":4)";
    case EdgeKind::AtomicRmw:
      return "rmw" + order_text(edge.order) + "(" + name + ":4)";
    default:
      break;
  }
  const bool acquires = edge.kind == EdgeKind::Acquire;
  if (object == 8) return (acquires ? "wait(" : "post(") + name + ")";
  if (object == 10) return (acquires ? "leave(" : "arrive(") + name + ")";
  if (acquires) return object % 2 == 0 ? "racq(" + name + ")" : std::string{};
  return "rrel(" + name + ")";
}

std::string text_of(const Event& e) {
  const auto thread = [](ThreadId t) { return "thread" + std::to_string(t.value); };
  const std::string who = thread(e.thread) + "|";
  char bytes[64];
  std::snprintf(bytes, sizeof bytes, "(@%#lx:%lu)", e.access.address, e.access.size);
  static const char* const kAccess[] = {"r", "w", "ar", "aw", "free"};
  switch (e.what) {
    case Event::What::Access:
      return who + kAccess[static_cast<unsigned>(e.access.kind)] + bytes;
    case Event::What::Order: {
      const std::string edge = edge_text(e.edge);
      return edge.empty() ? edge : who + edge;
    }
    case Event::What::Fork:
      return who + "fork(" + thread(e.other) + ")";
    case Event::What::Join:
      return who + "join(" + thread(e.other) + ")";
    case Event::What::Forget:
      return who + "destroy(" + object_text(e.edge.object.value) + ")";
    case Event::What::Fresh:
      return who + "alloc" + bytes;
  }
  return {};
}

struct Written {
  std::string text;
  std::map<std::uint32_t, std::uint64_t> lines;  // of sites
};

Written write(const std::vector<Event>& events) {
  Written w;
  std::uint64_t line = 0;
  for (const Event& e : events) {
    const std::string text = text_of(e);
    if (text.empty()) continue;
    w.text += text + "|" + std::to_string(line) + "\n";
    ++line;
    if (e.what == Event::What::Access) w.lines[e.access.site.value] = line;
  }
  return w;
}

Pairs fed_directly(const std::vector<Event>& events, const Written& written, const std::string& name) {
  Journal journal;
  journal.set_recording(false);
  const auto detector = make_detector(name, journal, DetectorOptions{.list_all = true});
  Pairs pairs;
  for (const Event& e : events)
    if (test::feed(*detector, e))
      for (const Race& race : detector->races())
        pairs.emplace(written.lines.at(race.earlier.site.value), written.lines.at(race.later.site.value));
  return pairs;
}

TEST(RandomTraces, TextGivesTheSameRaces) {
  std::size_t races = 0, racy = 0;
  for (const std::string& name : detector_names()) {
    Journal journal;
    const auto made = make_detector(name, journal, DetectorOptions{.list_all = true});
    if (!made || !made->exact()) continue;
    for (std::uint64_t seed = 1; seed <= test::share_of(1500); ++seed) {
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      const bool long_ranges = seed % 10 == 0;
      const auto flavour = long_ranges ? test::flavour_of_ranges(seed) : test::flavour_for(seed);
      const std::vector<Event> events =
          test::make_trace(seed, flavour, long_ranges ? 40 : 80, static_cast<unsigned>(seed % 3) * 48);
      const Written written = write(events);
      const Pairs truth = fed_directly(events, written, name);
      const Analysed a = analyse_text(written.text, {}, name.c_str());
      ASSERT_EQ(a.outcome.end, Outcome::End::Complete) << a.outcome.line << ": " << a.outcome.message << written.text;
      ASSERT_EQ(Pairs(a.found.lines.begin(), a.found.lines.end()), truth) << written.text;
      ASSERT_EQ(a.found.lines.size(), truth.size());  // each pair once
      races += truth.size();
      racy += !truth.empty();
    }
  }
  EXPECT_GT(racy, 500u);  // it did test something
  EXPECT_GT(races, 2000u);
}

}  // namespace
}  // namespace heddle::trace
