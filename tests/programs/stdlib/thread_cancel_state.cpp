// expect: verified
// exit: 0
//
// The same for a thread that is cancelled.
#include <pthread.h>
#include <semaphore.h>

#include <cassert>
#include <memory>
#include <thread>

static int ended;
static sem_t never;
struct Captured {
  ~Captured() { ended++; }
};

int main() {
  sem_init(&never, 0, 0);
  auto own = std::make_unique<Captured>();
  std::thread thread([kept = std::move(own)] { sem_wait(&never); });
  pthread_cancel(thread.native_handle());
  thread.join();
  assert(ended == 1);
}
