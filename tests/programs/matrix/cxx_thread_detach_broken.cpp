// primitive: std::thread::detach
// expect: race on result
// lines: 11, 13
//
// Nothing orders a detached thread with the end of main.
#include <thread>

static int result;

int main() {
  std::thread worker([] { result = 5; });
  worker.detach();
  return result;
}
