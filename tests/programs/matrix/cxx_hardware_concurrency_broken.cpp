// primitive: std::thread::hardware_concurrency
// expect: race on part
// lines: 15
//
// One thread more than parts: two of them share one.
#include <algorithm>
#include <thread>
#include <vector>

static int part[256];

int main() {
  const unsigned n = std::clamp(std::thread::hardware_concurrency(), 1u, 2u);
  std::vector<std::thread> workers;
  for (unsigned i = 0; i <= n; i++) workers.emplace_back([i, n] { part[i % n]++; });
  for (std::thread& worker : workers) worker.join();
}
