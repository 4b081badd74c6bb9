// analyze: verified
// Behind the loop all threads have ended, and each has its own block with what the lambda keeps.
#include <mutex>
#include <thread>
#include <vector>
int main() {
  std::mutex m;
  int sum = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&] {
      std::lock_guard<std::mutex> guard(m);
      sum++;
    });
  for (auto& thread : threads) thread.join();
  return sum - 4;
}
