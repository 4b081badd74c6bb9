// expect: verified
//
// The right way: a static that another one needs in its destructor is used in the constructor of that one, and so lives
// longer, whoever comes first.
#include <cassert>
#include <thread>

bool gone = false;

struct Log {
  ~Log() { gone = true; }
};
Log& log_file() {
  static Log log;
  return log;
}
struct Cache {
  Cache() { log_file(); }
  ~Cache() { assert(!gone); }
};
Cache& cache() {
  static Cache cache;
  return cache;
}

int main() {
  std::thread a([] { log_file(); }), b([] { cache(); });
  a.join();
  b.join();
}
