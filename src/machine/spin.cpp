#include "machine/spin.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "machine/engine.h"

extern "C" {
std::uint32_t heddle_loop_rounds = 0;
std::uint32_t heddle_loop_trigger = 0;
void heddle_back_edge_slow(std::uint32_t site, const std::uint64_t* registers);
}

// The counter, and then the callee-saved registers on the stack: with the caller's frame above they are all that a
// round can hand over to the next beside memory.
asm(R"(
.text
.globl heddle_back_edge
.type heddle_back_edge, @function
heddle_back_edge:
  .cfi_startproc
  movq heddle_loop_rounds@GOTPCREL(%rip), %rax
  movl (%rax), %ecx
  addl $1, %ecx
  movl %ecx, (%rax)
  movq heddle_loop_trigger@GOTPCREL(%rip), %rax
  cmpl (%rax), %ecx
  jae 1f
  ret
1:
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  pushq %r12
  .cfi_adjust_cfa_offset 8
  pushq %r13
  .cfi_adjust_cfa_offset 8
  pushq %r14
  .cfi_adjust_cfa_offset 8
  pushq %r15
  .cfi_adjust_cfa_offset 8
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  leaq 8(%rsp), %rsi
  call heddle_back_edge_slow@PLT
  addq $56, %rsp
  .cfi_adjust_cfa_offset -56
  ret
  .cfi_endproc
.size heddle_back_edge, .-heddle_back_edge
)");

namespace heddle {

std::uint64_t ByteSets::intern(Bytes bytes) {
  auto [it, fresh] = index_.try_emplace(std::move(bytes), sets_.size());
  if (fresh) sets_.push_back(it->first);
  return it->second;
}

std::uint64_t read_value(Address a, std::uint32_t width) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(a), width < 8 ? width : 8);
  return value;
}

namespace {

void note(SpinRound& round, Address a, std::uint64_t size, std::uint64_t value, bool written) {
  if (!round.loop || !round.pure) return;
  if (size == 16) {  // noted before a write happens: memory still says what was there
    note(round, a, 8, value, written);
    return note(round, a + 8, 8, read_value(a + 8, 8), written);
  }
  if (size > 8) {  // longer ones in parts would be possible; such loops are hardly ever spins
    round.pure = false;
    return;
  }
  for (std::uint32_t i = 0; i < round.count; i++) {
    SpinRound::Cell& cell = round.cells[i];
    if (cell.address != a || cell.width != size || cell.written != written) continue;
    if (cell.value != value && !written) round.pure = false;  // it changed under our eyes: the round is not one view
    return;
  }
  if (round.count == SpinRound::kMax) {
    round.pure = false;
    return;
  }
  round.cells[round.count++] = {a, value, static_cast<std::uint32_t>(size), written};
}

bool writes_undone(const SpinRound& round) {
  for (std::uint32_t i = 0; i < round.count; i++) {
    const SpinRound::Cell& cell = round.cells[i];
    if (cell.written && read_value(cell.address, cell.width) != cell.value) return false;
  }
  return true;
}

void watch(SpinRound& round, std::uint32_t site, Address sp, std::uint64_t hash) {
  if (!round.loop) engine->journal.remember_bytes(&round, offsetof(SpinRound, cells));
  round.loop = site;
  round.count = 0;
  round.pure = true;
  round.waited = false;
  engine->self().barren = false;
  round.stack_hash = hash;
  round.stack_pointer = sp;
}

void stop_watching(SpinRound& round) {
  round.loop = 0;
  round.count = 0;
  engine->choose_fast_path(false);
}

void wait_for_change(SpinRound& round, std::uint32_t site) {
  Operation op;
  {
    ByteSets::Bytes bytes;
    for (std::uint32_t i = 0; i < round.count; i++)
      if (!round.cells[i].written) bytes.emplace_back(round.cells[i].address, round.cells[i].width);
    op.argument = engine->byte_sets.intern(std::move(bytes));
  }
  op.kind = OperationKind::SpinWait;
  op.site = SiteId(site);
  engine->visible(op);
}

void long_loop(ThreadRecord& self, std::uint32_t site) {
  if (++self.rounds > kMaxLoopPoints) {
    const SourcePosition& at = engine->image.sites[SiteId(site)].frames.front();
    engine->refuse(at.file + ":" + std::to_string(at.line) + ": a loop ran " +
                   std::to_string(std::uint64_t{kLoopPointEvery} * kMaxLoopPoints) +
                   " rounds without reaching a visible operation");
  }
  Operation op;
  op.kind = OperationKind::LoopPoint;
  op.site = SiteId(site);
  const std::uint32_t rounds = self.rounds;
  engine->visible(op);
  engine->self().rounds = rounds;
}

}  // namespace

