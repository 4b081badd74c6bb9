// expect: misuse
// message: joinable
//
// The vector of threads goes out of scope when one of them was not joined.
#include <thread>
#include <vector>

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; i++) threads.emplace_back([] {});
  threads[0].join();
}
