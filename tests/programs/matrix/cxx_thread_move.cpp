// primitive: std::thread move
// primitive: std::thread::swap
// expect: verified
//
// A thread moves from object to object; the last one joins it.
#include <cassert>
#include <thread>
#include <utility>
#include <vector>

static int ran[2];

int main() {
  std::thread first([] { ran[0] = 1; });
  std::thread second([] { ran[1] = 1; });
  const std::thread::id id = first.get_id();
  std::swap(first, second);
  assert(second.get_id() == id);
  std::thread third = std::move(second);
  assert(!second.joinable() && third.get_id() == id);
  std::vector<std::thread> all;
  all.push_back(std::move(first));
  all.push_back(std::move(third));
  for (std::thread& t : all) t.join();
  return ran[0] + ran[1] - 2;
}
