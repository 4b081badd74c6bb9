// A pointer that is loaded before the other thread has set it.
#include <atomic>
#include <memory>
#include <thread>
struct Config {
  int level = 3;
};
std::atomic<Config*> current{nullptr};
int main() {
  std::unique_ptr<Config> config;
  std::thread loader([&] {
    config = std::make_unique<Config>();
    current.store(config.get(), std::memory_order_release);
  });
  Config* c = current.load(std::memory_order_acquire);
  int level = c->level;
  loader.join();
  return level == 3 ? 0 : 1;
}
