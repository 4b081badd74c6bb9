// primitive: function-local static
// expect: race on config
// lines: 15
//
// The initialisation is ordered, what follows is not.
#include <thread>

struct Config {
  int value;
  Config() : value(7) {}
};

static int next() {
  static Config config;
  return config.value++;
}

int main() {
  std::thread other(next);
  next();
  other.join();
}
