// expect: race on x
// lines: 29
//
// By the time of the race another variable lies where the mutex was that the threads have locked.
#include <pthread.h>

static int x;
static pthread_mutex_t *volatile place;
static void *volatile other_place;

static void lock_a_local(void) {
  pthread_mutex_t short_lived = PTHREAD_MUTEX_INITIALIZER;
  place = &short_lived;
  pthread_mutex_lock(&short_lived);
  pthread_mutex_unlock(&short_lived);
}
static void use_the_same_bytes(void) {
  char something_else[128];
  other_place = something_else;
}
static void *works(void *argument) {
  static pthread_mutex_t in_turn = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&in_turn);
  lock_a_local();
  use_the_same_bytes();
  pthread_mutex_unlock(&in_turn);
  // The race: nothing protects this.
  (void)in_turn;
  x = 1;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, works, 0);
  pthread_create(&second, 0, works, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
