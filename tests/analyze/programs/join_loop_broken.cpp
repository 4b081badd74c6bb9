// analyze: race on sum
// The loop leaves out one of them.
#include <mutex>
#include <thread>
#include <vector>
int main() {
  std::mutex m;
  int sum = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; i++)
    threads.emplace_back([&] {
      std::lock_guard<std::mutex> guard(m);
      sum++;
    });
  for (auto& thread : threads) {
    if (&thread == &threads[1]) continue;
    thread.join();
  }
  int result = sum;
  threads[1].join();
  return result > 2;
}
