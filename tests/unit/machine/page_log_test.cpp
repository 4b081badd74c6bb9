// The undo log of pages against full copies: whatever was written between the marks, going back to one must bring the
// memory of that moment back.
#include "machine/page_log.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>

#include <cstring>
#include <random>
#include <vector>

namespace heddle {
namespace {

constexpr std::size_t kPages = 24;
constexpr std::size_t kBytes = kPages * PageLog::kPage;

PageLog* faulting = nullptr;
unsigned faults = 0;

void on_fault(int number, siginfo_t* info, void*) {
  ++faults;
  if (!faulting->written(reinterpret_cast<Address>(info->si_addr))) signal(number, SIG_DFL);  // a real one
}

class PageLogTest : public testing::Test {
 protected:
  PageLogTest() {
    memory = static_cast<std::byte*>(mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    faulting = &log;
    faults = 0;
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSEGV, &action, &before);
  }
  ~PageLogTest() override {
    sigaction(SIGSEGV, &before, nullptr);
    munmap(memory, kBytes);
  }

  void cover(std::size_t first, std::size_t pages) {
    log.cover(address() + first * PageLog::kPage, address() + (first + pages) * PageLog::kPage);
  }
  Address address() const { return reinterpret_cast<Address>(memory); }
  void write(std::size_t at, int value) { const_cast<volatile std::byte*>(memory)[at] = std::byte(value); }
  int read(std::size_t at) const { return std::to_integer<int>(memory[at]); }

  PageLog log;
  std::byte* memory;
  struct sigaction before;
};

TEST_F(PageLogTest, GoesBackOverSeveralMarks) {
  cover(0, 2);
  write(10, 1);
  const auto first = log.mark();
  write(10, 2);
  write(5000, 2);
  const auto second = log.mark();
  write(10, 3);
  log.undo_to(second);
  EXPECT_EQ(read(10), 2);
  EXPECT_EQ(read(5000), 2);
  log.undo_to(first);
  EXPECT_EQ(read(10), 1);
  EXPECT_EQ(read(5000), 0);
}

TEST_F(PageLogTest, APageThatIsWrittenInEachIntervalFaultsAFewTimesOnly) {
  cover(0, kPages);
  for (int i = 0; i < 100; ++i) {
    log.mark();
    write(100, i + 1);
  }
  EXPECT_EQ(faults, 3u);
  EXPECT_EQ(log.open_pages(), 1u);
}

TEST_F(PageLogTest, AHotPageCoolsDown) {
  cover(0, 1);
  for (int i = 0; i < 10; ++i) log.mark(), write(100, i + 1);
  for (int i = 0; i < 100; ++i) log.mark();
  EXPECT_EQ(log.open_pages(), 0u);
  const auto here = log.mark();
  write(100, 77);
  log.undo_to(here);
  EXPECT_EQ(read(100), 10);
}

// Nothing but the lines that changed.
TEST_F(PageLogTest, LogsWhatChanged) {
  cover(0, kPages);
  log.mark();
  for (std::size_t page = 0; page < kPages; ++page) write(page * PageLog::kPage, 1);
  log.mark();
  EXPECT_LT(log.bytes(), kPages * 128);
  EXPECT_GT(log.bytes(), kPages * 64);
}

TEST_F(PageLogTest, WhatIsNotCoveredIsNotOurs) {
  cover(0, 1);
  log.mark();
  write(PageLog::kPage, 1);
  EXPECT_EQ(faults, 0u);
  EXPECT_FALSE(log.written(address() + PageLog::kPage));
}

TEST_F(PageLogTest, ForgetsEverything) {
  cover(0, kPages);
  log.mark();
  log.clear();
  write(0, 1);
  EXPECT_EQ(faults, 0u);
}

TEST_F(PageLogTest, LeavesNothingProtected) {
  {
    PageLog other;
    other.cover(address(), address() + kBytes);
    other.mark();
  }
  write(0, 1);
  EXPECT_EQ(faults, 0u);
}

// A depth-first search over random writes: some places again and again, some once, bulk writes; the covered part grows.
TEST_F(PageLogTest, AnyWalkComesBackToItsStates) {
  struct State {
    PageLog::Mark mark;
    std::size_t covered;
    std::vector<std::byte> bytes;
  };
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937 random(seed);
    log.clear();
    std::vector<State> path;
    std::size_t covered = 4;
    for (int step = 0; step < 400; ++step) {
      const unsigned what = random() % 10;
      if (what < 4) {
        for (unsigned n = random() % 4; n-- > 0;) write(random() % 4 * 64 + random() % 3, static_cast<int>(random()));
        write(random() % (covered * PageLog::kPage), static_cast<int>(random()));
      } else if (what == 4) {
        std::memset(memory, static_cast<int>(random()), random() % (covered * PageLog::kPage));
      } else if (what < 8 || path.empty()) {
        if (random() % 8 == 0 && covered < kPages) ++covered;
        cover(0, covered);
        path.push_back({log.mark(), covered, {memory, memory + covered * PageLog::kPage}});
      } else {
        path.resize(path.size() - random() % std::min<std::size_t>(path.size(), 4));
        log.undo_to(path.back().mark);
        covered = path.back().covered;
        ASSERT_EQ(std::memcmp(memory, path.back().bytes.data(), path.back().bytes.size()), 0) << seed << " " << step;
      }
    }
  }
}

// Whatever was written, marked and taken back: the fingerprint is that of the bytes.
TEST_F(PageLogTest, FingerprintsAreThoseOfTheBytes) {
  const auto expected = [&](Address begin, Address end) {
    Fingerprint sum;
    for (Address a = begin; a < end; a += PageLog::kPage)
      sum += fingerprint_of({reinterpret_cast<const std::byte*>(a), PageLog::kPage}, a);
    return sum;
  };
  std::mt19937 random(3);
  std::vector<PageLog::Mark> marks;
  cover(0, kPages / 2);
  for (int i = 0; i < 4000; ++i) {
    switch (random() % 5) {
      case 0:
        if (i == 2000) cover(kPages / 2, kPages / 2);
        marks.push_back(log.mark());
        break;
      case 1:
        if (marks.empty()) break;
        marks.resize(random() % marks.size() + 1);
        log.undo_to(marks.back());
        break;
      default:
        // What is not covered is nobody's business to bring back, but counts.
        write(random() % kBytes, static_cast<int>(random() % 256));
    }
    // All of it in most cases; ranges that grow and shrink, overlap, or are small.
    const Address begin = address() + (random() % 4 == 0 ? random() % 8 : 0) * PageLog::kPage;
    const Address end = address() + kBytes - (random() % 4 == 0 ? random() % 14 : 0) * PageLog::kPage;
    ASSERT_EQ(log.fingerprint(begin, end), expected(begin, end)) << "after " << i;
  }
}

}  // namespace
}  // namespace heddle
