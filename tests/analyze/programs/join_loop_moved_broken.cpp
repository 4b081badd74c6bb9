// analyze: race on sum
// One of the threads is no longer in the vector when the others are joined.
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
  std::thread kept = std::move(threads[0]);
  for (auto& thread : threads)
    if (thread.joinable()) thread.join();
  int result = sum;
  kept.join();
  return result > 2;
}
