// expect: verified
//
// Double-checked locking with an atomic pointer.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Config {
  int value = 7;
};

static std::atomic<Config*> instance{nullptr};
static std::mutex m;

static Config* get() {
  Config* config = instance.load(std::memory_order_acquire);
  if (!config) {
    std::lock_guard<std::mutex> lock(m);
    config = instance.load(std::memory_order_relaxed);
    if (!config) {
      config = new Config;
      instance.store(config, std::memory_order_release);
    }
  }
  return config;
}

int main() {
  std::thread other([] { assert(get()->value == 7); });
  assert(get()->value == 7);
  other.join();
  delete instance.load();
}
