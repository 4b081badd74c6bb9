// analyze: race on sum
// The loop can be left before its end.
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
    thread.join();
    if (sum > 0) break;
  }
  int result = sum;
  if (threads[1].joinable()) threads[1].join();
  return result > 2;
}
