// primitive: std::call_once with an exception
// expect: assertion
// lines: 22
//
// After the exception the value may be missing.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::once_flag once;
static int value;

static void use(bool fails) {
  try {
    std::call_once(once, [=] {
      if (fails) throw std::runtime_error("no");
      value = 1;
    });
  } catch (const std::runtime_error&) {
  }
  assert(value == 1);
}

int main() {
  std::thread other(use, true);
  other.join();
  use(false);
}
