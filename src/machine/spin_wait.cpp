// Waiting in loops: for what, where, and how long. See spin.h.
#include "machine/engine.h"

namespace heddle {

std::uint64_t depth_of(Address mutex) {
  const sync::Object& object = engine->world.object(engine->world.object_at(mutex));
  return object.owned && object.owner == engine->current ? object.count : 0;
}

bool holds_another(const SpinRound& round, Address mutex) {
  for (std::uint32_t i = 0; round.locked && i < round.count; i++) {
    const SpinRound::Cell& cell = round.cells[i];
    if (cell.width == 0 && cell.address != mutex && depth_of(cell.address) != 0) return true;
  }
  return false;
}

void note_wait(SpinRound& round) {
  if (!round.loop || !round.pure) return;
  for (std::uint32_t i = 0; i < round.count; i++)
    if (SpinRound::Cell& cell = round.cells[i]; cell.written && cell.width != 0)
      cell.at_wait = read_value(cell.address, cell.width);
}

bool changed_since_read(const SpinRound& round, bool waiting) {
  for (std::uint32_t i = 0; i < round.count; i++) {
    const SpinRound::Cell& cell = round.cells[i];
    if (cell.width == 0) continue;
    const SpinRound::Cell* own = cell.written ? &cell : waiting ? find_cell(round, cell.address, cell.width, true) : nullptr;
    const std::uint64_t expected = own == nullptr ? cell.value : waiting ? own->at_wait : own->at_end;
    if (read_value(cell.address, cell.width) != expected) return true;
  }
  return false;
}

std::uint64_t wait_set(const SpinRound& round) {
  ByteSets::Bytes bytes;
  for (std::uint32_t i = 0; i < round.count; i++) {
    const SpinRound::Cell& cell = round.cells[i];
    const bool shown = cell.written && (round.plain_toggles ? cell.atomic || cell.toggled : cell.toggled);
    if (cell.object != 0)
      bytes.emplace_back(cell.object, kChannelWidth | (shown ? kReadersWake : 0));
    else
      bytes.emplace_back(cell.address, cell.width ? cell.width | (shown ? kReadersWake : 0) : sizeof(int));
  }
  return engine->byte_sets.intern(std::move(bytes));
}

namespace {

// Times that the thread has written again on its way, and that are as it left them.
void renew_times(SpinRound& round) {
  for (std::uint32_t i = 0; round.timed && i < round.count; i++) {
    SpinRound::Cell& cell = round.cells[i];
    const bool renewed = cell.written && cell.width == 8 && cell.run >= round.left_at && cell.knows_after;
    if (renewed && read_value(cell.address, 8) == cell.after) cell.at_wait = cell.after;
  }
}

}  // namespace

void name_wait_set(const SpinRound& round, Operation& op) { op.width = static_cast<std::uint32_t>(wait_set(round) + 1); }

void wait_for_change(SpinRound& round, std::uint32_t site) {
  Operation op;
  op.kind = OperationKind::SpinWait;
  op.argument = wait_set(round);
  op.site = SiteId(site);
  engine->self().barren_step = engine->step_number;
  engine->visible(op);
}

void begin_transit(SpinRound& round) {
  round.in_transit = true;
  round.left_at = engine->runs;
  engine->self().barren = true;
  engine->self().barren_step = engine->step_number;
}

void keep_barren(ThreadRecord& record, SpinRound& round, Operation& next) {
  switch (traits(next.kind).in_barren_round) {
    case InBarrenRound::Looks:  // what it sees is compared at the wait
    case InBarrenRound::Tries:  // in vain, or it is an effect
      return;
    case InBarrenRound::Writes:  // as in the round before, which undid it: compared at the wait, too
      record.barren = find_cell(round, next.object, next.width, true) != nullptr;
      return;
    case InBarrenRound::Locks:
      if (round.waited || holds_another(round, 0)) return;
      renew_times(round);
      record.barren = round.pure && !round.torn && !changed_since_read(round, true);
      if (record.barren) name_wait_set(round, next);
      break;
    case InBarrenRound::Waits:
      renew_times(round);
      record.barren = next.site == round.wait_site && round.pure && !round.torn &&
                      !changed_since_read(round, true) && !holds_another(round, next.argument);
      break;
    case InBarrenRound::Ends:
      record.barren = false;
      break;
  }
  if (record.barren) round.in_transit = false;
}

// Has anybody since then come to an operation that can tell whether a mutex is held: this one or one of the round?
bool Engine::somebody_looks(const SpinRound& round, Address mutex, std::uint32_t since) const {
  const auto is_of_round = [&](Address a) {
    if (a == mutex) return true;
    for (std::uint32_t i = 0; i < round.count; i++)
      if (round.cells[i].width == 0 && round.cells[i].address == a) return true;
    return false;
  };
  for (std::size_t i = 0; i < threads.size(); i++) {
    const ThreadRecord& other = threads[i];
    const OperationKind kind = other.pending.kind;
    if (!other.live || other.published < since) continue;
    const bool looks = operand_of(kind) == Operand::Mutex && (has_limit(kind) || ends_object(kind));
    if (looks && is_of_round(other.pending.object)) return true;
  }
  return false;
}

// Would the end of this wait, which nobody caused, lead the thread round its loop to the same wait?
bool Engine::waits_in_vain(ThreadId t, Address mutex) const {
  const ThreadRecord& record = threads[t.index()];
  const SpinRound& round = spin_rounds_[t.index()];
  if (!record.barren || round.touched || roaming || is_cancelled_in(round, t)) return false;
  return !changed_since_read(round, true) && !somebody_looks(round, mutex, record.barren_step);
}

bool Engine::goes_on_spinning(ThreadId t) const {
  const SpinRound& round = spin_rounds_[t.index()];
  if (round.touched || is_cancelled_in(round, t) || changed_since_read(round)) return false;
  return !(round.locked && somebody_looks(round, 0, threads[t.index()].barren_step));
}

}  // namespace heddle
