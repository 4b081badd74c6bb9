// expect: assertion
// search: dfs dpor selective invisible-first composed
//
// A std::thread that runs a modelled function: it may post before main looks.
#include <semaphore.h>

#include <cassert>
#include <thread>

static sem_t s;

int main() {
  sem_init(&s, 0, 0);
  std::thread t(sem_post, &s);
  const int result = sem_trywait(&s);
  t.join();
  assert(result != 0);
}
