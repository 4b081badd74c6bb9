// expect: assertion
// message: std::terminate called
// lines: 8
//
// A rethrow where there is no exception.
#include <thread>

static void again() { throw; }

int main() {
  std::thread thread(again);
  thread.join();
}
