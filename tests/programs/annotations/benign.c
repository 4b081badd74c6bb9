// expect: verified
// exit: 0
// assumes: races that the program declares benign are benign
//
// A race that the program calls harmless.
#include <pthread.h>
#include <stddef.h>
void AnnotateBenignRaceSized(const char* file, int line, const volatile void* memory, size_t size, const char* why);
static int hits;
static void* worker(void* argument) { return hits++, argument; }
int main(void) {
  pthread_t t;
  AnnotateBenignRaceSized(__FILE__, __LINE__, &hits, sizeof hits, "a statistic");
  pthread_create(&t, 0, worker, 0);
  hits++;
  pthread_join(t, 0);
  return 0;
}
