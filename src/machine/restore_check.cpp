#include "machine/restore_check.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "machine/engine.h"

namespace heddle {

// Members that a restore leaves alone, or that lie elsewhere and are looked at in another way.
std::vector<RestoreCheck::Exempt> RestoreCheck::exempt() const {
  std::vector<Exempt> list;
#define HEDDLE_EXEMPT(member) list.push_back({#member, &engine_.member, sizeof engine_.member})
  // Their state is in the image; what else they have are containers that only grow, and counts of events.
  HEDDLE_EXEMPT(world), HEDDLE_EXEMPT(memory), HEDDLE_EXEMPT(heap), HEDDLE_EXEMPT(storage), HEDDLE_EXEMPT(time);
  HEDDLE_EXEMPT(output), HEDDLE_EXEMPT(libraries), HEDDLE_EXEMPT(standard_streams), HEDDLE_EXEMPT(sequences_);
  HEDDLE_EXEMPT(places_), HEDDLE_EXEMPT(inputs_given), HEDDLE_EXEMPT(local_names_), HEDDLE_EXEMPT(locals_);
  HEDDLE_EXEMPT(handlers), HEDDLE_EXEMPT(keys), HEDDLE_EXEMPT(key_values_), HEDDLE_EXEMPT(benign_),
      HEDDLE_EXEMPT(entries_);
  // Compared record by record.
  HEDDLE_EXEMPT(threads), HEDDLE_EXEMPT(spin_rounds_), HEDDLE_EXEMPT(loop_counts_), HEDDLE_EXEMPT(loop_states_);
  // Set before each use, or made again: of the step that is under way.
  HEDDLE_EXEMPT(current), HEDDLE_EXEMPT(pending), HEDDLE_EXEMPT(pending_is_stale), HEDDLE_EXEMPT(transition);
  HEDDLE_EXEMPT(silent_log), HEDDLE_EXEMPT(chosen), HEDDLE_EXEMPT(failures), HEDDLE_EXEMPT(refusal),
      HEDDLE_EXEMPT(scheduler);
  HEDDLE_EXEMPT(wait_path_), HEDDLE_EXEMPT(ran_), HEDDLE_EXEMPT(came_round_), HEDDLE_EXEMPT(trial_),
      HEDDLE_EXEMPT(external_call);
  HEDDLE_EXEMPT(latest_outside_call);
  // Count events of this process.
  HEDDLE_EXEMPT(runs), HEDDLE_EXEMPT(restores);
  // What some execution has shown stays known.
  HEDDLE_EXEMPT(mixed), HEDDLE_EXEMPT(lets_looks_pass), HEDDLE_EXEMPT(notices_moments);
  HEDDLE_EXEMPT(cut_loops), HEDDLE_EXEMPT(lines_of_loops), HEDDLE_EXEMPT(reached_loop_bound),
      HEDDLE_EXEMPT(endless_loops);
  HEDDLE_EXEMPT(uncontrolled), HEDDLE_EXEMPT(library_blocks), HEDDLE_EXEMPT(trusted), HEDDLE_EXEMPT(limits);
  HEDDLE_EXEMPT(assumptions_met), HEDDLE_EXEMPT(completed_any), HEDDLE_EXEMPT(assumed_), HEDDLE_EXEMPT(scope_names);
  HEDDLE_EXEMPT(failed_expectations_);
  // Caches, and names that are kept.
  HEDDLE_EXEMPT(byte_sets), HEDDLE_EXEMPT(stack_copies), HEDDLE_EXEMPT(leaps), HEDDLE_EXEMPT(reference_counts_);
  HEDDLE_EXEMPT(looks_);
  // For reports, of one recorded execution; this check itself.
  HEDDLE_EXEMPT(observers), HEDDLE_EXEMPT(recording), HEDDLE_EXEMPT(restore_check_);
#undef HEDDLE_EXEMPT
  return list;
}

RestoreCheck::State RestoreCheck::take() const {
  State state;
  StateWriter writer;
  writer.begin(StateWriter::Detail::Exact);
  engine_.write_state(writer);
  state.image.assign(writer.written().begin(), writer.written().end());
  const auto* bytes = reinterpret_cast<const std::byte*>(&engine_);
  state.engine.assign(bytes, bytes + sizeof engine_);
  for (const Exempt& e : exempt())
    std::memset(state.engine.data() + (static_cast<const std::byte*>(e.begin) - bytes), 0, e.size);
  const auto add = [&](const auto& record) {
    const auto* from = reinterpret_cast<const std::byte*>(&record);
    state.records.insert(state.records.end(), from, from + sizeof record);
  };
  for (const ThreadId t : engine_.world.threads_by_rank()) {
    ThreadRecord record = engine_.threads[t.index()];
    if (!record.live) continue;
    record.result = 0;  // handed over, or of what is undone
    record.operands = {};
    add(record.pending.kind), add(record.pending.object), add(record.pending.argument), add(record.context);
    add(record.published), add(record.barren_step), add(record.rounds), add(record.misses), add(record.unwatched);
    const SpinRound& round = engine_.spin_rounds_[t.index()];
    if (round.loop) add(round.loop), add(round.count), add(round.stack_hash);
  }
  return state;
}

void RestoreCheck::saved(const Snapshot& snapshot) { states_[&snapshot] = take(); }

void RestoreCheck::restored(const Snapshot& snapshot) {
  const auto place = states_.find(&snapshot);
  if (place == states_.end()) return;  // taken before checks began
  const State now = take();
  const auto compare = [&](const char* what, const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
    if (a == b) return;
    std::size_t at = 0;
    while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
    StateWriter writer;
    writer.begin(StateWriter::Detail::Exact);
    engine_.write_state(writer);
    differs(what, at, &a == &place->second.image ? writer.part_at(at) : "");
  };
  compare("the image of the state", place->second.image, now.image);
  compare("a thread's record", place->second.records, now.records);
  compare("a member of Engine", place->second.engine, now.engine);
}

void RestoreCheck::differs(const char* what, std::size_t at, const std::string& part) {
  std::fprintf(stderr, "heddle: a restore has not brought back %s: it differs at byte %zu (%s)\n", what, at,
               part.c_str());
  std::abort();
}

void Engine::check_restores() {
  compare_states();
  restore_check_ = std::make_unique<RestoreCheck>(*this);
}

}  // namespace heddle
