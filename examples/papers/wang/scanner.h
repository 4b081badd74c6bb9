// Wang et al. 2008, table 1, pfscan: threads look for a word in the files of a tree of directories. main goes through the
// tree and puts the files into a queue; the scanners take them out. The tree is in memory.
#include <assert.h>
#include <pthread.h>
#include <string.h>

#ifndef FILES
#define FILES 2
#endif
#ifndef SCANNERS
#define SCANNERS 2
#endif
#define ROOM 4

struct Node {
  const char* name;
  const char* content;         // of a file
  const struct Node* entries;  // of a directory
  int count;
};

static const struct Node kInner[] = {{"b.txt", "a needle too", NULL, 0}, {"c.txt", "nothing here", NULL, 0}};
static const struct Node kTop[] = {
    {"a.txt", "the needle", NULL, 0}, {"inner", NULL, kInner, FILES - 1}, {"d.txt", "hay", NULL, 0}};
static const struct Node kRoot = {"top", NULL, kTop, FILES > 3 ? 3 : 2};

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER, result_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const struct Node* queue[ROOM];
static int first, waiting, complete;
static int scanned, matches;

static void put(const struct Node* file) {
  pthread_mutex_lock(&queue_lock);
  while (waiting == ROOM) pthread_cond_wait(&changed, &queue_lock);
  queue[(first + waiting++) % ROOM] = file;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&queue_lock);
}

static const struct Node* take(void) {
  const struct Node* file = NULL;
  pthread_mutex_lock(&queue_lock);
  while (waiting == 0 && !complete) pthread_cond_wait(&changed, &queue_lock);
  if (waiting > 0) {
    file = queue[first];
    first = (first + 1) % ROOM;
    waiting--;
    pthread_cond_broadcast(&changed);
  }
  pthread_mutex_unlock(&queue_lock);
  return file;
}

static void walk(const struct Node* directory) {
  for (int i = 0; i < directory->count; ++i) {
    const struct Node* entry = &directory->entries[i];
    entry->content != NULL ? put(entry) : walk(entry);
  }
}

static void* scan(void* arg) {
  for (const struct Node* file = take(); file != NULL; file = take()) {
    int found = strstr(file->content, "needle") != NULL;
    SCANNED_ONE(found);
  }
  return arg;
}

int main(void) {
  pthread_t threads[SCANNERS];
  for (int i = 0; i < SCANNERS; ++i) pthread_create(&threads[i], NULL, scan, NULL);
  walk(&kRoot);
  pthread_mutex_lock(&queue_lock);
  complete = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&queue_lock);
  for (int i = 0; i < SCANNERS; ++i) pthread_join(threads[i], NULL);
  assert(scanned == FILES);
  return 0;
}
