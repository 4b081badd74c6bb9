// expect: verified
// exit: never
// search: stateful
//
// As forever_pipes, but the writer may be two bytes ahead: the pipe is empty, half full or full when it goes on.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static int ends[2];
static sem_t room;

static void* reader(void* unused) {
  for (unsigned expected = 0;; expected ^= 1) {
    char c;
    assert(read(ends[0], &c, 1) == 1 && c == (char)expected);
    sem_post(&room);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  assert(pipe(ends) == 0 && sem_init(&room, 0, 2) == 0);
  pthread_create(&t, NULL, reader, NULL);
  for (unsigned n = 0;; n ^= 1) {
    const char c = (char)n;
    sem_wait(&room);
    assert(write(ends[1], &c, 1) == 1);
  }
}
