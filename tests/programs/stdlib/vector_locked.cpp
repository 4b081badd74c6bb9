// expect: verified
// exit: 12
//
// std::vector that grows under a lock.
#include <mutex>
#include <thread>
#include <vector>

static std::mutex m;
static std::vector<int> v;

static void add(int first) {
  for (int i = first; i < first + 2; i++) {
    std::lock_guard<std::mutex> lock(m);
    v.push_back(i);
  }
}

int main() {
  std::thread other(add, 1);
  add(4);
  other.join();
  int sum = 0;
  for (int i : v) sum += i;
  return v.size() == 4 ? sum : 1;
}
