// expect: race
//
// The end of a local by an exception is not ordered with what another thread does to it: sometimes it comes first.
#include <atomic>
#include <thread>

static std::atomic<int*> published{nullptr};

static void publish() {
  int value = 3;
  published.store(&value);
  throw 1;
}

int main() {
  std::thread other([] {
    if (int* p = published.load()) *p = 5;
  });
  try {
    publish();
  } catch (int) {
  }
  other.join();
}
