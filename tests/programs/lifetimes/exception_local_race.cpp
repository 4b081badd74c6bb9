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

void (*volatile chosen)() = publish;  // not inlined

int main() {
  std::thread other([] {
    if (int* p = published.load()) *p = 5;
  });
  try {
    chosen();
  } catch (int) {
  }
  other.join();
}
