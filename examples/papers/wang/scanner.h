// Wang et al. 2008, table 1, pfscan: threads look for a word in the files of a tree of directories. As in pfscan there are
// four locks: of the queue of files, of the number of threads that still work, of the matches, and of the output. main
// reads the tree (the one beside this file, or the one that is named on the command line), then starts the scanners and
// puts the files into the queue.
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef SCANNERS
#define SCANNERS 2
#endif
#define ROOM 4
#define MOST_FILES 8

struct File {
  char path[256];
  char text[256];
};

static struct File files[MOST_FILES];
static int file_count;

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER, workers_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t matches_lock = PTHREAD_MUTEX_INITIALIZER, print_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, less = PTHREAD_COND_INITIALIZER;
static pthread_cond_t workers_changed = PTHREAD_COND_INITIALIZER;
static const struct File* queue[ROOM];
static int first, waiting, closed;
static int workers, scanned, matches, lines;

static void read_file(const char* path) {
  if (file_count == MOST_FILES) return;
  struct File* file = &files[file_count++];
  strncpy(file->path, path, sizeof file->path - 1);
  const int number = open(path, O_RDONLY);
  assert(number >= 0);
  const ssize_t size = read(number, file->text, sizeof file->text - 1);
  assert(size >= 0);
  close(number);
}

static void read_tree(const char* path) {
  DIR* directory = opendir(path);
  assert(directory != NULL);
  for (struct dirent* entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
    char inner[256];
    if (entry->d_name[0] == '.' || strlen(path) + strlen(entry->d_name) + 2 > sizeof inner) continue;
    strcpy(inner, path);
    strcat(inner, "/");
    strcat(inner, entry->d_name);
    entry->d_type == DT_DIR ? read_tree(inner) : read_file(inner);
  }
  closedir(directory);
}

static void put(const struct File* file) {
  pthread_mutex_lock(&queue_lock);
  while (waiting == ROOM) pthread_cond_wait(&less, &queue_lock);
  queue[(first + waiting++) % ROOM] = file;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&queue_lock);
}

static const struct File* take(void) {
  const struct File* file = NULL;
  pthread_mutex_lock(&queue_lock);
  while (waiting == 0 && !closed) pthread_cond_wait(&more, &queue_lock);
  if (waiting > 0) {
    file = queue[first];
    first = (first + 1) % ROOM;
    waiting--;
    pthread_cond_signal(&less);
  }
  pthread_mutex_unlock(&queue_lock);
  return file;
}

static void close_queue(void) {
  pthread_mutex_lock(&queue_lock);
  closed = 1;
  pthread_cond_broadcast(&more);
  pthread_mutex_unlock(&queue_lock);
}

static void print(const struct File* file) {
  pthread_mutex_lock(&print_lock);
  printf("%s\n", file->path);
  lines++;
  pthread_mutex_unlock(&print_lock);
}

static void* scan(void* arg) {
  for (const struct File* file = take(); file != NULL; file = take()) {
    const int found = strstr(file->text, "needle") != NULL;
    count(found);
    if (found) print(file);
  }
  pthread_mutex_lock(&workers_lock);
  --workers;
  pthread_cond_signal(&workers_changed);
  pthread_mutex_unlock(&workers_lock);
  return arg;
}

int main(int argc, char** argv) {
  char tree[256] = "";
  strncat(tree, __FILE__, sizeof tree - sizeof "tree");
  strcpy(strrchr(tree, '/') != NULL ? strrchr(tree, '/') + 1 : tree, "tree");
  read_tree(argc > 1 ? argv[1] : tree);
  pthread_t threads[SCANNERS];
  workers = SCANNERS;
  for (int i = 0; i < SCANNERS; ++i) pthread_create(&threads[i], NULL, scan, NULL);
  for (int i = 0; i < file_count; ++i) put(&files[i]);
  close_queue();
  pthread_mutex_lock(&workers_lock);
  while (workers > 0) pthread_cond_wait(&workers_changed, &workers_lock);
  pthread_mutex_unlock(&workers_lock);
  for (int i = 0; i < SCANNERS; ++i) pthread_join(threads[i], NULL);
  assert(scanned == file_count);
  return 0;
}
