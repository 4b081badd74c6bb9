// primitive: std::call_once with an exception
// expect: verified
// exit: 0
//
// A call that throws does not count: another one is made.
#include <mutex>
#include <stdexcept>
#include <thread>

static std::once_flag once;
static int tries, value;

static int use() {
  try {
    std::call_once(once, [] {
      if (++tries == 1) throw std::runtime_error("again");
      value = 1;
    });
    return value;
  } catch (const std::runtime_error&) {
    return 2;
  }
}

int main() {
  int theirs = 0;
  std::thread other([&] { theirs = use(); });
  const int mine = use();
  other.join();
  return theirs + mine == 3 && tries == 2 && value == 1 ? 0 : 1;
}
