#include "machine/spin.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "machine/engine.h"
#include "model/address_space.h"

extern "C" {
std::uint32_t heddle_loop_rounds = 0;
std::uint32_t heddle_loop_trigger = 0;
std::uint32_t heddle_loop_first = 0;
void heddle_back_edge_slow(std::uint32_t site, const std::uint64_t* registers, std::uint32_t around,
                           std::uint32_t first, std::uint32_t register_count);
}

namespace heddle {

std::uint64_t ByteSets::intern(Bytes bytes) {
  auto [it, fresh] = index_.try_emplace(std::move(bytes), sets_.size());
  if (fresh) sets_.push_back(it->first);
  return it->second;
}

std::uint64_t read_value(Address a, std::uint32_t width) {
  std::uint64_t value = 0;
  if (is_library_key(a)) [[unlikely]]
    a = engine->libraries.place_of(a);
  std::memcpy(&value, reinterpret_cast<const void*>(a), width < 8 ? width : 8);
  return value;
}

namespace {

void note_inside(SpinRound::Inside& inside, Address a, std::uint64_t size, std::uint64_t value, bool written) {
  for (std::uint32_t i = 0; i < inside.count && !written; i++)
    if (inside.seen[i].address == a && inside.seen[i].width == size) {
      inside.torn |= inside.seen[i].value != value;
      return;
    }
  if (written || inside.count == SpinRound::Inside::kMax)
    inside.site = 0;
  else
    inside.seen[inside.count++] = {a, value, static_cast<std::uint32_t>(size)};
}

bool is_compared_with_stack(const SpinRound& round, const SpinRound::Cell& cell) {
  return cell.address >= round.stack_pointer && cell.address + cell.width <= Memory::stack_top(engine->current);
}

void note(SpinRound& round, Address a, std::uint64_t size, std::uint64_t value, bool written);

// In parts, but for what nobody else knows of and is compared with all of the stack anyway (a struct stat that is
// filled).
void note_long(SpinRound& round, Address a, std::uint64_t size, bool written) {
  constexpr std::uint64_t kLongest = 64;
  round.inside.site = 0;
  SpinRound::Cell whole{};
  whole.address = a;
  whole.width = static_cast<std::uint32_t>(size);
  if (is_compared_with_stack(round, whole) && !engine->may_be_seen(engine->current, whole)) return;
  if (size > kLongest) {  // such loops are hardly ever spins
    round.pure = false;
    return;
  }
  // Noted before a write happens: memory still says what was there.
  for (std::uint64_t done = 0; done < size; done += 8) {
    const auto width = static_cast<std::uint32_t>(std::min<std::uint64_t>(8, size - done));
    note(round, a + done, width, read_value(a + done, width), written);
  }
}

void note(SpinRound& round, Address a, std::uint64_t size, std::uint64_t value, bool written) {
  if (!round.loop || !round.pure) return;
  if (is_own_block(round, a)) {
    if (written) round.inside.site = 0;  // the block may be older than the loop inside
    return;
  }
  if (size == 16) {
    note(round, a, 8, value, written);
    return note(round, a + 8, 8, read_value(a + 8, 8), written);
  }
  if (size > 8) return note_long(round, a, size, written);
  if (round.inside.site != 0) note_inside(round.inside, a, size, value, written);
  SpinRound::Cell* own = find_cell(round, a, size, true);
  if (!written && own && own->run == engine->runs) return;  // what it wrote itself, just now
  if (SpinRound::Cell* cell = written ? own : find_cell(round, a, size, false)) {
    cell->run = engine->runs;
    cell->knows_after = false;
    const bool as_left = own && own->knows_after && own->after == value;
    round.torn |= !written && cell->value != value && !as_left;
    return;
  }
  if (round.count == SpinRound::kMax) {
    round.pure = false;
    return;
  }
  SpinRound::Cell& cell = round.cells[round.count++];
  cell = {a, value, static_cast<std::uint32_t>(size), written, false, 0, engine->runs, value};
}

// `delays`: of the readings of the clock in this round after those of the round before. Cells in the thread's stack
// from the loop's frame on have been compared with all the rest of it; where a variable lives in the round alone, the
// value before the first write is what its storage was filled with at the beginning of its life.
bool writes_undone(SpinRound& round, Words delays) {
  for (std::uint32_t i = 0; i < round.count; i++) {
    SpinRound::Cell& cell = round.cells[i];
    if (!cell.written) continue;
    const std::uint64_t now = cell.width ? read_value(cell.address, cell.width) : depth_of(cell.address);
    cell.at_end = now;
    if (now == cell.value || (cell.width && is_compared_with_stack(round, cell))) continue;
    if (!round.timed || cell.width != 8 || !same_but_for_time(cell.value, now, delays)) return false;
  }
  return true;
}

// Is the thread, now that a round of the loop is over, where it was when the round began?
bool came_back(SpinRound& round, std::uint64_t hash, Words stack) {
  if (!round.pure || round.torn || heddle_call_site != kNoCallSite) return false;
  if (round.mode != engine->self().cancellation.mode() || !has_no_blocks(round)) return false;
  if (round.kept != engine->kept_under_keys(engine->current)) return false;
  Time::Delays buffer;
  const Words delays = round.timed ? engine->time.delays(engine->current, round.readings, buffer) : Words();
  if (!round.timed) return round.stack_hash == hash && writes_undone(round, delays);
  std::vector<std::uint64_t> words;
  return round.copied &&
         same_but_for_time(engine->stack_copies[round.stack_hash], but_for_freed(stack, words), delays) &&
         writes_undone(round, delays);
}

void watch(SpinRound& round, std::uint32_t site, Words stack, std::uint64_t hash) {
  if (!round.loop) engine->journal.remember_bytes(&round, offsetof(SpinRound, cells));
  round.loop = site;
  round.inner = 0;
  round.count = 0;
  round.pure = true;
  round.torn = round.waited = round.locked = round.timed = round.late = round.stores = round.plain = false;
  round.toggles = round.plain_toggles = round.touched = round.in_transit = round.met_a_moment = false;
  round.overwritten = round.echo = round.forever = false;
  round.cancellable = false;
  round.inside.site = 0;
  round.mode = static_cast<std::uint8_t>(engine->self().cancellation.mode());
  round.kept = engine->kept_under_keys(engine->current);
  watch_blocks(round);
  engine->self().barren = false;
  round.stack_hash = hash;
  round.stack_pointer = reinterpret_cast<Address>(stack.data());
  round.readings = engine->time.readings(engine->current);
  round.copied = clock_now() > 0;  // a thread that has never looked at the clock will not be compared by it
  if (!round.copied) return;
  std::vector<std::uint64_t> buffer;
  engine->stack_copies.keep(hash, but_for_freed(stack, buffer));
}

void stop_watching(SpinRound& round) {
  round.loop = 0;
  round.count = 0;
  engine->choose_fast_path(false);
}

void follow_no_further(std::uint32_t site, std::uint64_t why) {
  Operation op;
  op.kind = OperationKind::LoopCut;
  op.argument = why;
  op.site = SiteId(site);
  engine->visible(op);
}

// The thread comes into a loop. Is that, for all we know, inside a round that is watched? `around`: the loop around
// this one in its function, or 0. In a function that was called there may be a loop that the caller is still in.
bool is_inside(SpinRound& round, Address stack_pointer, std::uint32_t site, std::uint32_t around) {
  if (round.loop == 0 || !round.pure || round.loop == site || stack_pointer > round.stack_pointer) return false;
  const bool inside =
      stack_pointer < round.stack_pointer || around == round.loop || (around != 0 && around == round.inner);
  if (inside && stack_pointer == round.stack_pointer) round.inner = site;
  return inside;
}

// How the thread takes requests of cancellation is part of where the thread stands, and so is what it keeps under
// keys.
std::uint64_t hash_of(Words stack) {
  std::vector<std::uint64_t> buffer;
  stack = but_for_freed(stack, buffer);
  return XXH3_64bits(stack.data(), stack.size_bytes()) + engine->self().cancellation.mode() +
         engine->kept_under_keys(engine->current);
}

// The thread comes into a loop inside a round that goes on.
void begin_inside(SpinRound& round, std::uint32_t site, Words stack) {
  if (!round.loop || !round.pure) return;
  round.inside.site = site;
  round.inside.stack_pointer = reinterpret_cast<Address>(stack.data());
  round.inside.stack_hash = hash_of(stack);
  round.inside.count = 0;
  round.inside.plain = round.inside.torn = round.inside.forever = false;
}

// See in_vain.cpp. `waits`: here is where it would wait for a change.
void give_up(SpinRound& round, std::uint32_t site, bool waits) {
  const std::uint64_t why = waits ? kWaitsInVain + wait_set(round) : kInVain;
  if (waits)
    engine->self().barren_step = engine->step_number;
  else
    stop_watching(round);
  follow_no_further(site, why);
}

// The first round of a loop inside a round that went on is over, and the thread has done nothing but look.
bool came_back_inside(const SpinRound& round, std::uint32_t site, Address stack_pointer, std::uint64_t stack_hash) {
  const SpinRound::Inside& inside = round.inside;
  if (!round.loop || !round.pure || inside.site != site || inside.stack_pointer != stack_pointer) return false;
  return inside.stack_hash == stack_hash && !round.timed && !round.waited && heddle_call_site == kNoCallSite;
}

// What the thread waits for is what it has seen there, not what the round around has seen and done.
void watch_inside(SpinRound& round, std::uint32_t site, Words stack, std::uint64_t hash) {
  const SpinRound::Inside seen = round.inside;
  watch(round, site, stack, hash);
  round.forever = seen.forever;
  for (std::uint32_t i = 0; i < seen.count; i++)
    note_read(round, seen.seen[i].address, seen.seen[i].width, seen.seen[i].value);
}

void long_loop(ThreadRecord& self, std::uint32_t site) {
  if (++self.rounds > kMaxLoopPoints + (engine->compares_states ? kEarlyLoopPoints : 0)) {
    const SourcePosition& at = engine->image.sites[SiteId(site)].frames.front();
    engine->refuse(at.file + ":" + std::to_string(at.line) +
                   ": a loop ran very many rounds without reaching a visible operation");
  }
  Operation op;
  op.kind = OperationKind::LoopPoint;
  op.site = SiteId(site);
  const std::uint32_t rounds = self.rounds;
  engine->visible(op);
  engine->self().rounds = rounds;
}

// From the registers that a stub above has pushed: r15 to r12, rbx, rbp, or rbp alone; the return address comes next.
ProgramEntry entry_at_head(const std::uint64_t* pushed, std::uint32_t count) {
  ProgramEntry entry{.stack_pointer = reinterpret_cast<Address>(pushed + count)};
  entry.saved[1] = pushed[count - 1];
  if (count == 1) return entry;
  entry.saved[0] = pushed[4];
  for (std::size_t i = 0; i < 4; i++) entry.saved[5 - i] = pushed[i];
  return entry;
}

// Where states are compared, rounds need not be: a round that changes nothing leads to a state that was met. So that a
// loop which waits without a visible operation comes to such a state soon, the first scheduling points are early ones;
// each comes after twice as many rounds as the one before, so that a loop which computes has few of them.
void state_at_head(ThreadRecord& self, std::uint32_t site, bool visible) {
  heddle_loop_trigger = kLoopPointEvery >> (kEarlyLoopPoints - std::min(self.rounds, kEarlyLoopPoints));
  if (visible || heddle_loop_rounds < heddle_loop_trigger) return;
  heddle_loop_rounds = 0;
  long_loop(self, site);
}

}  // namespace

void note_read(SpinRound& round, Address a, std::uint64_t size, std::uint64_t value) {
  note(round, a, size, value, false);
}
void note_write(SpinRound& round, Address a, std::uint64_t size, std::uint64_t before) {
  note(round, a, size, before, true);
}

namespace {

void note_object(SpinRound& round, Address object, Address a, std::uint64_t size, bool written) {
  if (SpinRound::Cell* cell = round.pure ? find_cell(round, a, size, written) : nullptr) cell->object = object;
  round.inside.site = 0;  // it has no room for the object
}

}  // namespace

void note_read_of(SpinRound& round, Address object, Address a, std::uint64_t size, std::uint64_t value) {
  if (!round.loop || !round.pure) return;
  note(round, a, size, value, false);
  note_object(round, object, a, size, false);
}
void note_write_of(SpinRound& round, Address object, Address a, std::uint64_t size, std::uint64_t before) {
  if (!round.loop || !round.pure) return;
  note(round, a, size, before, true);
  note_object(round, object, a, size, true);
}

void note_atomic_write(SpinRound& round, const Operation& op, std::uint64_t before, std::uint64_t after,
                       bool counts_references) {
  note(round, op.object, op.width, before, true);
  if (is_own_block(round, op.object)) return;
  if (!round.pure) return;
  round.stores |= op.kind == OperationKind::AtomicStore;
  for (std::uint32_t i = 0; i < round.count; i++) {  // one cell, or two for 16 bytes
    SpinRound::Cell& cell = round.cells[i];
    if (!cell.written || cell.width == 0 || cell.address - op.object >= op.width) continue;
    cell.atomic = true;
    if (op.kind == OperationKind::AtomicStore) note_beat(cell);
    if (op.width <= 8 && cell.width == op.width) {
      cell.knows_after = true;
      cell.after = after;
    }
    if (op.width > 8 || after != cell.value)
      note_toggle(round, cell, counts_references || engine->counts_references(op));
  }
}

void note_lock(SpinRound& round, Address mutex, std::uint32_t depth_before) {
  if (!round.loop || !round.pure) return;
  if (is_own_block(round, mutex)) return note_effect(round);  // it would be another one in each round
  round.locked = true;
  note(round, mutex, 0, depth_before, true);
}

// A jump to a setjmp of this thread goes round a loop, too, though there is no back edge. `site`: of the setjmp.
void Engine::begins_jumps(std::uint32_t site, Address stack_pointer) {
  if (!compares_states) goes_too_far(site, stack_pointer, true, false);
}

void Engine::jumps_back(std::uint32_t site, Address stack_pointer) {
  constexpr std::uint32_t kCost = 1'024;  // in rounds of a loop
  heddle_loop_rounds += kCost;
  if (heddle_loop_rounds >= kLoopPointEvery) {  // no visible operation since then
    heddle_loop_rounds = 0;
    return long_loop(self(), site);
  }
  if (compares_states || !goes_too_far(site, stack_pointer, false, false)) return;
  stop_watching(spin_round(current));
  follow_no_further(site, 0);
}

}  // namespace heddle

