// Two threads, each of which adds up the sizes of the files in one directory; then one of them changes the tree: a new
// file, one that is overwritten, one renamed, one removed. The exit status is made of what was found before and after.
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char* top;

static long scan(const char* below) {
  char path[512];
  long total = 0;
  snprintf(path, sizeof path, "%s/%s", top, below);
  DIR* d = opendir(path);
  assert(d);
  for (struct dirent* e; (e = readdir(d));) {
    struct stat s;
    snprintf(path, sizeof path, "%s/%s/%s", top, below, e->d_name);
    assert(stat(path, &s) == 0);
    if (S_ISREG(s.st_mode)) total += s.st_size + 1000;
  }
  closedir(d);
  return total;
}

static void* thread(void* out) {
  *(long*)out = scan("a");
  return NULL;
}

static void change(void) {
  char from[512], to[512];
  assert(chdir(top) == 0);
  FILE* f = fopen("b/new", "w");
  assert(f && fputs("12345", f) >= 0 && fclose(f) == 0);
  f = fopen("b/file-0", "w");
  assert(f && fclose(f) == 0);
  snprintf(from, sizeof from, "%s/b/file-1", top);
  snprintf(to, sizeof to, "%s/a/moved", top);
  assert(rename(from, to) == 0 && unlink("b/file-2") == 0 && mkdir("c", 0700) == 0);
}

int main(int argc, char** argv) {
  assert(argc == 2);
  top = argv[1];
  long a = 0, b;
  pthread_t t;
  pthread_create(&t, NULL, thread, &a);
  b = scan("b");
  pthread_join(t, NULL);
  assert(a == 100 * 1000 + 99 * 100 / 2 && b == a);  // file-N has N bytes
  change();
  assert(scan("a") == a + 1000 + 1 && scan("b") == b - 2 * 1000 - 1 - 2 + 1000 + 5);
  return 0;
}
