// expect: verified
//
// std::map filled under a lock, read by two threads at once afterwards.
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>

static std::mutex m;
static std::map<int, std::string> names;

static void add(int key) {
  std::lock_guard<std::mutex> lock(m);
  names[key] = "n" + std::to_string(key);
}

int main() {
  std::thread one(add, 1), two(add, 2);
  one.join();
  two.join();
  std::thread reader([] { assert(names.find(1)->second == "n1"); });
  assert(names.find(2)->second == "n2");
  reader.join();
  names.erase(1);
  return names.size() == 1 ? 0 : 1;
}
