// expect: race
// lines: 11, 12
//
// One string stream for two threads: unlike the standard streams it is not synchronised.
#include <sstream>
#include <thread>

static std::ostringstream out;

int main() {
  std::thread other([] { out << 'a'; });
  out << 'b';
  other.join();
}
