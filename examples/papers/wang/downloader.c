// expect: verified
// search: pruning
// executions(pruning): 1
//
// Wang et al. 2008, table 1, aget: THREADS threads download a segment of a file each. The network is a function that
// hands out the next bytes of a segment; what has arrived is written to its place in the file, and how much that is in
// all is counted under a lock.
#include <assert.h>
#include <pthread.h>
#include <string.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef SIZE
#define SIZE 24  // of a segment
#endif
#define CHUNK 8

struct Segment {
  int offset, length, arrived;
  char buffer[CHUNK];
};

static char file[THREADS * SIZE];
static struct Segment segments[THREADS];
static pthread_mutex_t written_lock = PTHREAD_MUTEX_INITIALIZER;
static int written;

static char content(int i) { return (char)('a' + i * 5 % 26); }

// What a server sends: at most CHUNK bytes.
static int receive(struct Segment* s) {
  int n = s->length - s->arrived < CHUNK ? s->length - s->arrived : CHUNK;
  for (int i = 0; i < n; ++i) s->buffer[i] = content(s->offset + s->arrived + i);
  return n;
}

static void* download(void* argument) {
  struct Segment* s = argument;
  while (s->arrived < s->length) {
    int n = receive(s);
    memcpy(file + s->offset + s->arrived, s->buffer, (size_t)n);
    s->arrived += n;
    pthread_mutex_lock(&written_lock);
    written += n;
    pthread_mutex_unlock(&written_lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    segments[i].offset = i * SIZE;
    segments[i].length = SIZE;
    pthread_create(&threads[i], NULL, download, &segments[i]);
  }
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  assert(written == THREADS * SIZE);
  for (int i = 0; i < THREADS * SIZE; ++i) assert(file[i] == content(i));
  return 0;
}
