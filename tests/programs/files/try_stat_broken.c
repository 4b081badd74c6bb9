// expect: livelock
// search: dpor optimal stateful
//
// Another directory comes.
#include <pthread.h>
#include <sys/stat.h>
static void* server(void* unused) { mkdir("try.raedy", 0700); return unused; }
int main(void) {
  pthread_t t;
  struct stat s;
  pthread_create(&t, NULL, server, NULL);
  while (stat("try.ready", &s) != 0);
  pthread_join(t, NULL);
  return 0;
}
