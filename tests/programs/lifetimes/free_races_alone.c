// expect: race
// flags: --property race
// lines: 10, 16
// detectors: exact
//
// Where memory errors are not asked for, a block that is freed while another thread writes to it is still a race: free
// may write to all of it, and nothing orders the two.
#include <pthread.h>
#include <stdlib.h>
static void *fill(void *block) { return *(int *)block = 1, NULL; }
int main(void) {
  pthread_t thread;
  int *block = malloc(sizeof *block);
  if (block == NULL) return 0;
  pthread_create(&thread, NULL, fill, block);
  free(block);
  pthread_join(thread, NULL);
  return 0;
}
