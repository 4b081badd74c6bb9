// analyze: race on shared
// A pointer goes from one function to another as an exception.
#include <thread>

static int shared;

static void pass(int* where) { throw where; }

static void work() {
  try {
    pass(&shared);
  } catch (int* where) {
    ++*where;
  }
}

int main() {
  std::thread t(work);
  ++shared;
  t.join();
}
