// expect: race on instance
// lines: 17, 20
//
// Double-checked locking as it was written before C++11: the first check reads the pointer without the lock while
// another thread may be writing it. Make it std::atomic, or use a function-local static.
#include <mutex>
#include <thread>

struct Logger {
  int lines = 0;
};

static Logger* instance;
static std::mutex creation;

static Logger& logger() {
  if (instance == nullptr) {
    std::lock_guard<std::mutex> lock(creation);
    if (instance == nullptr) {
      instance = new Logger;
    }
  }
  return *instance;
}

int main() {
  std::thread other([] { logger(); });
  logger();
  other.join();
}
