// expect: race on heap block
// lines: 10, 11
//
// Different elements of std::vector<bool> share a word.
#include <thread>
#include <vector>

int main() {
  std::vector<bool> v(2);
  std::thread other([&v] { v[0] = true; });
  v[1] = true;
  other.join();
}
