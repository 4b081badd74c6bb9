// expect: race on heap block
// lines: 10, 11
//
// Two threads write the same element; the vector itself does not change.
#include <thread>
#include <vector>

int main() {
  std::vector<int> v(3);
  std::thread other([&v] { v[1] = 1; });
  v[1] = 2;
  other.join();
}
