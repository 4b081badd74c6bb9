// expect: memory
//
// A write behind the end of a std::vector's storage.
#include <atomic>
#include <thread>
#include <vector>

int main() {
  std::vector<int> v(3);
  std::atomic<int> count{3};
  std::thread other([&count] { count = 4; });
  for (int i = 0, n = count; i < n; i++) v[i] = i;
  other.join();
}
