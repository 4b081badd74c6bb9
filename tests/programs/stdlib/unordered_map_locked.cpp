// expect: verified
//
// std::unordered_map with std::string keys under a lock.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

static std::mutex m;
static std::unordered_map<std::string, int> count;

static void add(const char* word) {
  std::lock_guard<std::mutex> lock(m);
  count[word]++;
}

int main() {
  std::thread one(add, "one"), two(add, "one");
  add("two");
  one.join();
  two.join();
  assert(count.at("one") == 2);
  assert(count.at("two") == 1);
  return count.size() == 2 ? 0 : 1;
}
