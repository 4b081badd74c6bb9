// expect: misuse
// message: joinable
// lines: 14
// search: dfs dpor optimal selective invisible-first composed
//
// The vector of threads goes out of scope when one of them was not joined: at the end of main, for every search, though
// std::terminate is called from two places there that an optimiser would make one.
#include <thread>
#include <vector>
int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; i++) threads.emplace_back([] {});
  threads[0].join();
}
