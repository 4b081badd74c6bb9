// Joins that try, and joins with a time limit, of two threads that wait for each other or end at once. argv[1] is the script,
// argv[2] how long everybody dawdles when the program runs natively. Main prints what its calls returned.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../calls/seeded.h"

enum { kSteps = 4 };
static sem_t go;
static unsigned pauses[2 + kSteps];
static int waits[2];

static struct timespec soon(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  t.tv_nsec += 400000;
  if (t.tv_nsec >= 1000000000) t.tv_nsec -= 1000000000, ++t.tv_sec;
  return t;
}
static void* run(void* p) {
  long who = (long)p;
  if (pauses[who]) usleep(pauses[who]);
  if (waits[who]) sem_wait(&go);
  return (void*)(10 + who);
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  int script[kSteps], whom[kSteps], joined[2] = {0, 0};
  sem_init(&go, 0, 0);
  for (int i = 0; i < 2; ++i) waits[i] = (int)below(2);
  for (int i = 0; i < kSteps; ++i) script[i] = (int)below(6), whom[i] = (int)below(2);
  if (argc > 2) {
    seeded_state += (unsigned long long)atoi(argv[2]) * 0x9e3779b97f4a7c15ull;
    for (int i = 0; i < 2 + kSteps; ++i) pauses[i] = below(3) ? below(300) : below(2) * 900;
  }
  pthread_t t[2];
  for (long i = 0; i < 2; ++i) pthread_create(&t[i], NULL, run, (void*)i);
  for (int i = 0; i < kSteps; ++i) {
    if (pauses[2 + i]) usleep(pauses[2 + i]);
    if (joined[whom[i]]) continue;
    void* value = NULL;
    int r;
    struct timespec limit = soon(script[i] == 3 ? CLOCK_MONOTONIC : CLOCK_REALTIME), past = {1, 0};
    switch (script[i]) {
      case 0: r = pthread_tryjoin_np(t[whom[i]], &value); break;
      case 1: r = pthread_timedjoin_np(t[whom[i]], &value, &limit); break;
      case 2: r = pthread_timedjoin_np(t[whom[i]], &value, &past); break;
      case 3: r = pthread_clockjoin_np(t[whom[i]], &value, CLOCK_MONOTONIC, &limit); break;
      case 4: r = pthread_clockjoin_np(t[whom[i]], &value, 77, &limit); break;
      default: r = sem_post(&go), value = &go; break;
    }
    joined[whom[i]] |= r == 0 && value != &go;
    printf("%d:%d:%ld ", script[i], r, value == &go ? 0 : (long)value);
  }
  for (int i = 0; i < 2; ++i) sem_post(&go);
  for (int i = 0; i < 2; ++i) printf("%d", joined[i] ? 0 : pthread_join(t[i], NULL));
  printf("\n");
  return 0;
}
