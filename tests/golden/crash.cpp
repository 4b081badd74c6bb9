#include <atomic>
#include <thread>
struct Config {
  int level;
};
std::atomic<Config*> config{nullptr};
Config one{3};
int main() {
  std::thread t([] { config = &one; });
  int v = config.load()->level;
  t.join();
  return v != 3;
}
