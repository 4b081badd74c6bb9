// expect: verified
//
// What a thread returns or hands to pthread_exit reaches the joiner; thread-specific data is destroyed in between.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_key_t key;
static int destroyed;

static void destroy(void* value) { destroyed += (int)(intptr_t)value; }

static void* returns(void* arg) {
  pthread_setspecific(key, (void*)5);
  assert(pthread_getspecific(key) == (void*)5);
  return (char*)arg + 1;
}

static void leave(void* value) { pthread_exit(value); }

static void* exits(void* arg) {
  assert(pthread_getspecific(key) == NULL);
  leave((char*)arg + 2);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  char base[4];
  void *first, *second;
  pthread_key_create(&key, destroy);
  pthread_create(&one, NULL, returns, base);
  pthread_create(&two, NULL, exits, base);
  pthread_join(one, &first);
  pthread_join(two, &second);
  assert(first == base + 1);
  assert(second == base + 2);
  return destroyed - 5;
}
