// expect: assertion
// message: exception of type int leaves a noexcept function
// lines: 15
//
// An exception out of a noexcept function, in one order only.
#include <atomic>
#include <thread>

static std::atomic<int> order{0};

static void fails_second() {
  if (order.fetch_add(1) == 1) throw 1;
}

static void quiet() noexcept { fails_second(); }

int main() {
  std::thread thread(quiet);
  if (order.load() == 0) order.fetch_add(1);
  thread.join();
}