void note_read(SpinRound& round, Address a, std::uint64_t size, std::uint64_t value) {
  note(round, a, size, value, false);
}
void note_write(SpinRound& round, Address a, std::uint64_t size, std::uint64_t before) {
  note(round, a, size, before, true);
}

void keep_barren(ThreadRecord& record, const SpinRound& round, OperationKind next) {
  if (next == OperationKind::AtomicLoad) return;  // what it sees is compared at the wait
  const bool waits = next == OperationKind::CondWait || next == OperationKind::CondTimedWait;
  record.barren = waits && round.pure && !changed_since_read(round);
}

// Would the end of this wait, which nobody caused, lead the thread round its loop to the same wait?
bool Engine::waits_in_vain(ThreadId t, const Operation& op) const {
  const ThreadRecord& record = threads[t.index()];
  if (!record.barren || !world.thread(t).waiting) return false;
  if (changed_since_read(spin_rounds_[t.index()])) return false;
  for (std::size_t i = 0; i < threads.size(); i++) {
    const ThreadRecord& other = threads[i];
    const OperationKind kind = other.pending.kind;
    if (!other.live || other.pending.object != op.argument || other.published < record.barren_step) continue;
    if (kind == OperationKind::MutexTryLock || kind == OperationKind::MutexTimedLock ||
        kind == OperationKind::MutexDestroy)
      return false;
  }
  return true;
}

bool changed_since_read(const SpinRound& round) {
  for (std::uint32_t i = 0; i < round.count; i++) {
    const SpinRound::Cell& cell = round.cells[i];
    if (!cell.written && read_value(cell.address, cell.width) != cell.value) return true;
  }
  return false;
}

}  // namespace heddle

extern "C" void heddle_back_edge_slow(std::uint32_t site, const std::uint64_t* registers) {
  using namespace heddle;
  ToolScope tool;
  ThreadRecord& self = engine->self();
  SpinRound& round = engine->spin_round(engine->current);
  const bool visible = self.visible_since_edge;
  self.visible_since_edge = false;
  if (!visible && heddle_loop_rounds >= kLoopPointEvery) {
    heddle_loop_rounds = 0;
    stop_watching(round);
    long_loop(self, site);
    return;
  }
  if (self.unwatched > 0) {  // see below
    self.unwatched--;
    return;
  }
  const Address sp = reinterpret_cast<Address>(registers);
  const std::uint64_t hash = XXH3_64bits(registers, Memory::stack_top(engine->current) - sp);
  if (round.loop == site && round.stack_pointer == sp) {
    const bool spinning = round.stack_hash == hash && round.pure && heddle_call_site == kNoCallSite && writes_undone(round);
    if (spinning && round.waited && !changed_since_read(round)) {
      self.barren = true;
      self.barren_step = engine->step_number;
      heddle_loop_trigger = 0;
      return;
    }
    if (spinning && !changed_since_read(round)) {
      wait_for_change(round, site);
    } else if (!spinning && !visible) {  // computation: look again after many rounds
      stop_watching(round);
      heddle_loop_trigger = kLoopPointEvery;
      return;
    } else if (!spinning && ++self.misses > 8) {  // visible and changing things: watching is slow, do it more rarely
      self.unwatched = 1u << std::min<std::uint32_t>(self.misses - 8, 6);
      stop_watching(round);
      heddle_loop_trigger = 0;
      return;
    }
  }
  watch(round, site, sp, hash);
  heddle_call_site = kNoCallSite;
  engine->choose_fast_path(true);
  heddle_loop_trigger = 0;
}
