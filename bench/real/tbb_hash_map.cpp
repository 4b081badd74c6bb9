// tbb::concurrent_hash_map: two threads add to one element under its accessor.
// Its locks back off with a growing delay, and insertions begin again when that has been in vain: no end.
// package: libtbb-dev
// header: tbb/concurrent_hash_map.h
// flags: -ltbb
// expect: inconclusive
#include <tbb/concurrent_hash_map.h>

#include <cassert>
#include <thread>

int main() {
  using Map = tbb::concurrent_hash_map<int, int>;
  Map map;
  const auto add = [&] {
    Map::accessor element;
    map.insert(element, 1);
    ++element->second;
  };
  std::thread thread(add);
  add();
  thread.join();
  Map::const_accessor element;
  const bool found = map.find(element, 1);
  assert(found && element->second == 2);
}
