# Sourced by the scripts about replay: writes small programs with bugs into the current folder.
cat >race.c <<'END'
#include <pthread.h>
int counter;
static void *worker(void *arg) {
  int mine = *(int *)arg;
  int local = counter;
  counter = local + mine;
  return 0;
}
int main(void) {
  pthread_t t[2];
  int numbers[2] = {3, 4};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
END
cat >order.c <<'END'
#include <pthread.h>
#include "order.h"
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *arg) {
  int stage = 11;
  take(&first);
  stage++;
  take(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return 0;
}
static void *two(void *arg) {
  int stage = 22;
  take(&second);
  stage++;
  take(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, two, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
END
cat >order.h <<'END'
static inline void take(pthread_mutex_t *m) { pthread_mutex_lock(m); }
END
cat >crash.cpp <<'END'
#include <atomic>
#include <thread>
std::atomic<int*> shared{nullptr};
int value = 5;
int look(int* where) {
  int seven = 7;
  return *where + seven;
}
int main() {
  std::thread setter([] { shared = &value; });
  int result = look(shared.load());
  setter.join();
  return result == 12 ? 0 : 1;
}
END
