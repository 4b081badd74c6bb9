// Rounds of loops that can be left out. A thread that waits for what another one sets and resets
//
//   while (!quit) { present = 1; present = 0; }        while (!present);
//
// can be woken and come too late as often as it is woken. But a round of it that nobody can notice leads the thread
// from a head of a loop to the same head, in the same state: the execution without that round exists, leads everybody
// to the same states, and has fewer edges of happens-before. So executions with such rounds need not be followed: where
// the thread has come back to the head it goes no further (LoopCut), as if its loop had ended in an assumption that
// does not hold. One round with a plain access is let pass where a race may need it (hides_races), and one with any
// access where others access the same bytes plainly (mixed_accesses.h). This depends on nothing but what the thread has
// done and seen, so to the reductions it is a program like any other: one whose threads may give up. Decisions 14 and
// 30 have the whole argument; later_look.h has rounds that lead to another state.
//
// Not noticed: no effect (SpinRound::pure), nothing toggled, no atomic store even of the same value (it would begin a
// new release sequence; a read-modify-write goes on with the old one), no mutex held where somebody can tell. The way
// back to the head may lead through other loops.
//
// Whoever gave up may have been about to meet with others in a livelock without end. So where an execution ends with
// somebody who gave up, or who waits only because nobody looked at its toggles (restless.cpp), the search has to see
// that the program can come to its end from there (roam).
#include "machine/engine.h"

namespace heddle {

bool Engine::is_without_effect(const SpinRound& round) const {
  if (!round.loop || !round.pure || round.toggles || round.stores || heddle_call_site != kNoCallSite) return false;
  if (!has_no_blocks(round)) return false;
  // Who tries the mutex can tell that it was taken, or that a wait let go of it and took it back.
  if ((round.locked || round.waited) && unlocks_are_visible()) return false;
  for (std::uint32_t i = 0; i < round.count; i++) {
    const SpinRound::Cell& cell = round.cells[i];
    if (!cell.written) continue;
    // What others have written since is not the thread's doing, and it has not looked.
    const bool changed = cell.width == 0 ? depth_of(cell.address) != cell.value
                                         : cell.toggled || (!cell.atomic && cell.run == runs &&
                                                            read_value(cell.address, cell.width) != cell.value);
    if (changed && may_be_seen(current, cell)) return false;
  }
  return true;
}

// Synchronisation objects that the round used: Engine::touch_object.
void Engine::note_looks(const SpinRound& round) {
  for (std::uint32_t i = 0; i < round.count; i++)
    if (const SpinRound::Cell& cell = round.cells[i]; cell.width > 0 && in_program_memory(cell.address))
      mixed.note_look(current, cell.address, cell.width);
}

// Everything that other threads have done happens before what this one does now.
bool Engine::has_joined_all(ThreadId t) const {
  for (std::uint16_t i = 0; i < threads.size(); i++) {
    const sync::Thread& other = world.thread(ThreadId(i));
    if (i != t.index() && other.status != sync::ThreadStatus::Absent && !other.joined) return false;
  }
  return true;
}

// The running thread has come to the head of a loop. `came`: to the one where the round began, and is where it was there,
// but for time; `leapt`: it seems so, its clock has leapt, and the next round tells. `visible`: it has done something
// visible on the way.
bool Engine::returns_in_vain(SpinRound& round, SpinRound::Visit head, bool came, bool leapt, bool visible) {
  if (!round.loop) journal.remember_bytes(&round, offsetof(SpinRound, cells));
  const bool quiet = is_without_effect(round);
  if (!quiet || (round.timed && !came && !leapt)) round.visit_count = round.timed_returns = 0;
  if (quiet && !round.plain && notes_mixed()) note_looks(round);
  if (leapt || !visible) return false;
  if (round.timed) return came && quiet && ++round.timed_returns > 1 && may_leave_out_rounds();
  round.timed_returns = 0;
  SpinRound::Visit* known = nullptr;
  for (std::uint32_t i = 0; i < round.visit_count; i++) {
    SpinRound::Visit& visit = round.visits[i];
    visit.plain |= round.plain;
    if (visit.site == head.site && visit.stack_pointer == head.stack_pointer && visit.stack_hash == head.stack_hash)
      known = &visit;
  }
  const auto let_pass = [&](const SpinRound::Visit& visit) {
    return (visit.plain || lets_looks_pass) && hides_races() ? 1u : 0u;
  };
  if (known != nullptr) return ++known->returns > let_pass(*known) && may_leave_out_rounds();
  if (round.visit_count == SpinRound::kMaxVisits) round.visit_count = 0;
  round.visits[round.visit_count++] = head;
  return false;
}

// The running thread is back at the head of a loop inside a round, in the same state, and has done nothing but look.
bool Engine::leaves_out_inside(const SpinRound& round) const {
  return !((round.inside.plain || lets_looks_pass) && hides_races()) && may_leave_out_rounds();
}

// Can there be a race of an access in a round that is left out which shows only once the thread has gone on? The other
// access would have to know of that by something that does not order it; or by another race, which is found first.
bool Engine::hides_races() const {
  return image.tells_without_order || image.benign_races || !races_decide_ || !round.ignored_races.empty();
}

// Not where only one way is followed anyway.
bool Engine::may_leave_out_rounds() const {
  return leaves_out_rounds && !roaming && !in_section_ && (!options.scope || in_explored_scope);
}

// Since it has had an effect the thread has come to a second head, or back to the first. It will give up soon. (If it may not
// then it is treated like others after that.)
bool Engine::goes_in_vain(const SpinRound& round) const {
  if (round.timed_returns > 1) return false;
  bool in_vain = round.visit_count > 1 || round.timed_returns == 1;
  for (std::uint32_t i = 0; i < round.visit_count; i++) {
    if (round.visits[i].returns > 1) return false;
    in_vain |= round.visits[i].returns == 1;
  }
  return in_vain;
}

// Nobody can go on. Who gave up where it would wait, and nothing has changed since, waits like others.
void Engine::wait_after_all() {
  for (Pending& p : pending) {
    Operation& next = threads[p.thread.index()].pending;
    if (next.kind != OperationKind::LoopCut || next.argument < kWaitsInVain || !goes_on_spinning(p.thread)) continue;
    journal.remember(next);
    next.kind = OperationKind::SpinWait;
    next.argument -= kWaitsInVain;
    p.operation = next;
  }
}

bool Engine::dropped() const {
  if (status != Status::Stuck || !failures.empty() || runs_forever()) return false;
  for (std::size_t i = 0; i < threads.size(); i++) {
    const Operation& next = threads[i].pending;
    const bool cut = next.kind == OperationKind::LoopCut && next.argument == 0;
    if (threads[i].live && (cut || next.kind == OperationKind::Assume)) return false;
  }
  return true;
}

void Engine::roam() {
  roaming = true;
  status = Status::Running;
  list_pending();
}

}  // namespace heddle
