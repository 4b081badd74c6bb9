// Where a stateful search stands, for another process to go on with: what it has stored of all states (write_store),
// and what it knows of those of its path (write_own_plan).
//
// Not written: what can be found out again. United summaries, compared knowledge and the numbers of pending operations
// are caches; the order that arose with a step of the path (Place::order) comes with the step when it is repeated.
// Repeating a step also adds it to the summary of the state before, which has it: carriers only ever get fewer there.
//
// That both processes mean the same by their numbers is checked at each state of the path: what the detector knows
// there was known there. A fingerprint that is another one than it was does no harm. It is of a state with something of
// the tool in it (program_entry.h), which is met as a new one.
#include "search/footprint_words.h"
#include "search/stateful.h"
#include "search/stored_words.h"

namespace heddle {

// The path is followed to this state: nothing is met, and what is explored is read.
void Stateful::follow_to(State& s) {
  entered_ = true;
  for (const Pending& p : s.pending)
    if (p.enabled) return explore(s, p);
}

void Stateful::write_own_plan(const State& s, std::size_t depth, WordWriter& out) const {
  Dpor::write_own_plan(s, depth, out);
  const Place& here = places_[depth];
  write_fingerprint(here.fingerprint, out);
  out.put(here.summary);
  out.put(here.on_cycle ? 1 : 0);
  out.put(here.leaves ? 1 : 0);
  out.put(here.number);
  write_threads(here.slept, out);
}

void Stateful::read_own_plan(State& s, std::size_t depth, WordReader& in) {
  Dpor::read_own_plan(s, depth, in);
  Place& here = place(depth);
  here.fingerprint = read_fingerprint(in);
  here.summary = static_cast<Summaries::Set>(in.take_below(summaries_.distinct_sets()));
  here.on_cycle = in.take() != 0;
  here.leaves = in.take() != 0;
  here.number = static_cast<std::uint32_t>(in.take_below(unfinished_.size()));
  read_threads(here.slept, in);
  if (store_.find(here.fingerprint) == nullptr || !knows_what_was_known()) in.fail();
}

// The machine is at a state that was met.
bool Stateful::knows_what_was_known() {
  const std::size_t before = claims_.distinct_knowledge();
  return walk_.machine.knowledge(knowledge_) && claims_.number_of(knowledge_) < before;
}

void Stateful::write_store(WordWriter& out) const {
  summaries_.write(out);
  claims_.write(out);
  store_.write(out);
  exact_.write(out);
  out.put(unfinished_.size());
  for (const Fingerprint& fingerprint : unfinished_) write_fingerprint(fingerprint, out);
  out.put(components_.size());
  for (const Component& component : components_) {
    out.put(component.depth);
    out.put(component.first);
    out.put(component.edges);
    out.put(!component.endless ? 0 : component.endless->livelock ? 2 : 1);
    if (!component.endless) continue;
    write_schedule(component.endless->schedule, out);
    if (component.endless->livelock) write_failure(*component.endless->livelock, out);
  }
  write_edges(out);
  out.put(suspects_.size());
  for (const Schedule& schedule : suspects_) write_schedule(schedule, out);
  out.put(counts_.reexplored);
  out.put(counts_.cycles);
}

void Stateful::read_store(WordReader& in) {
  summaries_.read(in);
  claims_.read(in);
  store_.read(in);
  exact_.read(in);
  unfinished_.clear();
  in.each([&] { unfinished_.push_back(read_fingerprint(in)); });
  components_.clear();
  in.each([&] { read_component(in); });
  read_edges(in);
  suspects_.clear();
  in.each([&] { read_schedule(suspects_.emplace_back(), in); });
  counts_.reexplored = in.take();
  counts_.cycles = in.take();
  store_.each([&](const StateStore::Entry& entry) {
    if (!claims_.has(entry.claims) || claims_.summary(entry.claims) >= summaries_.distinct_sets() ||
        entry.number > unfinished_.size())
      in.fail();
  });
}

void Stateful::write_edges(WordWriter& out) const {
  out.put(edges_.size());
  for (const FairCycles::Edge& e : edges_) {
    out.put(e.from);
    out.put(e.to == FairCycles::kOutside ? 0 : e.to + 1);
    out.put(e.step.thread.index());
    out.put(e.step.choice);
    out.put((e.has_effect ? 1 : 0) + (e.comes_round ? 2 : 0));
  }
}

void Stateful::read_edges(WordReader& in) {
  edges_.clear();
  in.each([&] {
    const auto from = static_cast<FairCycles::Node>(in.take_below(unfinished_.size()));
    const auto to = static_cast<FairCycles::Node>(in.take_below(unfinished_.size() + 1));
    const ThreadId thread = read_thread(in);
    const auto choice = static_cast<Choice>(in.take());
    const std::uint64_t what = in.take_below(4);
    edges_.push_back({from, to == 0 ? FairCycles::kOutside : to - 1, {thread, choice}, what % 2 != 0, what / 2 != 0});
  });
  for (const Component& component : components_)
    if (component.edges > edges_.size() || (component.edges == 0) != (component.depth == 0)) in.fail();
}

void Stateful::read_component(WordReader& in) {
  Component component{};
  component.depth = in.take();
  component.first = in.take_below(unfinished_.size());
  component.edges = in.take();
  const std::uint64_t is_endless = in.take_below(3);
  if (is_endless != 0) {
    component.endless.emplace();
    read_schedule(component.endless->schedule, in);
    if (is_endless == 2) component.endless->livelock = read_failure(in);
  }
  const bool first = components_.empty();
  if (first ? component.depth != 0 || component.first != 0
            : component.depth <= components_.back().depth || component.first <= components_.back().first)
    in.fail();
  components_.push_back(std::move(component));
}

}  // namespace heddle
