// Files: random system calls in a directory of their own, on the kernel's files and on the modelled ones.
#include "seeded.h"
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static const char* name(void) {
  static char room[4][64];
  static unsigned next;
  char* out = room[next++ % 4];
  const char* const kNames[] = {"a", "b", "c"};
  strcpy(out, PICK(kNames));
  while (below(3) == 0 && strlen(out) < 40) strcat(out, "/"), strcat(out, PICK(kNames));
  if (below(12) == 0) strcat(out, "/..");
  if (below(12) == 0) strcat(out, "/.");
  if (below(15) == 0) strcat(out, "/");
  if (below(40) == 0) strcpy(out, "");
  return out;
}
static void show(long result) { printf(" = %ld, %s\n", result, result < 0 ? strerrorname_np(errno) : ""); }
static void show_status(int result, const struct stat* s) {
  if (result == 0) printf(" mode %o", s->st_mode);
  if (result == 0 && !S_ISDIR(s->st_mode)) printf(" size %ld links %ld", (long)s->st_size, (long)s->st_nlink);
  show(result);
}
static int compare(const void* a, const void* b) { return strcmp(*(char* const*)a, *(char* const*)b); }
static void list(const char* where) {
  DIR* d = opendir(where);
  if (!d) {
    show(-1);
    return;
  }
  char* names[20];
  int n = 0;
  for (struct dirent* e; (e = readdir(d));)
    if (n < 20) names[n] = malloc(300), sprintf(names[n++], "%s:%d", e->d_name, e->d_type);
  qsort(names, n, sizeof *names, compare);
  for (int i = 0; i < n; ++i) printf(" %s", names[i]), free(names[i]);
  show(closedir(d));
}

enum { kOpen = 4 };
static int numbers[kOpen] = {-1, -1, -1, -1};
static void on_descriptor(void) {
  char bytes[9000];
  const unsigned i = below(kOpen), size = below(4) ? below(20) : below(9000);
  const int fd = numbers[i];
  struct stat s;
  printf("fd %d ", fd);
  switch (below(12)) {
    case 0:
    case 1: {
      memset(bytes, 'a' + (int)below(26), size);
      printf("write %u", size), show(write(fd, bytes, size));
    } break;
    case 2:
    case 3: {
      const long n = read(fd, bytes, size);
      printf("read %u", size), show(n);
      unsigned long sum = 0;
      for (long k = 0; k < n; ++k) sum = sum * 31 + (unsigned char)bytes[k];
      printf("  %lu\n", sum);
    } break;
    case 4: {
      const int from = PICK(((int[]){SEEK_SET, SEEK_CUR, SEEK_END, 17}));
      const long at = (long)below(6000) - 1000;
      if (from == SEEK_END && fstat(fd, &s) == 0 && S_ISDIR(s.st_mode)) break;  // differs between file systems; refused
      printf("lseek %ld %d", at, from), show(lseek(fd, at, from));
    } break;
    case 5: printf("ftruncate"), show(ftruncate(fd, below(5000))); break;
    case 6: printf("fstat"), show_status(fstat(fd, &s), &s); break;
    case 7: {
      const long n = pread(fd, bytes, size, below(5000));
      printf("pread"), show(n);
    } break;
    case 8: memset(bytes, 'z', size), printf("pwrite"), show(pwrite(fd, bytes, size, below(5000))); break;
    case 9: {
      struct iovec v[3] = {{bytes, below(10)}, {bytes + 20, below(10)}, {bytes + 40, below(10)}};
      memset(bytes, 'v', 100);
      if (below(2)) printf("writev"), show(writev(fd, v, 3));
      else printf("readv"), show(readv(fd, v, 3)), dump(bytes, 60);
    } break;
    case 10: printf("close"), show(close(fd)), numbers[i] = -1; break;
    case 11: printf("flags %x", fcntl(fd, F_GETFL) & (O_ACCMODE | O_APPEND)), show(0); break;
  }
}
static void on_name(void) {
  const char *a = name(), *b = name();
  struct stat s;
  char text[64];
  printf("%s ", a);
  switch (below(20)) {
    case 0:
    case 1:
    case 2:
    case 3: {
      const unsigned i = below(kOpen);
      const int flags = PICK(((int[]){O_RDONLY, O_WRONLY, O_RDWR})) | (below(2) ? O_CREAT : 0) | (below(5) ? 0 : O_EXCL) |
                        (below(5) ? 0 : O_TRUNC) | (below(5) ? 0 : O_APPEND) | (below(9) ? 0 : O_DIRECTORY) |
                        (below(9) ? 0 : O_NOFOLLOW);
      if ((flags & (O_CREAT | O_DIRECTORY)) == (O_CREAT | O_DIRECTORY)) break;  // differs between kernels
      if ((flags & (O_CREAT | O_EXCL)) == O_EXCL) break;                        // undefined
      if (numbers[i] >= 0) close(numbers[i]);
      numbers[i] = open(a, flags, 0644);
      printf("open %x", flags), show(numbers[i]);
    } break;
    case 4:
    case 5: printf("mkdir"), show(mkdir(a, 0755)); break;
    case 6: printf("rmdir"), show(rmdir(a)); break;
    case 7: printf("unlink"), show(unlink(a)); break;
    case 8:
    case 9: printf("rename %s", b), show(rename(a, b)); break;
    case 10: printf("link %s", b), show(link(a, b)); break;
    case 11: printf("symlink %s", b), show(symlink(a, b)); break;
    case 12: memset(text, 0, sizeof text), printf("readlink"), show(readlink(a, text, 1 + below(20))), printf("%s\n", text); break;
    case 13: printf("stat"), show_status(stat(a, &s), &s); break;
    case 14: printf("lstat"), show_status(lstat(a, &s), &s); break;
    case 15: printf("access"), show(access(a, (int)below(9))); break;
    case 16: printf("truncate"), show(truncate(a, below(5000))); break;
    case 17: printf("chmod"), show(chmod(a, PICK(((mode_t[]){0600, 0644, 0755})))); break;
    case 18: printf("list"), list(a); break;
    case 19: printf("remove"), show(remove(a)); break;
  }
}
int main(int argc, char** argv) {
  seed_from(argc, argv);
  char top[] = "/tmp/heddle_real_XXXXXX";
  if (!mkdtemp(top) || chdir(top) != 0) return 1;
  umask(022);
  mkdir("a", 0755), mkdir("a/b", 0700), close(open("c", O_CREAT | O_WRONLY, 0640)), close(open("a/a", O_CREAT | O_WRONLY, 0644));
  for (int i = 0; i < 80; ++i) {
    printf("%d ", i);
    if (below(3)) on_name();
    else on_descriptor();
  }
  list(".");
  // What is left goes away, three levels deep.
  for (int i = 0; i < 3; ++i) {
    static const char* const kAll[] = {"a", "b", "c"};
    char path[64];
    for (int j = 0; j < 27; ++j) {
      sprintf(path, "%s/%s/%s", kAll[j % 3], kAll[j / 3 % 3], kAll[j / 9]), remove(path);
      sprintf(path, "%s/%s", kAll[j % 3], kAll[j / 3 % 3]), remove(path);
      remove(kAll[j % 3]);
    }
  }
  if (chdir("/") != 0) return 1;
  rmdir(top);
  return 0;
}
