#include "machine/dead_values.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "machine/engine.h"

extern "C" {
bool heddle_overwrites_dead_values = false;
void heddle_overwrite_dead_values();
}

namespace heddle {
namespace {

std::uint64_t stack_word(Address a) {
  std::uint64_t word;
  std::memcpy(&word, reinterpret_cast<const void*>(a), sizeof word);
  return word;
}

}  // namespace

void DeadValues::find(const Image& image, const ProgramEntry& entry, Address end) {
  constexpr auto kRbp = static_cast<std::size_t>(SavedRegister::Rbp);
  bytes_.fill(8);
  ranges_.clear();
  if (!image.frame_layout) return;
  std::array<Address, kSavedRegisters> saved_at{};  // by the frames so far; 0: it still is in the register
  for (Address returns = entry.stack_pointer; returns + 8 <= end;) {
    const FrameLayout* const frame = image.frame_layout(stack_word(returns));
    if (frame == nullptr) break;
    const Address low = returns + 8;  // the stack pointer when the call has returned
    const Address rbp = saved_at[kRbp] != 0 ? stack_word(saved_at[kRbp]) : entry.saved[kRbp];
    const Address cfa = (frame->from_rbp ? rbp : low) + frame->cfa;
    if (cfa < low + 8 || cfa > end || cfa % 8 != 0) break;
    const auto in_frame = [&](Address begin, std::uint64_t size) { return begin >= low && begin + size <= cfa - 8; };
    for (std::size_t i = 0; i < kSavedRegisters; i++) {
      if ((frame->saved >> i & 1) == 0) continue;
      if (saved_at[i] == 0)
        bytes_[i] = frame->read[i];
      else if (frame->read[i] < 8)
        ranges_.push_back({saved_at[i] + frame->read[i], saved_at[i] + 8});
      saved_at[i] = cfa + static_cast<Address>(std::int64_t{frame->saved_at[i]});
      HEDDLE_INVARIANT(in_frame(saved_at[i], 8));
    }
    for (const FrameLayout::Range& range : frame->unread) {
      const Address begin = cfa + static_cast<Address>(std::int64_t{range.begin});
      if (in_frame(begin, range.size)) ranges_.push_back({begin, begin + range.size});
    }
    returns = cfa - 8;
  }
  std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
}

void overwrite_dead_values() { heddle_overwrites_dead_values = true; }

}  // namespace heddle

using namespace heddle;

// On the fiber, when the program has called and nothing has happened yet (program_entry.cpp). Where states are
// compared, each time with another value: a state that holds one is met only once. Elsewhere always the same, or no
// round of a loop would be like the one before (spin.cpp).
void heddle_overwrite_dead_values() {
  static std::uint64_t garbage = 0xDEAD'0000'0000'0001;
  if (engine == nullptr || !engine->on_fiber || engine->self().program_frames == 0) return;
  ToolScope tool;
  const std::uint64_t step = engine->compares_states ? 1 : 0;
  ProgramEntry& entry = heddle_program_entry;
  static DeadValues dead;
  dead.find(engine->image, entry, engine->end_of_frames(engine->current, entry));
  for (std::size_t i = 0; i < kSavedRegisters; i++)
    if (const std::uint64_t read = dead.read_of_register(i); ~read != 0) {
      garbage += step;
      entry.saved[i] = (entry.saved[i] & read) | (garbage & ~read);
    }
  for (const DeadValues::Range& range : dead.ranges())
    for (Address a = range.begin; a < range.end; a += 8, garbage += step)
      std::memcpy(reinterpret_cast<void*>(a), &garbage, std::min<std::size_t>(8, range.end - a));
}
