// Rounds of a loop that come back although they have changed something meanwhile:
//
//   while (!quit) { busy = 1; busy = 0; }
//
// Others may see busy to be 1, 0, 1, 0, ... as often as they look, so such a round is not waiting. But a round in which
// nobody looked leads from a state of the program to the same state; what comes after it could have come instead of it.
// So the thread waits after such a round, too, until somebody has looked: has accessed a toggled location after the
// round began to toggle. Rounds in which somebody looked are followed by another, whatever they led to; only one that
// was left alone ends with a wait. (Looking, and not what was seen: who looks may look again for something else. And
// accesses that the thread's own are dependent with, not any step of others: so the order of independent steps does not
// matter, and the reductions go on with what they know: the wait is dependent with all that ends it, reads included.)
//
// Of a plain location others can see only what they get at by synchronisation: then a lock of a mutex that the round
// takes, or an access of an atomic that it writes, counts as looking. Locations on the thread's own stack count as soon
// as another thread has accessed them: std::unique_lock and the like toggle all the time.
//
// Counts of references (std::shared_ptr) go up and down in many rounds, for instance in each wait of a
// std::condition_variable_any. Increments and decrements by others do not count as looking there: what they find
// decides only who is the last owner, and that question is not asked twice. use_count() does count.
//
// A round that stores the value that is there (`while (!quit) beat = 1;`) changes no value, but it ends the release
// sequence of whoever has stored the same value meanwhile. Where the program can tell (Engine::hides_races) such a
// store of another thread lets the round be repeated. A round that is repeated for no other reason is an echo, and lets
// nobody's be repeated by its stores: or two threads that beat one flag would keep each other awake for ever.
#include "machine/engine.h"
#include "model/address_space.h"

