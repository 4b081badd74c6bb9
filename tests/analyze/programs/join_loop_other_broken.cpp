// analyze: race on sum
// Threads of the same kind are in another vector, too.
#include <mutex>
#include <thread>
#include <vector>
static std::mutex m;
static int sum;
static void add() {
  std::lock_guard<std::mutex> guard(m);
  sum++;
}
static void start(std::vector<std::thread>& threads) { threads.emplace_back(add); }
int main() {
  std::vector<std::thread> some, others;
  start(some);
  start(others);
  for (auto& thread : some) thread.join();
  int result = sum;
  for (auto& thread : others) thread.join();
  return result > 2;
}
