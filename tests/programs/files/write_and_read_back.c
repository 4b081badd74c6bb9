// expect: verified
// search: stateful
//
// A program that writes, renames and reads back its own files finds what it wrote in every execution, and leaves nothing
// behind: the name is free again when the next execution begins.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char* const kNames[2] = {"/tmp/heddle-test-a", "/tmp/heddle-test-b"};

static void* worker(void* argument) {
  const char* name = argument;
  char other[64], text[16] = "";
  strcpy(other, name);
  strcat(other, ".new");
  const int f = open(name, O_RDWR | O_CREAT | O_EXCL, 0644);
  assert(f >= 0);
  assert(write(f, "hello", 5) == 5);
  assert(lseek(f, 1, SEEK_SET) == 1);
  assert(write(f, "E", 1) == 1);
  assert(rename(name, other) == 0);
  assert(open(name, O_RDONLY) == -1 && errno == ENOENT);
  const int g = open(other, O_RDONLY);
  assert(g >= 0 && g != f);
  assert(read(g, text, sizeof text) == 5 && strcmp(text, "hEllo") == 0);
  struct stat s;
  assert(stat(other, &s) == 0 && s.st_size == 5 && S_ISREG(s.st_mode));
  assert(unlink(other) == 0 && access(other, F_OK) == -1);
  assert(pread(g, text, 2, 3) == 2 && text[0] == 'l');
  assert(close(f) == 0 && close(g) == 0);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, (void*)kNames[0]);
  worker((void*)kNames[1]);
  pthread_join(t, NULL);
  return 0;
}