namespace heddle {
namespace {

std::uint64_t stack_words(Address a, std::uint64_t size) {
  std::uint64_t bits = 0;
  const Address last = (a + (size ? size : 1) - 1) / 8;
  for (Address word = a / 8; word <= last && word < a / 8 + 64; word++)
    bits |= std::uint64_t{1} << (word * 0x9e3779b97f4a7c15u >> 58);
  return bits;
}

bool cell_overlaps(const SpinRound::Cell& cell, Address a, std::uint64_t size) {
  return cell.address < a + size && a < cell.address + cell.width;
}

}  // namespace

bool Engine::may_be_seen(ThreadId owner, const SpinRound::Cell& cell) const {
  if (cell.atomic || !in_stacks(cell.address) || stack_owner(cell.address) != owner) return true;
  return (threads[owner.index()].seen_on_stack & stack_words(cell.address, cell.width)) != 0;
}

// In ext/atomicity.h.
bool Engine::counts_references(const Operation& op) {
  if (op.kind != OperationKind::AtomicRmw) return false;
  const auto [known, fresh] = reference_counts_.try_emplace(static_cast<std::uint32_t>(op.site.index()), false);
  if (fresh)
    for (const SourcePosition& frame : image.sites[op.site].frames)
      known->second |= frame.system && (frame.function.find("__exchange_and_add") != std::string::npos ||
                                        frame.function.find("__atomic_add") != std::string::npos);
  return known->second;
}

void note_toggle(SpinRound& round, SpinRound::Cell& cell, bool counts_references) {
  cell.counts = counts_references && (cell.counts || !cell.toggled);
  cell.toggled = true;
  if (!engine->may_be_seen(engine->current, cell)) return;
  round.toggles = true;
  round.plain_toggles |= !cell.atomic;
  if (engine->restless != 0) return;
  engine->journal.remember(engine->restless);
  engine->restless = 1;
}

void note_pause(SpinRound& round, const Operation& next) {
  if (!round.pure) return;
  for (std::uint32_t i = 0; i < round.count; i++) {
    SpinRound::Cell& cell = round.cells[i];
    if (!cell.written || cell.width == 0 || cell.run != engine->runs) continue;
    cell.knows_after = true;
    cell.after = read_value(cell.address, cell.width);
    if (!cell.atomic && cell.after != cell.value) note_toggle(round, cell, false);
  }
  // Where a round that holds mutexes at its head may wait (keep_barren).
  if (next.kind == OperationKind::MutexLock && round.locked && !engine->self().barren && !holds_another(round, 0))
    note_wait(round);
}

void note_beat(SpinRound::Cell& cell) {
  if (!engine->hides_races()) return;
  cell.stored = true;
  if (engine->beating != 0) return;
  engine->journal.remember(engine->beating);
  engine->beating = 1;
}

bool is_echo(const SpinRound& round) { return round.overwritten && !changed_since_read(round); }

// The thread has done this: has it looked at what others toggle, or stored where they store?
void Engine::touch_rounds(ThreadId t, const Operation& op) {
  const bool access = is_memory_access(op.kind);
  const bool lock = takes_mutex(op.kind);
  const bool of_world = operand_of(op.kind) == Operand::Channel;
  if (!access && !lock && !of_world) return;
  const Address object = has_mutex(op.kind) ? op.argument : op.object;
  const bool counts = counts_references(op);
  const auto looks_at = [&](ThreadId owner, const SpinRound& round, const SpinRound::Cell& cell) {
    if (of_world) return cell.toggled && (cell.object == op.object || (cell.object == op.argument && cell.object != 0));
    if (lock) return round.plain_toggles && cell.width == 0 && cell.address == object;
    if (!cell.written || cell.width == 0 || cell.object != 0 || !cell_overlaps(cell, object, op.width)) return false;
    if (cell.toggled && may_be_seen(owner, cell)) return !(cell.counts && counts);
    return round.plain_toggles && cell.atomic;
  };
  const SpinRound& own = spin_rounds_[t.index()];
  const bool stores = is_atomic_access(op.kind) && may_write(op.kind) && !(own.loop && own.echo);
  const auto overwrites = [&](const SpinRound::Cell& cell) {
    return stores && cell.stored && cell_overlaps(cell, object, op.width);
  };
  for (std::size_t i = 0; i < threads.size(); i++) {
    SpinRound& round = spin_rounds_[i];
    if (i == t.index() || !threads[i].live || !round.loop || !(round.toggles || round.stores)) continue;
    for (std::uint32_t k = 0; k < round.count; k++) {
      const bool looked = round.toggles && looks_at(ThreadId(static_cast<std::uint16_t>(i)), round, round.cells[k]);
      if (looked || overwrites(round.cells[k])) touch(round, !looked);
    }
  }
}

// Somebody has looked, or (`stored`) has done no more than to store where the round stores.
void Engine::touch(SpinRound& round, bool stored) {
  const bool overwritten = stored && (!round.touched || round.overwritten);
  if (round.touched && round.overwritten == overwritten) return;
  journal.remember(round.touched);
  journal.remember(round.overwritten);
  round.touched = true;
  round.overwritten = overwritten;
}

// A plain access to the stack of another thread.
void Engine::look_at_stack(ThreadId, Address a, std::uint64_t size) {
  const ThreadId owner = stack_owner(a);
  if (owner.index() >= threads.size()) return;
  ThreadRecord& record = threads[owner.index()];
  const std::uint64_t words = stack_words(a, size);
  if ((record.seen_on_stack & words) == words) return;
  journal.remember(record.seen_on_stack);
  record.seen_on_stack |= words;
  SpinRound& round = spin_rounds_[owner.index()];
  if (!record.live || !round.loop) return;
  for (std::uint32_t i = 0; i < round.count; i++)
    if (const SpinRound::Cell& cell = round.cells[i]; cell.toggled && cell_overlaps(cell, a, size))
      return touch(round, false);
}

// Nobody can go on. Is there a thread that another round of somebody's loop would let go in its midst?
bool Engine::would_be_noticed() const {
  const auto waits = [&](std::size_t i) { return threads[i].live && waits_for_change(threads[i].pending); };
  const auto looks_at = [&](const SpinRound& round, const SpinRound::Cell& toggled) {
    for (std::uint32_t i = 0; i < round.count; i++)
      if (cell_overlaps(round.cells[i], toggled.address, toggled.width)) return true;
    return false;
  };
  for (std::size_t i = 0; restless != 0 && i < threads.size(); i++) {
    if (!waits(i)) continue;
    const SpinRound& round = spin_rounds_[i];
    for (std::uint32_t k = 0; k < round.count; k++) {
      const SpinRound::Cell& cell = round.cells[k];
      if (!cell.toggled || !may_be_seen(ThreadId(static_cast<std::uint16_t>(i)), cell)) continue;
      for (std::size_t other = 0; other < threads.size(); other++)
        if (other != i && waits(other) && looks_at(spin_rounds_[other], cell)) return true;
    }
  }
  return false;
}

}  // namespace heddle
