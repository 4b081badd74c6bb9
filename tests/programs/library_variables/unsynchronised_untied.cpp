// expect: verified
#include <iostream>
#include <thread>
int main() {
  char c;
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  std::thread t([] { std::cout << 'a'; });
  std::cin.get(c);
  t.join();
}
