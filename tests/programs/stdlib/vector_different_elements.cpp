// expect: verified
//
// Two threads write different elements of one vector.
#include <thread>
#include <vector>

int main() {
  std::vector<char> v(2);
  std::thread other([&v] { v[0] = 1; });
  v[1] = 2;
  other.join();
  return v[0] + v[1] - 3;
}
