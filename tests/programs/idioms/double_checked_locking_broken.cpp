// expect: race on instance
// lines: 17, 19
//
// double_checked_locking.cpp with a plain pointer: the first look at it takes no lock.
#include <cassert>
#include <mutex>
#include <thread>

struct Config {
  int value = 7;
};

static Config* instance;
static std::mutex m;

static Config* get() {
  if (Config* config = instance) return config;
  std::lock_guard<std::mutex> lock(m);
  if (!instance) instance = new Config;
  return instance;
}

int main() {
  std::thread other([] { assert(get()->value == 7); });
  assert(get()->value == 7);
  other.join();
  delete instance;
}
