// expect: verified
//
// A detached thread may still be anywhere when main returns; it uses nothing that ends before the process does.
#include <atomic>
#include <thread>

static std::atomic<int> steps{0};

int main() {
  std::thread([] {
    steps.fetch_add(1);
    steps.fetch_add(1);
  }).detach();
  return steps.load() > 2;
}
