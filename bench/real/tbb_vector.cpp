// tbb::concurrent_vector: two threads append.
// package: libtbb-dev
// header: tbb/concurrent_vector.h
// flags: -ltbb
// expect: verified
#include <tbb/concurrent_vector.h>

#include <cassert>
#include <thread>

int main() {
  tbb::concurrent_vector<int> vector;
  std::thread thread([&] { vector.push_back(1); });
  vector.push_back(2);
  thread.join();
  assert(vector.size() == 2 && vector[0] + vector[1] == 3);
}
