// expect: assertion
// message: uncaught exception of type app::Failure: the disk is full
// lines: 21
//
// An exception of a class of its own that nobody catches, thrown under a lock: no destructor runs before the end, and
// the place is that of the throw.
#include <exception>
#include <mutex>
#include <thread>

namespace app {
struct Failure : std::exception {
  const char* what() const noexcept override { return "the disk is full"; }
};
}  // namespace app

static std::mutex m;

static void save() {
  std::lock_guard lock(m);
  throw app::Failure();
}

int main() {
  std::thread thread([] {});
  save();
  thread.join();
}
