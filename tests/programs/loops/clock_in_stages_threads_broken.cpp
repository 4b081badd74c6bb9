// expect: race on late
//
// As clock_in_stages, between two threads: one sleeps, looks at the clock, and notes that it is late.
#include <atomic>
#include <chrono>
#include <thread>

namespace {
std::atomic<bool> done;
int late;

void wait() {
  using namespace std::chrono;
  const auto begin = steady_clock::now();
  while (!done) {
    const auto passed = steady_clock::now() - begin;
    if (passed > seconds(2)) return;
    if (passed > milliseconds(50)) late++;
    std::this_thread::sleep_for(milliseconds(10));
  }
}
}  // namespace

int main() {
  std::thread waiting(wait);
  done = true;
  late++;
  waiting.join();
}
