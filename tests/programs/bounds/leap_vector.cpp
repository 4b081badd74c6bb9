// expect: memory
// lines: 10
// message: read of 8 bytes, 4000 bytes before the beginning
// Before the first element of one vector, where another one is.
#include <thread>
#include <vector>

long sum(const std::vector<long> &values, long first) {
  long total = 0;
  for (long i = first; i < 3; i++) total += values[i];
  return total;
}

int main() {
  std::vector<long> others(1000), values(8);
  long total = 0;
  std::thread t([&] { total = sum(values, -500); });
  t.join();
  return static_cast<int>(total + others[0]);
}
