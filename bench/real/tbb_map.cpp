// tbb::concurrent_unordered_map: two threads insert the same key.
// package: libtbb-dev
// header: tbb/concurrent_unordered_map.h
// flags: -ltbb
// expect: verified
#include <tbb/concurrent_unordered_map.h>

#include <cassert>
#include <thread>

int main() {
  tbb::concurrent_unordered_map<int, int> map;
  bool mine = false, other = false;
  std::thread thread([&] { other = map.insert({1, 10}).second; });
  mine = map.insert({1, 20}).second;
  thread.join();
  assert(mine != other && map.size() == 1 && map.at(1) == (mine ? 20 : 10));
}
