// expect: verified
//
// std::call_once: one call that throws does not count, the next one does.
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int attempts, value;

static void work() {
  try {
    std::call_once(flag, [] {
      if (++attempts == 1) throw 1;
      value = 5;
    });
    assert(value == 5);
  } catch (int) {
  }
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
  assert(attempts == 2);
}
