// expect: verified
// exit: 3
//
// Static constructors in order before main, atexit handlers and static destructors in reverse after it, in every
// execution anew.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

static int sequence;

struct Step {
  int made;
  explicit Step(int expected) : made(sequence++) { assert(made == expected); }
  ~Step() { assert(--sequence == made); }
};

static Step first(0), second(1);
static std::atomic<int> counter{0};

static void at_exit() {
  assert(sequence == 3);
  sequence--;
}

int main() {
  assert(sequence == 2);
  sequence++;
  std::atexit(at_exit);
  std::thread other([] { counter++; });
  counter++;
  other.join();
  assert(counter == 2);
  return 3;
}
