// analyze: verified
// Started in a variable, moved into the vector, joined by number; twice.
#include <mutex>
#include <thread>
#include <vector>
static std::mutex m;
static int sum;
static void add() {
  std::lock_guard<std::mutex> guard(m);
  sum++;
}
static void round_of(int count) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; i++) threads.push_back(std::thread(add));
  for (std::size_t i = 0; i < threads.size(); i++)
    if (threads[i].joinable()) threads[i].join();
}
int main(int argc, char**) {
  round_of(argc);
  sum = 0;
  round_of(argc + 1);
  return sum - argc - 1;
}
