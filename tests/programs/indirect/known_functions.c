// expect: verified
//
// Pointers to functions of the program, to modelled ones, and to harmless ones of the library.
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int (*volatile take)(pthread_mutex_t*) = pthread_mutex_lock;
static int (*volatile give)(pthread_mutex_t*) = pthread_mutex_unlock;
static double (*volatile root)(double) = sqrt;
static int (*volatile upper)(int) = toupper;
static pthread_key_t key;
static int total;

static void add(void) { total += 1; }
static void add_more(void) { total += 2; }
static void (*const table[])(void) = {add, add_more};

static void* worker(void* index) {
  pthread_setspecific(key, malloc(4));
  take(&mutex);
  table[(size_t)index]();
  give(&mutex);
  return index;
}

int main(void) {
  pthread_key_create(&key, free);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  char rows[3][4] = {"c", "a", "b"};
  qsort(rows, 3, 4, (int (*)(const void*, const void*))strcmp);
  assert(rows[0][0] == 'a' && root(4) == 2 && upper('a') == 'A');
  worker((void*)1);
  free(pthread_getspecific(key));
  pthread_setspecific(key, 0);
  pthread_join(t, 0);
  assert(total == 3);
  return 0;
}
