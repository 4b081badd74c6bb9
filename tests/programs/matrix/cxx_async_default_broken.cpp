// primitive: std::async, default policy
// expect: race on data
// lines: 11, 12
//
// The library may have started a thread.
#include <future>

static int data;

int main() {
  std::future<void> later = std::async([] { data++; });
  data++;
  later.get();
}
