// Streams of stdio on files: random calls, on the kernel's files and on the modelled ones.
#include "seeded.h"
#include <unistd.h>

static void show(long result) { printf(" = %ld\n", result); }

// Bytes that are no text would not come through a report.
static const char* plain(const char* text, long size) {
  static char out[9000];
  char* to = out;
  for (long i = 0; i < size && to < out + sizeof out - 9; ++i)
    if (text[i] >= ' ' && text[i] < 127) *to++ = text[i];
    else to += sprintf(to, "\\%02x", (unsigned char)text[i]);
  *to = 0;
  return out;
}

int main(int argc, char** argv) {
  seed_from(argc, argv);
  char top[] = "/tmp/heddle_real_XXXXXX";
  if (!mkdtemp(top) || chdir(top) != 0) return 1;
  FILE* f = NULL;
  char* line = NULL;
  size_t room = 0;
  int reading = 0;  // what came last: between reading and writing there has to be a seek
  for (int i = 0; i < 100; ++i) {
    char text[400];
    printf("%d ", i);
    errno = 0;
    if (!f) {
      const char* name = PICK(((const char*[]){"a", "b"}));
      const char* mode = PICK(((const char*[]){"r", "w", "a", "r+", "w+", "a+", "wx", "rb+"}));
      f = fopen(name, mode);
      printf("fopen %s %s %d %s\n", name, mode, f != NULL, f ? "" : strerrorname_np(errno));
      reading = 0;
      continue;
    }
    unsigned what = below(20);
    const int writes = what <= 5, reads = what >= 6 && what <= 12;
    if ((writes && reading == 1) || (reads && reading == 2)) printf("(seek) "), fseek(f, 0, SEEK_CUR);
    if (writes) reading = 2;
    if (reads) reading = 1;
    switch (what) {
      case 0: printf("fputs"), show(fputs("a line\n", f) < 0); break;
      case 1: printf("fprintf"), show(fprintf(f, "%d %s\n", (int)below(1000), "word")); break;
      case 2: memset(text, 'a' + (int)below(26), sizeof text), printf("fwrite"), show((long)fwrite(text, 1 + below(4), below(90), f)); break;
      case 3: printf("fputc"), show(fputc((int)below(256), f)); break;
      case 4: printf("putc"), show(putc('\n', f)); break;
      case 5: printf("fflush"), show(fflush(f)), reading = 0; break;
      case 6: {
        const unsigned n = below(30);
        const char* got = fgets(text, (int)n + 1, f);
        printf("fgets %u %s", n + 1, got ? plain(got, (long)strlen(got)) : "NULL"), show(got ? (long)strlen(text) : 0);
      } break;
      case 7: {
        memset(text, 0, sizeof text);
        printf("fread"), show((long)fread(text, 1 + below(4), below(90), f)), dump(text, 20);
      } break;
      case 8: printf("fgetc"), show(fgetc(f)); break;
      case 9: {
        const int c = getc(f);
        printf("getc"), show(c);
        if (c != EOF && below(2)) printf("ungetc"), show(ungetc('U', f)), printf("then"), show(getc(f));
      } break;
      case 10: {
        const long n = getline(&line, &room, f);
        printf("getline %s", n > 0 ? plain(line, n) : "none"), show(n);
      } break;
      case 11: {
        int number = -1;
        strcpy(text, "none");
        const int got = fscanf(f, " %d %20[a-z]", &number, text);
        printf("fscanf %d %s", number, text), show(got);
      } break;
      case 12: printf("feof"), show(feof(f) != 0); break;
      case 13: printf("ferror"), show(ferror(f) != 0); break;
      case 14: clearerr(f); break;
      case 15: {
        const long at = (long)below(200) - 40;
        const int from = PICK(((int[]){SEEK_SET, SEEK_CUR, SEEK_END}));
        const int result = fseek(f, at, from);
        printf("fseek %ld %d %s", at, from, result ? strerrorname_np(errno) : ""), show(result);
        if (result == 0) reading = 0;
      } break;
      case 16: printf("ftell"), show(ftell(f)); break;
      case 17: rewind(f), reading = 0; break;
      case 18:
      case 19: printf("fclose"), show(fclose(f)), f = NULL; break;
    }
  }
  if (f) fclose(f);
  free(line);
  for (int i = 0; i < 2; ++i) {
    FILE* g = fopen(i ? "b" : "a", "r");
    unsigned long sum = 0;
    for (int c; g && (c = getc(g)) != EOF;) sum = sum * 31 + (unsigned)c;
    if (g) fclose(g);
    printf("%d %lu\n", g != NULL, sum);
  }
  remove("a"), remove("b");
  if (chdir("/") != 0) return 1;
  rmdir(top);
  return 0;
}
