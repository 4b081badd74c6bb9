// expect: verified
// search: dpor stateful best-first
// visible: sync all
//
// Simple (2) of figure 10: a result and a flag that says it is there. With an atomic flag nothing is wrong.
#include <atomic>
#include <cassert>
#include <thread>

static int result;
static std::atomic<bool> done{false};

int main() {
  std::thread writer([] {
    result = 1;
    done = true;
  });
  std::thread reader([] {
    if (done) assert(result == 1);
  });
  writer.join();
  reader.join();
}
