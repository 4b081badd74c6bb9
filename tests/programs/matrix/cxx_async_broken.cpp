// primitive: std::async, launch::async
// expect: race on data
// lines: 11, 12
//
// The result is used before get.
#include <future>

static int data;

int main() {
  std::future<void> done = std::async(std::launch::async, [] { data = 2; });
  const int seen = data;
  done.get();
  return seen > 2;
}
