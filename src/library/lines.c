// Lines of any length: getline and getdelim, whose buffer belongs to the program.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

ssize_t getdelim(char** line, size_t* room, int delimiter, FILE* f) {
  if (!line || !room) return errno = EINVAL, -1;
  if (!*line || *room == 0) {
    *room = 120;
    *line = realloc(*line, *room);
  }
  if (ferror(f)) return -1;  // as glibc has it
  size_t n = 0;
  for (int c; (c = fgetc(f)) != EOF;) {
    if (n + 2 > *room) *line = realloc(*line, *room *= 2);
    (*line)[n++] = (char)c;
    if (c == delimiter) break;
  }
  if (n == 0) return -1;
  (*line)[n] = 0;
  return (ssize_t)n;
}
ssize_t __getdelim(char** line, size_t* room, int delimiter, FILE* f) { return getdelim(line, room, delimiter, f); }
ssize_t getline(char** line, size_t* room, FILE* f) { return getdelim(line, room, '\n', f); }
