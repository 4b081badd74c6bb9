// expect: assertion
// lines: 39
// search: auto
// flags: -std=c++17
// timeout: 60
//
// Which of the first two threads comes last decides. An exhaustive search that goes back from the end has to be
// through with everything that the ten workers can do before it comes to that; half of all random schedules fail.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::atomic<int> mode{0};
static std::mutex m;
static int total;

static void choose_first() { mode = 1; }
static void choose_second() { mode = 2; }

static void work() {
  for (int i = 0; i < 3; ++i) {
    std::lock_guard<std::mutex> hold(m);
    ++total;
  }
}

int main() {
  std::thread a(choose_first), b(choose_second);
  std::vector<std::thread> workers;
  for (int i = 0; i < 10; ++i) workers.emplace_back(work);
  a.join();
  b.join();
  for (std::thread& w : workers) w.join();
  assert(total == 30);
  const int last = mode.load();
  // Nobody said that the second comes last.
  assert(last == 2);
  return 0;
}
