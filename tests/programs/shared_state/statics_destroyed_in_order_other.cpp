// expect: assertion
// lines: 12
//
// Two threads use two function-local statics for the first time: which one is destroyed first depends on who came first.
// The other way round.
#include <cassert>
#include <thread>

bool gone = false;

struct Log {
  ~Log() { assert(!gone); }  // the cache is needed here
};
struct Cache {
  ~Cache() { gone = true; }
};

Log& log_file() {
  static Log log;
  return log;
}
Cache& cache() {
  static Cache cache;
  return cache;
}

int main() {
  std::thread a([] { log_file(); }), b([] { cache(); });
  a.join();
  b.join();
}
