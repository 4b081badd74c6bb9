// primitive: std::thread::hardware_concurrency
// expect: verified
//
// A hint; at most two threads share the work here.
#include <algorithm>
#include <thread>
#include <vector>

static int part[2];

int main() {
  const unsigned n = std::clamp(std::thread::hardware_concurrency(), 1u, 2u);
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < n; i++) workers.emplace_back([i] { part[i] = 1; });
  for (std::thread& worker : workers) worker.join();
  return part[0] - 1;
}
