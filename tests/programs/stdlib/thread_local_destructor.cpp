// expect: verified
//
// A thread_local object is made at its first use in each thread and destroyed when that thread ends, before join
// returns.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> made{0}, destroyed{0};

struct Buffer {
  int uses = 0;
  Buffer() { made++; }
  ~Buffer() {
    assert(uses == 2);
    destroyed++;
  }
};

static thread_local Buffer buffer;
static thread_local int plain = 4;

static void work() {
  buffer.uses++;
  buffer.uses++;
  assert(plain++ == 4);
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
  assert(made == 2);
  assert(destroyed == 2);
}
