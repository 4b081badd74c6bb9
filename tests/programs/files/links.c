// expect: verified
// search: dfs dpor
//
// Links that the program makes: symbolic ones lead on, also through directories, hard ones are the same file.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void* through_link(void* unused) {
  const int f = open("/tmp/heddle-links/way/file", O_WRONLY | O_CREAT, 0600);
  if (f >= 0) {
    assert(write(f, "text", 4) == 4);
    close(f);
  } else {
    assert(errno == ENOENT);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  assert(mkdir("/tmp/heddle-links", 0700) == 0 && mkdir("/tmp/heddle-links/real", 0700) == 0);
  pthread_create(&t, NULL, through_link, NULL);
  assert(symlink("real", "/tmp/heddle-links/way") == 0);
  pthread_join(t, NULL);
  struct stat s;
  if (stat("/tmp/heddle-links/real/file", &s) == 0) {
    assert(s.st_size == 4 && chdir("/tmp/heddle-links") == 0);
    assert(link("way/file", "hard") == 0 && stat("hard", &s) == 0 && s.st_nlink == 2);
    assert(unlink("real/file") == 0 && stat("hard", &s) == 0 && s.st_nlink == 1 && s.st_size == 4);
    char* found = realpath("way/../hard", NULL);
    assert(found && strcmp(found, "/tmp/heddle-links/hard") == 0);
    free(found);
  } else {
    assert(errno == ENOENT);
  }
  assert(symlink("loop", "/tmp/heddle-links/loop") == 0 && open("/tmp/heddle-links/loop", O_RDONLY) == -1 && errno == ELOOP);
  return 0;
}
