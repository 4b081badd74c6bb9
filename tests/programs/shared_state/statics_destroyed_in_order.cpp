// expect: assertion
// lines: 14
//
// Two threads use two function-local statics for the first time: which one is destroyed first depends on who came first.
#include <cassert>
#include <thread>

bool gone = false;

struct Log {
  ~Log() { gone = true; }
};
struct Cache {
  ~Cache() { assert(!gone); }  // writes to the log
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
