// Snapshots of the program's memory: copied while it is small, logged by pages when it is large, and both in one
// execution when it grows. Whatever the machine did in between, a restore must bring every byte of the state back.
#include "machine/memory.h"

#include <random>

#include "program.h"

namespace heddle::test {
namespace {

class MemoryTest : public MachineTest {
 protected:
  struct Saved {
    std::unique_ptr<SavedState> state;
    std::vector<std::pair<Address, std::size_t>> ranges;
    std::vector<std::byte> bytes;
    std::vector<Operation> pending;
    std::uint64_t total = 0;
  };

  Saved save() const {
    Saved saved{machine->make_saved_state(), machine->live_ranges(), {}, {}};
    machine->save(*saved.state);
    for (const auto& [begin, size] : saved.ranges) {
      const auto* first = reinterpret_cast<const std::byte*>(begin);
      saved.bytes.insert(saved.bytes.end(), first, first + size);
      saved.total += size;
    }
    for (const Pending& p : machine->pending()) saved.pending.push_back(p.operation);
    return saved;
  }
  testing::AssertionResult restore(const Saved& saved) {
    machine->restore(*saved.state);
    if (machine->live_ranges() != saved.ranges) return testing::AssertionFailure() << "other ranges are live";
    std::size_t at = 0;
    for (const auto& [begin, size] : saved.ranges) {
      for (std::size_t i = 0; i < size; ++i)
        if (reinterpret_cast<const std::byte*>(begin)[i] != saved.bytes[at + i])
          return testing::AssertionFailure() << "byte " << i << " of " << size << " at " << std::hex << begin;
      at += size;
    }
    std::size_t n = 0;
    for (const Pending& p : machine->pending())
      if (n == saved.pending.size() || p.operation.kind != saved.pending[n].kind ||
          p.operation.object != saved.pending[n++].object)
        return testing::AssertionFailure() << "another operation is pending";
    return testing::AssertionSuccess();
  }

  // A random depth-first walk over the program. Returns the smallest and the largest state that was saved.
  std::pair<std::uint64_t, std::uint64_t> walk(unsigned seed, int steps) {
    std::mt19937 random(seed);
    std::vector<Saved> path;
    std::pair<std::uint64_t, std::uint64_t> sizes{~0ull, 0};
    for (int i = 0; i < steps; ++i) {
      if (machine->status() == Status::Running && (path.empty() || random() % 4 != 0)) {
        path.push_back(save());
        sizes = {std::min(sizes.first, path.back().total), std::max(sizes.second, path.back().total)};
        const std::vector<unsigned> who = enabled();
        step(who[random() % who.size()]);
      } else {
        path.resize(path.size() - random() % std::min<std::size_t>(path.size(), 6));
        const testing::AssertionResult same = restore(path.back());
        EXPECT_TRUE(same) << "seed " << seed << ", step " << i;
        if (!same) return sizes;
        if (random() % 2)
          path.pop_back();
        else
          step(enabled().front());
      }
      if (path.empty()) machine->start();
    }
    return sizes;
  }
};

// Writes here and there, on the stack and in globals, between visible operations.
void* worker(void* argument) {
  volatile char local[300];
  for (unsigned round = 0; round < 6; ++round) {
    lock(globals.a);
    globals.other = globals.other * 31 + round + 1;
    local[globals.other % sizeof local] = static_cast<char>(globals.other);
    if (argument == nullptr && globals.bytes[0] != 0)  // main has said that there is room
      globals.bytes[globals.other % sizeof globals.bytes] ^= static_cast<char>(globals.other | 1);
    unlock(globals.a);
    store(globals.flag, globals.other + static_cast<unsigned char>(local[round]));
  }
  return nullptr;
}
int small_main(int, char**, char**) {
  create(0, worker);
  create(1, worker);
  join(0);
  join(1);
  return 0;
}
int large_main(int, char**, char**) {
  globals.bytes[0] = 1;
  return small_main(0, nullptr, nullptr);
}

// Small at first; then a block on the heap makes the state too large to copy.
void* grower(void*) {
  for (unsigned round = 0; round < 4; ++round) {
    lock(globals.a);
    if (round == 2) globals.block = rt_malloc(3 * Memory::kCopyLimit);
    if (globals.block)
      std::memset(static_cast<char*>(globals.block) + globals.other % 40'000, static_cast<int>(round + 1), 700);
    globals.other = globals.other * 17 + round + 1;
    unlock(globals.a);
  }
  return nullptr;
}
int growing_main(int, char**, char**) {
  create(0, grower);
  create(1, worker);
  join(0);
  join(1);
  return 0;
}

TEST_F(MemoryTest, CopiesComeBack) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    start(small_main);
    EXPECT_LT(walk(seed, 300).second, Memory::kCopyLimit);
  }
}

TEST_F(MemoryTest, PagesComeBack) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    start(large_main, sizeof(Globals));
    EXPECT_GT(walk(seed, 300).first, Memory::kCopyLimit);
  }
}

// From copies to pages and, by a restore to a state from before, back again; many times in one walk.
TEST_F(MemoryTest, FromOneToTheOtherAndBack) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    start(growing_main);
    const auto [smallest, largest] = walk(seed, 400);
    EXPECT_LT(smallest, Memory::kCopyLimit);
    EXPECT_GT(largest, Memory::kCopyLimit);
  }
}

TEST_F(MemoryTest, AStartBeginsWithTheInitialGlobals) {
  start(large_main, sizeof(Globals));
  const std::vector<std::byte> before(reinterpret_cast<std::byte*>(&globals),
                                      reinterpret_cast<std::byte*>(&globals + 1));
  EXPECT_EQ(finish(), Status::Finished);
  EXPECT_NE(std::memcmp(&globals, before.data(), before.size()), 0);
  machine->start();
  EXPECT_EQ(std::memcmp(&globals, before.data(), before.size()), 0);
}

// A thread's stack lies where its name says, whoever was created first.
TEST_F(MemoryTest, StackSlotsDoNotOverlap) {
  for (unsigned n = 0; n + 1 < kMaxThreads; ++n) {
    EXPECT_LT(Memory::stack_top(thread(n)), Memory::stack_top(thread(n + 1)) - Memory::kStackSize);
    EXPECT_EQ(stack_owner(Memory::stack_top(thread(n)) - 1), thread(n));
    EXPECT_EQ(Memory::stack_top(thread(n)) % 16, 0u);
  }
}

}  // namespace
}  // namespace heddle::test
