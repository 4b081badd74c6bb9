// expect: race on log_lines
// lines: 10, 17
//
// exit() from a thread destroys the static objects while main still uses one of them.
#include <cstdlib>
#include <thread>

struct Counter {
  int value = 1;
  ~Counter() { value = 0; }
};

static Counter log_lines;

int main() {
  std::thread thread([] { std::exit(3); });
  log_lines.value++;
  thread.join();
}
