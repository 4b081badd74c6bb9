// Two threads insert, update and look up in libcuckoo's hash map.
// package: libcuckoo-dev
// header: libcuckoo/cuckoohash_map.hh
// expect: verified
#include <cassert>
#include <libcuckoo/cuckoohash_map.hh>
#include <thread>

int main() {
  libcuckoo::cuckoohash_map<int, int> map(4);
  bool mine = false, other = false;
  std::thread thread([&] {
    other = map.insert(1, 10);
    map.upsert(
        2, [](int& value) { ++value; }, 1);
  });
  mine = map.insert(1, 20);
  map.upsert(
      2, [](int& value) { ++value; }, 1);
  thread.join();
  assert(mine != other);
  assert(map.find(1) == (mine ? 20 : 10) && map.find(2) == 2 && map.size() == 2);
}
