// expect: race on data
// lines: 9, 16
//
// A request to look away is none to Heddle.
#include <pthread.h>
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
static int data;
static void* worker(void* argument) { return data = 1, argument; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  /* a
     write */
  data = 2;
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  pthread_join(t, 0);
  return 0;
}
