// See later_look.h.
#include "machine/later_look.h"

#include <algorithm>
#include <cstring>

#include "machine/engine.h"
#include "machine/error_numbers.h"
#include "machine/fiber.h"
#include "model/address_space.h"

namespace heddle {
namespace {

constexpr std::uint32_t kMaxHeads = 64;
constexpr std::size_t kMaxTrialCells = 64;

const Look::Cell* cell_at(const Look::Cell* cells, std::uint32_t count, Address a, std::uint64_t size) {
  for (std::uint32_t i = 0; i < count; i++)
    if (cells[i].address == a && cells[i].width == size) return &cells[i];
  return nullptr;
}

void put(Address a, std::uint32_t width, std::uint64_t value) {
  std::memcpy(reinterpret_cast<void*>(a), &value, width);
}

void note_cell(Look& look, Address a, std::uint64_t size, bool writes) {
  if (cell_at(look.written, look.writes, a, size) != nullptr) return;
  if (!writes && cell_at(look.read, look.reads, a, size) != nullptr) return;
  std::uint32_t& count = writes ? look.writes : look.reads;
  if (size > 8 || is_library_key(a) || count == Look::kMaxCells) {
    look.open = false;
    return;
  }
  (writes ? look.written : look.read)[count++] = {a, read_value(a, static_cast<std::uint32_t>(size)),
                                                  static_cast<std::uint32_t>(size)};
}

// Also of a closed one: at a state to which the search goes back it may have been open.
void remember_whole(Journal& journal, Look& look) {
  journal.remember_bytes(&look, offsetof(Look, stack) + look.stack_size);
}

}  // namespace

bool Engine::keeps_looks() const { return leaves_out_rounds && image.may_spin && !observers.follow_program(); }

bool Engine::has_open_look(ThreadId t) const {
  if (t.index() >= looks_.size()) return false;
  const Looks& looks = looks_[t.index()];
  return looks.latest.open || looks.entry.open;
}

void Engine::remember_looks(ThreadId t) {
  if (t.index() >= looks_.size()) return;
  Looks& looks = looks_[t.index()];
  for (Look* look : {&looks.latest, &looks.entry})
    if (look->open) journal.remember_bytes(look, offsetof(Look, stack));
}

// The thread has stopped before an atomic load.
void Engine::open_look(ThreadId t) {
  const ThreadRecord& record = threads[t.index()];
  const std::size_t size = Memory::stack_top(t) - reinterpret_cast<Address>(record.context);
  looks_.grow_to(threads.size());
  Look& look = looks_[t.index()].latest;
  remember_whole(journal, look);
  look.open = size <= Look::kMaxStack && record.pending.width <= Look::kMaxWidth;
  if (!look.open) return;
  look.applied = look.plain = false;
  look.load = record.pending;
  look.context = record.context;
  look.result = record.operands.old;
  look.site = 0;
  look.last = Operation{};
  look.reads = look.writes = 0;
  look.stack_size = static_cast<std::uint32_t>(size);
  std::memcpy(look.stack, record.context, size);
}

void Engine::close_looks(ThreadId t) {
  if (!has_open_look(t)) return;
  Looks& looks = looks_[t.index()];
  looks.latest.open = looks.entry.open = false;
}

// The thread has done this. `found`: what a look found; nullptr: it was no look.
void Engine::note_look(ThreadId t, const Operation& op, MemoryOrder order, const std::byte* found) {
  if (!has_open_look(t)) return;
  if (found == nullptr) return close_looks(t);
  Looks& looks = looks_[t.index()];
  if (looks.latest.open) {
    looks.latest.open = !looks.latest.applied;
    looks.latest.applied = true;
  }
  Look& entry = looks.entry;
  if (!entry.open) return;
  if (notes_mixed() && in_program_memory(op.object)) mixed.note_look(t, op.object, op.width);
  if (op.width > Look::kMaxWidth) return close_looks(t);
  entry.last = op;
  entry.last_order = order;
  std::memcpy(entry.last_value, found, op.width);
}

// Noted before it happens.
void Engine::note_plain_look(ThreadId t, Address a, std::uint64_t size, AccessKind kind) {
  if (!has_open_look(t)) return;
  Looks& looks = looks_[t.index()];
  for (Look* look : {&looks.latest, &looks.entry}) {
    if (!look->open) continue;
    look->plain = true;
    if (kind == AccessKind::Free)
      look->open = false;
    else if (size == 16)
      note_cell(*look, a, 8, is_write(kind)), note_cell(*look, a + 8, 8, is_write(kind));
    else
      note_cell(*look, a, size, is_write(kind));
  }
}

// The thread comes into a loop.
void Engine::comes_into_loop(std::uint32_t site, Address stack_pointer) {
  if (!has_open_look(current)) return;
  Looks& looks = looks_[current.index()];
  if (!looks.latest.open || !looks.latest.applied) return;
  Look& entry = looks.entry;
  remember_whole(journal, entry);
  std::memcpy(static_cast<void*>(&entry), &looks.latest, offsetof(Look, stack) + looks.latest.stack_size);
  entry.site = site;
  entry.stack_pointer = stack_pointer;
  looks.latest.open = false;
}

// The running thread is back at the head of a loop. Would a later look have brought it here at once?
bool Engine::looked_too_early(std::uint32_t site, Address stack_pointer, std::uint64_t stack_hash) {
  if (!has_open_look(current) || !may_leave_out_rounds()) return false;
  const Look& look = looks_[current.index()].entry;
  if (!look.open || look.site != site || look.stack_pointer != stack_pointer) return false;
  if (look.last.object != look.load.object || look.last.width != look.load.width) return false;
  if (acquires(look.load.order) && !acquires(look.last_order)) return false;
  if ((look.plain || lets_looks_pass) && hides_races()) return false;
  trial_.wanted = true;
  trial_.site = site;
  trial_.stack_pointer = stack_pointer;
  trial_.stack_hash = stack_hash;
  yield();
  return trial_.same;
}

// Everything that was written is as it was before the trial, and what the trial left there is compared with that. What is on
// the thread's own stack was compared at the head.
void Engine::take_trial_back(ThreadId t) {
  std::vector<Trial::Cell> left;
  for (const std::vector<Trial::Cell>* cells : {&trial_.undone, &trial_.written})
    for (const Trial::Cell& cell : *cells)
      if (!in_stacks(cell.address) || stack_owner(cell.address) != t)
        left.push_back({cell.address, cell.width, read_value(cell.address, cell.width)});
  for (const std::vector<Trial::Cell>* cells : {&trial_.written, &trial_.undone})
    for (std::size_t i = cells->size(); i-- > 0;) put((*cells)[i].address, (*cells)[i].width, (*cells)[i].before);
  for (const Trial::Cell& cell : left) trial_.same &= read_value(cell.address, cell.width) == cell.before;
}

// On the scheduler's side, while the thread stands in looked_too_early.
void Engine::try_later_look(ThreadId t) {
  ThreadRecord& record = threads[t.index()];
  const Look& look = looks_[t.index()].entry;
  Trial& trial = trial_;
  trial.wanted = trial.same = false;
  trial.heads = 0;
  trial.undone.clear();
  trial.written.clear();
  trial.written.reserve(kMaxTrialCells);
  const Address top = Memory::stack_top(t), now = reinterpret_cast<Address>(record.context);
  trial.stack.assign(reinterpret_cast<const std::byte*>(now), reinterpret_cast<const std::byte*>(top));
  for (std::uint32_t i = look.writes; i-- > 0;) {
    const Look::Cell& cell = look.written[i];
    trial.undone.push_back({cell.address, cell.width, read_value(cell.address, cell.width)});
    put(cell.address, cell.width, cell.value);
  }
  std::memcpy(look.context, look.stack, look.stack_size);
  clear_below(t, look.context);
  std::memcpy(look.result, look.last_value, look.load.width);
  const bool visible = record.visible_since_edge;
  const std::uint32_t call_site = heddle_call_site, first = heddle_loop_first;
  const std::uint64_t result = std::exchange(record.result, 0);
  const int error_number = native_errno();
  heddle_loop_rounds = heddle_loop_trigger = heddle_loop_first = 0;
  heddle_call_site = kNoCallSite;

  trial.running = true;
  on_fiber = true;
  fiber::jump_fcontext(look.context, nullptr);
  on_fiber = false;
  in_program = false;
  trial.running = false;

  take_trial_back(t);
  std::memcpy(reinterpret_cast<void*>(now), trial.stack.data(), trial.stack.size());
  record.visible_since_edge = visible;
  record.result = result;
  native_errno() = error_number;
  heddle_call_site = call_site;
  heddle_loop_first = first;
  heddle_loop_rounds = heddle_loop_trigger = 0;
}

void Engine::end_trial(bool same) {
  trial_.same = same;
  abandon();
}

// In a trial the thread comes by the head of a loop.
void Engine::trial_at_head(std::uint32_t site, Address stack_pointer, std::uint64_t stack_hash) {
  if (site == trial_.site && stack_pointer == trial_.stack_pointer) end_trial(stack_hash == trial_.stack_hash);
  if (++trial_.heads > kMaxHeads) end_trial(false);
}

void Engine::trial_access(Address a, std::uint64_t size, AccessKind kind) {
  if (size == 16) {
    trial_access(a, 8, kind);
    return trial_access(a + 8, 8, kind);
  }
  if (size > 8 || kind == AccessKind::Free || !in_program_memory(a) || first_bad_byte(a, size)) end_trial(false);
  const auto width = static_cast<std::uint32_t>(size);
  const Look& look = looks_[current.index()].entry;
  const auto own = [&](const Trial::Cell& cell) { return cell.address == a && cell.width == width; };
  if (std::any_of(trial_.written.begin(), trial_.written.end(), own)) return;
  if (is_write(kind)) {
    if (trial_.written.size() == kMaxTrialCells) end_trial(false);
    trial_.written.push_back({a, width, read_value(a, width)});
    return;
  }
  const Look::Cell* seen = cell_at(look.read, look.reads, a, size);
  if (seen == nullptr || seen->value != read_value(a, width)) end_trial(false);
}

}  // namespace heddle
