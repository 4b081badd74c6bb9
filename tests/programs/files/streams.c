// expect: verified
// search: dfs
//
// Streams of stdio on files: buffers, positions, ends.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  const char* name = "/tmp/heddle-streams";
  FILE* f = fopen(name, "w");
  assert(f && fopen("/tmp/heddle-none", "r") == NULL && errno == ENOENT);
  assert(fprintf(f, "%d %s\n", 42, "apples") == 10);
  assert(fputs("second line\n", f) >= 0 && fputc('x', f) == 'x');
  assert(access(name, F_OK) == 0);
  FILE* g = fopen(name, "r");
  assert(g && fgetc(g) == EOF && feof(g));  // nothing was flushed yet
  assert(fflush(f) == 0);
  clearerr(g);
  int number = 0;
  char word[16] = "", line[32];
  assert(fscanf(g, "%d %15s", &number, word) == 2 && number == 42 && strcmp(word, "apples") == 0);
  assert(fgets(line, sizeof line, g) && strcmp(line, "\n") == 0);
  assert(ftell(g) == 10 && fgets(line, sizeof line, g) && strcmp(line, "second line\n") == 0);
  assert(fgetc(g) == 'x' && ungetc('y', g) == 'y' && fgetc(g) == 'y' && fgetc(g) == EOF);
  rewind(g);
  char* text = NULL;
  size_t room = 0;
  assert(getline(&text, &room, g) == 10 && strcmp(text, "42 apples\n") == 0);
  free(text);
  assert(fseek(g, -1, SEEK_END) == 0 && fread(line, 1, 8, g) == 1 && line[0] == 'x');
  assert(fclose(g) == 0 && fclose(f) == 0);
  f = fopen(name, "a+");
  assert(f && fwrite("z", 1, 1, f) == 1 && ftell(f) == 24);
  rewind(f);
  assert(fgetc(f) == '4');
  assert(fclose(f) == 0 && remove(name) == 0);
  f = tmpfile();
  assert(f && fprintf(f, "%s", "abc") == 3 && fseek(f, 1, SEEK_SET) == 0 && fgetc(f) == 'b');
  fclose(f);
  fprintf(stdout, "done\n");
  return 0;
}
