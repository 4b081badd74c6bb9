// expect: race on steps
// lines: 11, 13
//
// detached_at_exit.cpp with a plain counter that main reads on its way out.
#include <thread>

static int steps;

int main() {
  std::thread([] {
    steps = 1;
  }).detach();
  return steps;
}
