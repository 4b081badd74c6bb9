// expect: assertion
// lines: 26
//
// The function that is called through the pointer does something: rounds cannot be left out.
#include <atomic>
#include <cassert>
#include <thread>

static int rounds;
static bool counts() {
  ++rounds;
  return false;
}
static bool (*function)() = counts;
static std::atomic<int> ready;

int main(int count, char **) {
  if (count > 5) function = nullptr;
  std::thread other([] {
    ready = 1;
  });
  while (ready.load() != 1)
    if (function()) break;
  other.join();
  // It may have been twice.
  assert(rounds < 2);
}
