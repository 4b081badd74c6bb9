// expect: deadlock
// search: dpor optimal
//
// As semaphore.cpp, but who posts looks at the count first: a thread that gives up trying in between sleeps forever.
#include <semaphore.h>

#include <atomic>
#include <thread>

std::atomic<long> count{0};
sem_t sleepers;

void post() {
  const bool sleeping = count.load() < 0;
  count.fetch_add(1);
  if (sleeping) sem_post(&sleepers);
}

void wait() {
  for (int tries = 1000; tries > 0; --tries) {
    long free = count.load();
    if (free > 0 && count.compare_exchange_strong(free, free - 1)) return;
  }
  if (count.fetch_sub(1) <= 0) sem_wait(&sleepers);
}

int main() {
  sem_init(&sleepers, 0, 0);
  std::thread waiting(wait);
  post();
  waiting.join();
}
