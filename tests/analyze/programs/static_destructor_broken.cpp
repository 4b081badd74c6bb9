// analyze: race on x
#include <cstdlib>
#include <thread>

int x;

struct Last {
  ~Last() { x++; }
} last;

int main() {
  std::thread t([] { std::exit(0); });
  x = 1;
  t.join();
}
