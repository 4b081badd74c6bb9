// expect: assertion
// lines: 30
//
// seqlock.cpp whose reader does not mind an odd number: it can read all of it in the middle of a write.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> sequence{0};
static std::atomic<int> first{0}, second{0};

static void write(int value) {
  unsigned s = sequence.load();
  sequence.store(s + 1);
  first.store(value);
  second.store(value);
  sequence.store(s + 2);
}

static bool read_pair() {
  for (;;) {
    unsigned before = sequence.load();
    int a = first.load(), b = second.load();
    if (sequence.load() == before) return a == b;
  }
}

int main() {
  std::thread writer([] { write(1); });
  assert(read_pair());
  writer.join();
}
