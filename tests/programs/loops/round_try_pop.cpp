// expect: verified
// assumes: sequential consistency
// assumes: malloc succeeds
// flags: -std=c++20
//
// A queue of strings that is asked until it has one.
#include <cassert>
#include <mutex>
#include <optional>
#include <queue>
#include <string>
#include <thread>

std::mutex mutex;
std::queue<std::string> queue;

static std::optional<std::string> try_pop() {
  std::lock_guard<std::mutex> guard(mutex);
  if (queue.empty()) return std::nullopt;
  std::string text = std::move(queue.front());
  queue.pop();
  return text;
}

int main() {
  std::thread producer([] {
    std::lock_guard<std::mutex> guard(mutex);
    queue.push(std::string(50, 'y'));
  });
  std::optional<std::string> text;
  while (!text) {
    std::string wanted(60, 'z');
    text = try_pop();
  }
  assert(text->size() == 50);
  producer.join();
}
