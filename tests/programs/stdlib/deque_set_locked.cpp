// expect: verified
//
// std::deque and std::set under a lock.
#include <deque>
#include <mutex>
#include <set>
#include <thread>

static std::mutex m;
static std::deque<int> line;
static std::set<int> seen;

static void add(int i) {
  std::lock_guard<std::mutex> lock(m);
  line.push_back(i);
  line.push_front(-i);
  seen.insert(i);
}

int main() {
  std::thread one(add, 1), two(add, 2);
  add(1);
  one.join();
  two.join();
  int sum = 0;
  for (int i : line) sum += i;
  return sum == 0 && line.size() == 6 && seen.size() == 2 && *seen.begin() == 1 ? 0 : 1;
}
