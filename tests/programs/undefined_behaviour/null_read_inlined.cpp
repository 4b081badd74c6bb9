// expect: crash
// lines: 8
// signal: SIGSEGV
//
#include <atomic>
#include <thread>
static std::atomic<int*> shared{nullptr};
static int get(const int* p) { return *p; }

int main() {
  static int value = 1;
  std::thread t([] { shared = &value; });
  get(shared);
  t.join();
}
