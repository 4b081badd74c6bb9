// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// Two threads write a record each into one file, by streams of their own.
#include <cassert>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <thread>
#include <vector>
struct Record {
  int id;
  double x;
};
int main() {
  {
    std::ofstream f("/tmp/heddle-test-10", std::ios::binary);
    Record z{0, 0};
    for (int i = 0; i < 2; i++) f.write((char*)&z, sizeof z);
  }
  auto put = [](int i) {
    std::fstream f("/tmp/heddle-test-10", std::ios::in | std::ios::out | std::ios::binary);
    f.seekp(i * sizeof(Record));
    Record r{i + 1, i * 1.5};
    f.write(reinterpret_cast<char*>(&r), sizeof r);
  };
  std::thread a(put, 0), b(put, 1);
  a.join();
  b.join();
  std::ifstream in("/tmp/heddle-test-10", std::ios::binary);
  Record r;
  int n = 0;
  while (in.read((char*)&r, sizeof r)) {
    n++;
    assert(r.id == n && r.x == (n - 1) * 1.5);
  }
  assert(n == 2 && in.eof());
  std::remove("/tmp/heddle-test-10");
}
