// Threads and streams without a framework, another one: see bench/cold.cpp.
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <queue>
#include <thread>
int main() {
  std::mutex m;
  std::condition_variable filled;
  std::queue<int> queue;
  std::thread producer([&] {
    std::lock_guard<std::mutex> g(m);
    queue.push(7);
    filled.notify_one();
  });
  {
    std::unique_lock<std::mutex> g(m);
    filled.wait(g, [&] { return !queue.empty(); });
    std::cout << "got " << queue.front() << std::endl;
  }
  producer.join();
}
