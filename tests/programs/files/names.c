// expect: verified
// search: dfs
//
// Directories and names of the program's own among those on disk.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int has(const char* directory, const char* name) {
  DIR* d = opendir(directory);
  assert(d);
  int found = 0;
  for (struct dirent* e; (e = readdir(d));) found += strcmp(e->d_name, name) == 0;
  assert(closedir(d) == 0);
  return found;
}

int main(void) {
  struct stat s;
  assert(mkdir("/tmp/heddle-names", 0755) == 0);
  assert(mkdir("/tmp/heddle-names", 0755) == -1 && errno == EEXIST);
  assert(mkdir("/tmp/heddle-nowhere/sub", 0755) == -1 && errno == ENOENT);
  assert(has("/tmp", "heddle-names") && !has("/tmp/heddle-names", "a"));
  int f = open("/tmp/heddle-names/a", O_CREAT | O_WRONLY, 0644);
  assert(f >= 0 && write(f, "x", 1) == 1 && close(f) == 0);
  assert(has("/tmp/heddle-names", "a") && has("/tmp/heddle-names", ".."));
  assert(rmdir("/tmp/heddle-names") == -1 && errno == ENOTEMPTY);
  assert(rename("/tmp/heddle-names", "/tmp/heddle-other") == 0);
  assert(stat("/tmp/heddle-names/a", &s) == -1 && errno == ENOENT);
  assert(stat("/tmp/heddle-other/./a", &s) == 0 && s.st_size == 1);
  assert(stat("/tmp/heddle-other/a/b", &s) == -1 && errno == ENOTDIR);
  assert(open("/tmp/heddle-other", O_WRONLY) == -1 && errno == EISDIR);
  assert(unlink("/tmp/heddle-other") == -1 && errno == EISDIR);
  assert(unlink("/tmp/heddle-other/a") == 0 && rmdir("/tmp/heddle-other") == 0);
  assert(stat("/tmp/heddle-other", &s) == -1 && errno == ENOENT);
  // A file on disk that is removed, and made again without its content.
  assert(stat("/etc/passwd", &s) == 0 && s.st_size > 0);
  assert(unlink("/etc/passwd") == 0 && access("/etc/passwd", F_OK) == -1 && !has("/etc", "passwd"));
  f = open("/etc/passwd", O_CREAT | O_RDWR, 0600);
  char c;
  assert(f >= 0 && read(f, &c, 1) == 0 && has("/etc", "passwd"));
  // What is on disk shows where it was not overwritten.
  f = open("/etc/group", O_RDWR);
  char before[8], after[8];
  assert(pread(f, before, 8, 0) == 8 && pwrite(f, "Z", 1, 3) == 1 && pread(f, after, 8, 0) == 8);
  assert(after[3] == 'Z' && memcmp(before, after, 3) == 0 && memcmp(before + 4, after + 4, 4) == 0);
  assert(fstat(f, &s) == 0);
  const off_t size = s.st_size;
  assert(ftruncate(f, 5) == 0 && ftruncate(f, 9) == 0 && pread(f, after, 8, 0) == 8 && after[4] == before[4] && after[5] == 0);
  assert(lseek(f, 0, SEEK_END) == 9 && size != 9);
  char name[] = "/tmp/heddle-XXXXXX";
  assert(mkstemp(name) >= 0 && access(name, W_OK) == 0);
  f = open("/dev/null", O_WRONLY);
  assert(f >= 0 && write(f, "x", 1) == 1);
  return 0;
}