extern "C" void heddle_back_edge_slow(std::uint32_t site, const std::uint64_t* registers, std::uint32_t around,
                                      std::uint32_t first, std::uint32_t register_count) {
  using namespace heddle;
  ToolScope tool;
  ThreadRecord& self = engine->self();
  SpinRound& round = engine->spin_round(engine->current);
  const Address sp = reinterpret_cast<Address>(registers);
  const Address frames = self.program_frames;  // what lies above is ours
  const Address end = frames > sp ? frames : Memory::stack_top(engine->current);
  const Words stack(registers, (end - sp) / sizeof *registers);
  if (engine->in_trial()) return engine->trial_at_head(site, sp, hash_of(stack));
  if (engine->keeps_entries()) heddle_program_entry = entry_at_head(registers, register_count);
  const bool visible = self.visible_since_edge;
  self.visible_since_edge = false;
  if (engine->compares_states) return state_at_head(self, site, visible);
  if (!visible && heddle_loop_rounds >= kLoopPointEvery) {
    heddle_loop_rounds = 0;
    stop_watching(round);
    long_loop(self, site);
    return;
  }
  if (first) engine->comes_into_loop(site, sp);
  if (engine->goes_too_far(site, sp, first, visible)) {
    stop_watching(round);
    follow_no_further(site, 0);
  }
  if (self.unwatched > 0 && !first && round.loop != site) {  // see below; but a loop inside may wait
    self.unwatched--;
    return;
  }
  const bool left_alone = round.loop == 0 && self.unwatched > 0;  // the loop around is; this one may wait
  if (first && (visible || left_alone ? is_inside(round, sp, site, around) : true)) {
    self.visible_since_edge = visible;  // the round goes on
    begin_inside(round, site, stack);
    return;
  }
  const std::uint64_t hash = hash_of(stack);
  bool leapt = false, was_quiet = false, in_vain = false, echo = false;
  if (!first && visible && came_back_inside(round, site, sp, hash)) {
    const bool whole = !round.inside.torn;
    in_vain = engine->returns_in_vain(round, {sp, hash, site, 0, false}, false, false, visible);
    in_vain |= engine->leaves_out_inside(round);
    watch_inside(round, site, stack, hash);
    const bool waits = whole && !changed_since_read(round);
    was_quiet = waits && !in_vain;
    if (in_vain) give_up(round, site, waits);
    if (was_quiet) wait_for_change(round, site);
  } else if (round.loop == site && round.stack_pointer == sp) {
    bool came = came_back(round, hash, stack);
    if (came && round.timed && !round.late) {  // does it also come back much later?
      leapt = clock_leaps();
      came = false;
    }
    in_vain = engine->returns_in_vain(round, {sp, hash, site, 0, false}, came, leapt, visible);
    if (!in_vain && !came && visible) in_vain = engine->looked_too_early(site, sp, hash);
    const bool waits = came && !round.touched && !changed_since_read(round);
    const bool further_on = round.waited || holds_another(round, 0);
    if (in_vain) {
      give_up(round, site, waits && !further_on);
    } else if (waits && further_on && !round.in_transit) {
      begin_transit(round);
      heddle_loop_trigger = 0;
      return;
    } else if (waits && !further_on) {
      was_quiet = !round.toggles;
      wait_for_change(round, site);
    } else if (!came && !visible && !leapt) {  // computation: look again after many rounds
      stop_watching(round);
      heddle_loop_trigger = kLoopPointEvery;
      return;
    } else if (!came && !leapt && !first && hash != round.stack_hash &&
               ++self.misses > 8) {  // visible and changing things: watching is slow, do it rarely
      self.unwatched = 1u << std::min<std::uint32_t>(self.misses - 8, 6);
      stop_watching(round);
      heddle_loop_trigger = 0;
      return;
    }
    echo = came && is_echo(round);
  } else if ((in_vain = engine->returns_in_vain(round, {sp, hash, site, 0, false}, false, false, visible || first) ||
                        (visible && engine->looked_too_early(site, sp, hash)))) {
    give_up(round, site, false);
  }
  // After a leap of the clock the next round tells.
  if (visible && !leapt && !was_quiet && !engine->goes_in_vain(round) && engine->was_here(site, stack, hash)) {
    stop_watching(round);
    follow_no_further(site, 0);
  }
  watch(round, site, stack, hash);
  round.late = leapt;
  round.echo = echo;
  heddle_call_site = kNoCallSite;
  engine->choose_fast_path(true);
  heddle_loop_trigger = 0;
}
