// primitive: std::thread
// expect: race on inside
// lines: 11, 12
//
// The result is read before the join.
#include <thread>

static int inside;

int main() {
  std::thread worker([] { inside = 1; });
  const int result = inside;
  worker.join();
  return result > 1;
}
