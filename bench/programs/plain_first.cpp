// Threads and streams without a framework: see bench/cold.cpp.
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>
int main() {
  std::mutex m;
  int n = 0;
  std::vector<std::thread> ts;
  for (int i = 0; i < 2; i++)
    ts.emplace_back([&] {
      std::lock_guard<std::mutex> g(m);
      n++;
    });
  for (auto& t : ts) t.join();
  std::cout << "n = " << n << std::endl;
}
