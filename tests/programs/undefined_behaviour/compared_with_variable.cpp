// expect: verified
// assumes: malloc succeeds
// assumes: uninitialised memory reads as zero
//
// With a number that nobody can read off the program, by a function that is called.
#include <cassert>
#include <thread>

struct Pair { int key, value; };

static bool matches(int a, int b) { return a == b; }

int main() {
  Pair *pair = new Pair;
  int wanted = 0;
  std::thread asks([&] {
    for (int i = 0; i < 6; ++i) wanted += i;
  });
  asks.join();
  bool found = matches(pair->value, wanted);
  assert(!found);
  delete pair;
}
