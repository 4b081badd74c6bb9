// primitive: function-local static
// expect: verified
// exit: 0
//
// The first caller initialises, the others wait for it.
#include <thread>

static int made;

struct Config {
  int value;
  Config() : value(7) { made++; }
};

static Config& config() {
  static Config instance;
  return instance;
}

int main() {
  int theirs = 0;
  std::thread other([&] { theirs = config().value; });
  const int mine = config().value;
  other.join();
  return mine + theirs + made - 15;
}
