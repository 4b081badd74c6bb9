// expect: race on data
// lines: 14, 19
// visible: sync all
//
// A failed compare-exchange is a load with its failure order: relaxed here, so it acquires nothing.
#include <atomic>
#include <thread>

static int data;
static std::atomic<int> state{0};

int main() {
  std::thread writer([] {
    data = 1;
    state.store(1, std::memory_order_release);
  });
  std::thread reader([] {
    int zero = 0;
    if (!state.compare_exchange_strong(zero, 0, std::memory_order_acq_rel, std::memory_order_relaxed)) data = 2;
  });
  writer.join();
  reader.join();
}
