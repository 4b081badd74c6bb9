// expect: race on ended
// lines: 13, 19
//
// The destructor runs in the thread that ends.
#include <pthread.h>

#include <memory>
#include <thread>

static int ended;
struct Captured {
  Captured() = default;
  ~Captured() { ended = 1; }
};

int main() {
  Captured* const own = new Captured;
  std::thread thread([kept = std::unique_ptr<Captured>(own)] { pthread_exit(nullptr); });
  const int seen = ended;
  thread.join();
  return seen ? 0 : 0;
}
