// primitive: std::async, default policy
// expect: verified
// exit: 0
//
// Whichever policy the library takes, get has the result.
#include <future>

static int data;

int main() {
  std::future<int> later = std::async([] {
    data = 1;
    return 2;
  });
  return later.get() + data - 3;
}
