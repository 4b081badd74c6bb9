// primitive: std::jthread
// expect: race on result
// lines: 13, 14
// flags: -std=c++20
//
// An assignment joins the old thread, not the new one.
#include <thread>

static int result;

int main() {
  std::jthread worker([] {});
  worker = std::jthread([] { result = 1; });
  return result > 1;
}
